// docs/quality.md says every bar of the benchmark with its figure.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as bars from './bars.ts';

/** `1,500 per second` → `1500 per second`; seconds become milliseconds. A number without a unit has that of the next one. */
function figuresIn(cell: string): string[] {
  let unit = '';
  const found = [...cell.matchAll(/(\d[\d.,]*)(?: (kB|ms|s|%|times|per second)(?![a-z]))?/g)].reverse();
  return found.flatMap(([, digits = '', own]) => {
    unit = own ?? unit;
    const figure = Number(digits.replace(/[.,]$/, '').replaceAll(',', ''));
    const written = unit === 's' ? `${figure * 1000} ms` : `${figure} ${unit}`;
    return own === undefined ? [written, String(figure)] : [written];
  });
}

/** The same form for a bar of bars.ts; `path` is `cpuBars.list`. */
function figureOf(path: string, value: number): string {
  if (path.endsWith('Bytes')) return `${value / 1000} kB`;
  if (path.includes('.kb')) return `${value} kB`;
  if (path.endsWith('Seconds')) return `${value * 1000} ms`;
  if (path.endsWith('Share')) return `${value * 100} %`;
  if (path.endsWith('PerSecond')) return `${value} per second`;
  if (/^cpuBars|Ms(\.\d)?$/.test(path)) return `${value} ms`;
  return path.endsWith('Times') || path.endsWith('Growth') ? `${value} times` : String(value);
}

const leaves = (path: string, value: object | number): [string, number][] =>
  typeof value === 'number'
    ? [[path, value]]
    : Object.entries(value).flatMap(([name, inner]) => leaves(`${path}.${name}`, inner));

test('docs/quality.md has every bar with its figure', () => {
  const rows = readFileSync('docs/quality.md', 'utf8').matchAll(/^\|(.+)\|$/gm);
  const written = new Set([...rows].flatMap(([, row = '']) => row.split('|').slice(1).flatMap(figuresIn)));
  const all = Object.entries(bars).flatMap(([group, values]) => leaves(group, values));
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter(([path, value]) => !written.has(figureOf(path, value)))).toEqual([]);
});
