// The catalogues as files: what `npm run messages` writes, and what its check finds.
import { expect, test } from 'vitest';
import { faultsOf, updatedCatalogue } from '../../../src/build/catalogues.ts';
import { catalogueIn } from '../../../src/server/words/catalogue.ts';
import { english, formatMessage } from '../../../src/words/message.ts';

const messages = new Map([
  ['Sign in', ['src/app/a.tsx']],
  ['{count, plural, one {# place} other {# places}} left', ['src/app/a.tsx', 'src/app/b.tsx']],
]);
const translated = (text: string, translation: string) =>
  updatedCatalogue('de', '', messages).replace(
    `msgid "${text}"\nmsgstr ""`,
    `msgid "${text}"\nmsgstr "${translation}"`,
  );

test('a new text is added without a translation, and one that is gone is dropped', () => {
  const before = translated('Sign in', 'Anmelden');
  const after = updatedCatalogue('de', before, new Map([...messages].slice(0, 1)));
  expect(after).toContain('msgstr "Anmelden"');
  expect(after).not.toContain('plural');
  expect(after).toContain('#: src/app/a.tsx');
  const again = updatedCatalogue('de', after, messages);
  expect(faultsOf(again, messages)).toEqual([
    'not translated: {count, plural, one {# place} other {# places}} left',
  ]);
});

test('the check names missing and left-over texts, other arguments and wrong syntax', () => {
  const catalogue = translated(
    '{count, plural, one {# place} other {# places}} left',
    'Noch {number} Plätze frei',
  );
  expect(faultsOf(catalogue, new Map([...messages, ['Sign out', ['src/app/a.tsx']]]))).toEqual([
    'not in the catalogue: Sign out',
    'not translated: Sign in',
    'other arguments than “{count, plural, one {# place} other {# places}} left”: Noch {number} Plätze frei',
  ]);
  expect(faultsOf(catalogue, new Map([['Sign in', []]]))).toContain(
    'in no source any more: {count, plural, one {# place} other {# places}} left',
  );
  const broken = translated('Sign in', 'An{melden');
  expect(faultsOf(broken, messages)[0]).toMatch(/^not ICU MessageFormat: An\{melden/);
});

test('a catalogue returns its translations, and English where one is missing', () => {
  const text = '{count, plural, one {# place} other {# places}} left';
  const catalogue = catalogueIn(translated('Sign in', 'Anmelden'));
  expect(formatMessage({ tag: 'de', catalogue }, 'Sign in')).toBe('Anmelden');
  expect(Object.keys(catalogue)).toHaveLength(1);
  expect(formatMessage(english, 'Sign in')).toBe('Sign in');
  expect(text).toContain('plural');
});
