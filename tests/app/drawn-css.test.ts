// Which rules travel in a drawn page.
import { expect, test } from 'vitest';
import { drawnCss } from '../../src/app/theme/drawn-css.ts';

const html = '<ul class="list"><li class="card off"><a aria-current="page" href="/">A</a></li></ul>';

test.each([
  // Classes.
  ['.list{a:b}', true],
  ['.list .card.off{a:b}', true],
  ['.list .chosen{a:b}', false],
  ['.card.chosen{a:b}', false],
  // Attributes.
  ['.list a[aria-current]{a:b}', true],
  ['.list a[aria-busy=true]{a:b}', false],
  // What it is not, is not looked for.
  ['.list .card:not(.chosen){a:b}', true],
  // One of these, and something inside.
  ['.card:is(:disabled,[aria-current]){a:b}', true],
  ['.card:is(:disabled,[aria-disabled=true]){a:b}', false],
  ['.list:has(.card){a:b}', true],
  ['.list:has(.badge){a:b}', false],
  ['.list:is(.gone,.list:not(.gone,:empty)){a:b}', true],
  ['.list:not(:is(.list,.card)) .card{a:b}', true],
  ['.list:has(> .gone:not(.card)){a:b}', false],
  // What answers to a pointer, and what does not.
  ['.card:hover{a:b}', false],
  ['@media (hover:hover){.card{a:b}}', false],
  ['.card:active:not(:disabled){a:b}', false],
  ['.card:not(:hover){a:b}', true],
  ['.list a:is(:hover,[aria-current]){a:b}', true],
  ['.list a:is(:hover,:active){a:b}', false],
  ['.card:focus-visible{a:b}', true],
  ['.card:only-child{a:b}', true],
])('%s: %s', (css, isKept) => {
  expect(drawnCss([css], html)).toBe(isKept ? css : '');
});

test('of several selectors those that match stay, and a comma inside of one parts nothing', () => {
  expect(drawnCss(['.card,.chosen,.list:is(.list,.gone){a:b}'], html)).toBe(
    '.card,.list:is(.list,.gone){a:b}',
  );
});

test('nothing moves before the page is alive', () => {
  expect(drawnCss(['@keyframes pulse{50%{a:b}}.card{c:d}'], html)).toBe('.card{c:d}');
  expect(drawnCss(['.card{a:b;transition:color 1s;c:d}.list{transition:none}'], html)).toBe('.card{a:b;c:d}');
});

test('rules keep their order, and neighbours share what stands around them', () => {
  const styles = ['.card{a:b}@media (x){.card{c:d}}', '@media (x){.list{e:f}.gone{g:h}.card{i:j}}.off{k:l}'];
  expect(drawnCss(styles, html)).toBe('.card{a:b}@media (x){.card{c:d}.list{e:f}.card{i:j}}.off{k:l}');
});

test('at-rules within at-rules end where they should', () => {
  const css = '@media (x){@supports (y){.card{a:b}}.list{c:d}}.off{e:f}';
  expect(drawnCss([css], html)).toBe('@media (x){@supports (y){.card{a:b}}}@media (x){.list{c:d}}.off{e:f}');
});
