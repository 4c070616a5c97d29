// The texts of the page as messages: what the build makes of them, and how they read.
import { render } from '@testing-library/react';
import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { rich } from '../../../src/app/words/rich.ts';
import { msg, t } from '../../../src/app/words/t.ts';
import { messagesOf } from '../../../src/build/messages.ts';
import { formatMessage, keyOf, type Language } from '../../../src/words/message.ts';

const left = '{count, plural, =0 {No places} one {# place} other {# places}} left';

test('t returns plain text as it is, with apostrophes', () => {
  expect(t("You're in")).toBe("You're in");
});

test('t fills in values, plurals and selects', () => {
  expect(
    [0, 1, 1200].map((count) =>
      t('{count, plural, =0 {No places} one {# place} other {# places}} left', { count }),
    ),
  ).toEqual(['No places left', '1 place left', '1,200 places left']);
  expect(
    t("{name}'s place at {where, select, home {home} other {the {where}}}", { name: 'Ada', where: 'hall' }),
  ).toBe("Ada's place at the hall");
});

test('t fails without a value that the text needs', () => {
  const values = {};
  expect(() => t('Hello {name}', values)).toThrow('name');
});

test('msg marks a text of a constant, which t says with its values', () => {
  const texts = { late: msg('{count} late') };
  expect(t(texts.late, { count: 3 })).toBe('3 late');
});

test('rich renders elements inside a text, also those without text of their own', () => {
  const { container } = render(
    <p>
      {rich('Read <b>the terms</b> of <host></host>', { b: (text) => <b>{text}</b>, host: () => <i>KV</i> })}
    </p>,
  );
  expect(container.innerHTML).toBe('<p>Read <b>the terms</b> of <i>KV</i></p>');
});

test('a language with a catalogue uses its own plurals and numbers, and English where it lacks a text', () => {
  const german: Language = {
    tag: 'de',
    catalogue: {
      [keyOf(compile(left))]: compile('{count, plural, one {Noch # Platz} other {Noch # Plätze}} frei'),
    },
  };
  expect(formatMessage(german, compile(left), { count: 1200 })).toBe('Noch 1.200 Plätze frei');
  expect(formatMessage(german, compile(left), { count: 1 })).toBe('Noch 1 Platz frei');
  expect(formatMessage(german, 'Sign in')).toBe('Sign in');
});

test('messagesOf finds the texts of t, rich and msg, and both branches of a condition', () => {
  const source = `t('One'); rich("Two", {}); msg(\`Three\`); t(isPast ? 'Four' : 'Five ' + 'six'); other('Seven'); t(labels.a)`;
  expect(messagesOf('a.ts', source).map(({ text }) => text)).toEqual([
    'One',
    'Two',
    'Three',
    'Four',
    'Five six',
  ]);
});

test.each(['t(`${' + 'count} places`)', "t('places ' + count)", 't(pick())'])(
  'messagesOf refuses %s, which no catalogue could contain',
  (source) => {
    expect(() => messagesOf('a.ts', source)).toThrow('a.ts: t needs a text in quotes');
  },
);

test('messagesOf refuses a call without a value that its text needs, also inside plurals and elements', () => {
  const refusal = (call: string) => {
    try {
      messagesOf('a.ts', call);
      return null;
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal("t('Hello {name}')")).toContain('no value for name');
  expect(refusal("t('{count, plural, one {# by {who}} other {#}}', { count })")).toContain(
    'no value for who',
  );
  expect(refusal("rich('Read <b>{what}</b>', { b })")).toContain('no value for what');
  expect(refusal("rich('Read <b>it</b>', {})")).toContain('no value for b');
  expect(refusal("t('{a} and {b}', { a, b: b() })")).toBeNull();
  // What is spread or passed on cannot be seen here.
  expect(refusal("t('{a} and {b}', { ...values, a })")).toBeNull();
  expect(refusal("t('{a}', values)")).toBeNull();
});

test('the types refuse a string of runtime as a text, and a message where a text is wanted', () => {
  const some: string = String(Math.PI);
  const isSome = some.length > 1;
  expect(t(isSome ? 'One' : 'Two')).toBe('One');
  // @ts-expect-error -- not in any catalogue
  expect(t(some)).toBe(some);
  // @ts-expect-error -- not said yet
  const text: string = msg('Later');
  expect(text).toBe('Later');
});
