// The dashed blocks that show where an event would be. They are moved outside of React, with a transform, so that a drag
// keeps its frames.
import type { Piece } from './spans.ts';

/** The height of an hour in the week's grid, in rem. */
export const hourRem = 3.5;

/** Where a block is in a grid whose days are split into `parts`. A block is as wide as one part of a day. */
export function placeOf({ column, top, bottom }: Piece, part: number, parts: number) {
  return {
    transform: `translate(${(column * parts + part) * 100}%, ${(top / 60) * hourRem}rem)`,
    height: `${((bottom - top) / 60) * hourRem}rem`,
  };
}

export type GhostWords = { name: string; times: string; overlaps: string };

/** Shows as many of the elements as there are pieces; the words are on the first. */
export function paintGhosts(
  elements: Iterable<Element>,
  pieces: readonly Piece[],
  { part, parts }: { part: number; parts: number },
  { name, times, overlaps }: GhostWords,
): void {
  const left = [...pieces];
  for (const element of elements as Iterable<HTMLElement>) {
    const piece = left.shift();
    const isFirst = piece !== undefined && piece === pieces[0];
    setHidden(element, piece === undefined);
    if (!piece) continue;
    Object.assign(element.style, placeOf(piece, part, parts));
    const words = isFirst ? [name, times, overlaps] : ['', '', ''];
    words.forEach((text, index) => {
      const line = element.children[index];
      if (line) setText(line, text);
    });
  }
}

export function hideGhosts(elements: Iterable<Element>): void {
  for (const element of elements as Iterable<HTMLElement>) setHidden(element, true);
}

/** An attribute that is written again has the browser look at styles again, at each step of a drag. */
function setHidden(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** Changes the text and leaves its node, so that nothing is taken out of the page and put into it. */
export function setText(element: Element, text: string): void {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
