// Which Markdown is refused for its structure. Parsers take quadratic time for deep nesting and for many delimiters in
// one paragraph; this scan is linear. Plain values, so the page may import it.
import { said } from '../said.ts';

/** Lines of one text. */
const maxLines = 500;
/** Quotes and list items around one line, indentation counted as one level per two columns. */
const maxDepth = 12;
/** Delimiters between two blank lines, by weight. */
const maxDelimiters = 300;
/** A parser looks for the other end of these through the whole paragraph. */
const scanningWeight = 4;

/** What to change about a Markdown text before it can be formatted, as `said` writes it; null where nothing. */
export function markdownComplaint(text: string): string | null {
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

/** How many quotes and list items this line opens or goes on with; 0 for plain text, however far it is indented. */
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
      // A divider (`- - - -`) is no nested list; one look suffices, since a second could make the scan quadratic.
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
