// Tables as CSV files (RFC 4180) that spreadsheets open as they are.
import { languageNow } from '../words/t.ts';

/** Without it, Excel takes UTF-8 for an older encoding. */
const byteOrderMark = '\uFEFF';

/** A text that a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^[\s]*[=+\-@\t\r]/;

/** The same after a separator: a spreadsheet may part columns with the other one, in which the quotes of a text mean nothing. */
const formulaWithin = /([;,\t\r\n]\s*)(?=[=+@-])/g;

/** Where the comma is in numbers, spreadsheets part columns with a semicolon. */
const hasDecimalComma = (language: string) => language === 'de';

/** Rows of texts and numbers, the first with the names of the columns. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const isComma = hasDecimalComma(languageNow());
  const lineOf = (row: (typeof rows)[number]) =>
    row.map((value) => cellOf(value, isComma)).join(isComma ? ';' : ',');
  return byteOrderMark + rows.map((row) => `${lineOf(row)}\r\n`).join('');
}

function cellOf(value: string | number | null, isComma: boolean): string {
  if (value === null) return '';
  if (typeof value === 'number') return isComma ? String(value).replace('.', ',') : String(value);
  const disarmed = value.replace(formulaWithin, "$1'");
  const text = formula.test(value) ? `'${disarmed}` : disarmed;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
