// The dashed blocks that preview an event. They are moved outside of React, with a transform, so that a drag
// drops no frames.
import type { Piece } from './spans.ts';

/** The height of an hour in the week's grid, in rem. */
export const hourRem = 3.5;

/**
 * The position of a block in a grid whose days are split into `parts`. A block is as wide as one part of a
 * day.
 */
export function placeOf({ column, top, bottom }: Piece, part: number, parts: number) {
  return {
    transform: `translate(${(column * parts + part) * 100}%, ${(top / 60) * hourRem}rem)`,
    height: `${((bottom - top) / 60) * hourRem}rem`,
  };
}

export type GhostWords = { name: string; times: string; overlaps: string };

/**
 * Shows one element per piece; the first one has the words. A short event has no room for its name, which stands where it was, and
 * overlaps, too.
 */
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
    const words = overlaps === '' ? [name, times, ''] : [times, '', overlaps];
    words.forEach((text, index) => {
      const line = element.children[index];
      if (line) setText(line, isFirst ? text : '');
    });
  }
}

export function hideGhosts(elements: Iterable<Element>): void {
  for (const element of elements as Iterable<HTMLElement>) setHidden(element, true);
}

/** Writes the attribute only on a change: each write restyles, at each step of a drag. */
function setHidden(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** Changes the text but keeps its node, so that the DOM's structure stays the same. */
export function setText(element: Element, text: string): void {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
