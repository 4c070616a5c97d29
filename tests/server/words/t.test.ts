// Texts of the server: English from the sources, other languages from catalogues, and texts of the contract.
import { describe, expect, it, vi } from 'vitest';
import { parseSaid, said } from '../../../src/contract/said.ts';
import { catalogueIn, compiled } from '../../../src/server/words/catalogue.ts';
import { inLanguageOf, languageNow, t, translated, withLanguage } from '../../../src/server/words/t.ts';
import { formatMessage } from '../../../src/words/message.ts';

const places = '{count, plural, one {# place} other {# places}} left';

describe('t', () => {
  it('returns a text without arguments as it is, with its apostrophes', () => {
    expect(t("You can't be here twice.")).toBe("You can't be here twice.");
  });

  it('fills in values and chooses the plural', () => {
    expect(t('At most {max} characters', { max: 1000 })).toBe('At most 1000 characters');
    expect(t('By {name}', { name: "{O'Neill} <b>" })).toBe("By {O'Neill} <b>");
    expect([1, 2, 1234].map((count) => t(places, { count }))).toEqual([
      '1 place left',
      '2 places left',
      '1,234 places left',
    ]);
  });

  it('writes numbers in the language of the reader, in English where the catalogue has no translation', () => {
    expect(
      withLanguage('de', () =>
        t('{count, plural, other {# things that no one translates}}', { count: 1234 }),
      ),
    ).toBe('1.234 things that no one translates');
  });
});

describe('a catalogue', () => {
  const catalogue = catalogueIn(`
msgid ""
msgstr "Language: de\\n"

msgid "Sign in"
msgstr "Anmelden"

msgid "${places}"
msgstr "noch {count, plural, one {# Platz} other {# Plätze}}"

msgid "Not translated yet"
msgstr ""
`);
  const inGerman = (text: string, values?: Record<string, number>) =>
    formatMessage({ tag: 'de', catalogue }, compiled(text), values);

  it('translates texts with and without arguments, and leaves those without a translation in English', () => {
    expect(inGerman('Sign in')).toBe('Anmelden');
    expect([1, 2].map((count) => inGerman(places, { count }))).toEqual(['noch 1 Platz', 'noch 2 Plätze']);
    expect(inGerman('Not translated yet')).toBe('Not translated yet');
    expect(inGerman('Nowhere')).toBe('Nowhere');
  });
});

describe('the language', () => {
  it('is English outside of a request, and holds across awaits and nested work', async () => {
    expect(languageNow()).toBe('en');
    const seen = await withLanguage('de', async () => {
      await Promise.resolve();
      const inner = withLanguage('en', languageNow);
      return [inner, languageNow(), inLanguageOf({ locale: 'en-GB' }, languageNow)];
    });
    expect(seen).toEqual(['en', 'de', 'en']);
    expect(languageNow()).toBe('en');
  });

  it('of a person is that of their locale, English where the product does not speak it', () => {
    expect(['de-CH', 'en-GB', 'nl-BE'].map((locale) => inLanguageOf({ locale }, languageNow))).toEqual([
      'de',
      'en',
      'en',
    ]);
  });
});

describe('said', () => {
  it('encodes a text and its values as one string', () => {
    expect(parseSaid(said('At most {max}', { max: 5 }))).toEqual(['At most {max}', { max: 5 }]);
    expect(said('Required')).toBe('Required');
    expect(translated(said('At most {max}', { max: 5 }))).toBe('At most 5');
    expect(translated(said("You can't"))).toBe("You can't");
  });

  it('is not found in a text of zod that is not ICU MessageFormat', () => {
    const foreign = 'Invalid string: must match pattern /^[a-z]{2}$/';
    expect(parseSaid(foreign)).toBeNull();
    expect(translated(foreign)).toBe(foreign);
  });
});

it('t caches the compiled texts of the sources, and no text that comes from a request', () => {
  const set = vi.spyOn(Map.prototype, 'set');
  const storedTexts = () => set.mock.calls.map(([key]) => key);
  const foreign = 'Unrecognized key: "from a request"';
  expect([translated(foreign), translated(said('Never {said} before', { said: 1 }))]).toEqual([
    foreign,
    'Never 1 before',
  ]);
  expect(storedTexts()).toContain('Never {said} before');
  expect(storedTexts()).not.toContain(foreign);
});

it('translated returns texts of zod unchanged in any language, and translates a text of said', () => {
  withLanguage('de', () => {
    expect(translated('Unrecognized key: "x"')).toBe('Unrecognized key: "x"');
    expect(translated('Invalid {name')).toBe('Invalid {name');
    expect(translated(said('Required'))).toBe('Pflichtfeld');
  });
});
