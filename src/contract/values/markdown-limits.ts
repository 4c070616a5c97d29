// Limits for the structure of Markdown. Parsers take quadratic time for deep nesting and for many delimiters in one
// paragraph; this scan is linear. Without zod, so that the app may import it.
import { said } from '../said.ts';

/** Lines of one text. */
const maxLines = 500;
/** Nested quotes and list items of one line; two columns of indentation count as one level. */
const maxDepth = 12;
/** Delimiters between two blank lines, by weight. */
const maxDelimiters = 300;
/** A parser searches the whole paragraph for the closing one of these. */
const scanningWeight = 4;

/** The error of a Markdown text that exceeds a limit, as a `said` message; null if it is valid. */
export function markdownError(text: string): string | null {
  const lines = text.split('\n', maxLines + 1);
  if (lines.length > maxLines) return said('At most {max} lines', { max: maxLines });
  let delimiters = 0;
  for (const line of lines) {
    if (depthOf(line) > maxDepth)
      return said('Nest quotes and lists at most {max} levels deep', { max: maxDepth });
    delimiters = line.trim() === '' ? 0 : delimiters + delimitersIn(line);
    if (delimiters > maxDelimiters)
      return said('Too many formatting marks in one paragraph, such as * _ [ ] and backticks');
  }
  return null;
}

const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
const thematicBreak = /(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$/y;

/** The nesting depth of quotes and list items in a line; 0 for indented plain text. */
function depthOf(line: string): number {
  let columns = 0;
  let markers = 0;
  let at = 0;
  for (;;) {
    const char = line[at];
    if (char === ' ' || char === '\t') {
      if (markers === 0) columns += char === ' ' ? 1 : 4;
      at += 1;
    } else if (char === '>') {
      markers += 1;
      at += 1;
    } else {
      listMarker.lastIndex = thematicBreak.lastIndex = at;
      const length = listMarker.exec(line)?.[0].length;
      // A thematic break (`- - - -`) is no nested list. Tested only once per line, to keep the scan linear.
      if (length === undefined || (markers === 0 && thematicBreak.test(line))) break;
      markers += 1;
      at += length;
    }
  }
  return markers === 0 ? 0 : markers + Math.floor(columns / 2);
}

const scanning = /`+|[[<]/g;
const other = /\*+|_+|\]/g;

const delimitersIn = (line: string) =>
  scanningWeight * (line.match(scanning)?.length ?? 0) + (line.match(other)?.length ?? 0);
