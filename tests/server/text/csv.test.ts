// Texts of people in CSV files: no spreadsheet runs one as a formula, also one that parts columns with the other separator.
import { expect, test } from 'vitest';
import { csvOf } from '../../../src/server/text/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  [' +1', "' +1"],
  ['late;=HYPERLINK(A1);sorry', `"late;'=HYPERLINK(A1);sorry"`],
  ['late, @SUM(A1)', "late, '@SUM(A1)"],
  ['late\n=A1', `"late\n'=A1"`],
  ['late\t-A1', "late\t'-A1"],
  // Quotes are doubled, and two of them at the beginning of a column are nothing.
  ['late;"=A1;sorry', `"late;""'=A1;sorry"`],
  ['1+1 = 2; a-b', '"1+1 = 2; a-b"'],
])('%j is written as %j', async (text, written) => {
  const file = await csvOf([[text]]);
  expect(file.replace('\uFEFF', '').trimEnd()).toContain(written);
});
