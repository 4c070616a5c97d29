// Tables as CSV files (RFC 4180) that spreadsheets open as they are.
import { setImmediate } from 'node:timers/promises';
import { languageNow } from '../words/t.ts';

/** Without it, Excel takes UTF-8 for an older encoding. */
const byteOrderMark = '\uFEFF';

/** A text that a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^[\s]*[=+\-@\t\r]/;

/** The same after a separator: a spreadsheet may part columns with the other one, in which the quotes of a text mean nothing. */
const formulaWithin = /([;,\t\r\n][\s"]*)(?=[=+@-])/g;

/** Where the comma is in numbers, spreadsheets part columns with a semicolon. */
const hasDecimalComma = (language: string) => language === 'de';

/** Between so many rows other requests run. */
const rowsAtOnce = 50;

/** Rows of texts and numbers, the first with the names of the columns. */
export async function csvOf(rows: readonly (readonly (string | number | null)[])[]): Promise<string> {
  const isComma = hasDecimalComma(languageNow());
  let text = byteOrderMark;
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    text += `${row.map((value) => cellOf(value, isComma)).join(isComma ? ';' : ',')}\r\n`;
  }
  return text;
}

function cellOf(value: string | number | null, isComma: boolean): string {
  if (value === null) return '';
  if (typeof value === 'number') return isComma ? String(value).replace('.', ',') : String(value);
  const disarmed = value.replace(formulaWithin, "$1'");
  const text = formula.test(value) ? `'${disarmed}` : disarmed;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
