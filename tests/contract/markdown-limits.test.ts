// Which Markdown is refused for its structure; ordinary texts are not.
import { describe, expect, test } from 'vitest';
import { limits } from '../../src/contract/values/limits.ts';
import { markdownError } from '../../src/contract/values/markdown-limits.ts';
import { parseMarkdown } from '../../src/server/text/markdown.ts';

const full = (unit: string) =>
  unit.repeat(Math.ceil(limits.descriptionMax / unit.length)).slice(0, limits.descriptionMax);

const stairs = (indent: number) => {
  let text = '';
  for (let level = 0; text.length < limits.descriptionMax; level += 1)
    text += `${' '.repeat(indent * level)}- a\n`;
  return text.slice(0, limits.descriptionMax);
};

/** Texts of 10 kB whose parsing takes quadratic time or worse. */
const quadratic: [string, string][] = [
  ['quotes and lists on one line', full('> - ')],
  ['quotes on one line', full('>')],
  ['lists on one line', `${full('- ').slice(0, -1)}a`],
  ['numbered lists on one line', full('1. ')],
  ['lists with all markers', full('* + -')],
  ['lists nested by indentation of 2', stairs(2)],
  ['lists nested by tabs', stairs(1).replaceAll(' -', '\t-')],
  ['deep quotes, then lines that go on with them', `${'>'.repeat(50)}\n${full('a\n')}`],
  ['a list of very many items', full('- a\n')],
  ['very many paragraphs', full('a\n\n')],
  ['very many quotes', full('> a\nb\n')],
  ['very many definitions', full('[a]: b\n')],
  ['very many headings', full('a\n===\n')],
  ['opening brackets', full('[')],
  ['opening image brackets', full('![')],
  ['links', full('[x](y)')],
  ['links that are not closed', full('[a](')],
  ['references', full('[a][')],
  ['nested links', `${'['.repeat(2000)}a${'](b)'.repeat(2000)}`],
  ['nested images', `${'!['.repeat(1600)}a${'](b)'.repeat(1600)}`],
  ['emphasis in turns', full('*_')],
  ['emphasis that is not closed', full('*a ')],
  ['emphasis that is only closed', full('a* ')],
  ['mixed emphasis', full('_a* ')],
  ['nested emphasis', `${'*a '.repeat(1600)}${'a*'.repeat(1600)}`],
  ['nested strong', `${'**a '.repeat(1200)}${'a**'.repeat(1200)}`],
  ['brackets and emphasis', full('[*')],
  ['links and emphasis', full('[a](b)*')],
  ['backtick runs that differ', full('``  \\  \\` ')],
  ['backticks', full('`a')],
  ['angle brackets', full('<')],
  ['tags that are not closed', full('<a ')],
  ['comments that are not closed', full('x <!--\n')],
];

describe('a Markdown text is refused', () => {
  test.each(quadratic)('for %s', (_, text) => {
    expect(markdownError(text)).toEqual(expect.any(String));
  });
});

describe('a Markdown text is accepted', () => {
  test.each([
    ['of plain words', full('word ')],
    ['of lines', full('A line of a plain description.\n')],
    [
      'of links in paragraphs',
      full('See [the site](https://a.example/x) and [more](https://b.example).\n\n'),
    ],
    ['of emphasis in paragraphs', full('**Bring** water, *good* shoes and `cash`.\n\n')],
    ['with dividers of many dashes', `Above\n\n${'- '.repeat(60)}\n\n${'*'.repeat(80)}\n\nbelow`],
    ['indented far without a list', `Address:\n${' '.repeat(60)}Some street 1`],
    ['with nested lists and a quote', '> quoted\n\n1. one\n   - two\n     - three\n       > and quoted'],
    ['with entities and escapes', full('&amp; \\# &#35; ')],
  ])('%s', (_, text) => {
    expect(markdownError(text)).toBeNull();
    expect(parseMarkdown(text).length).toBeGreaterThan(0);
  });
});
