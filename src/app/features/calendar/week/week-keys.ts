// Arrow keys between the entries of a week, by their position in the grid.

/** The entry that a key moves to: up and down within its day, sideways to the nearest one of another day. */
export function entryAfterKey(key: string, from: Element): HTMLElement | null {
  const day = from.closest('.column');
  if (!day) return null;
  const entries = entriesOf(day);
  const at = entries.indexOf(from as HTMLElement);
  switch (key) {
    case 'ArrowUp':
      return entries[at - 1] ?? null;
    case 'ArrowDown':
      return entries[at + 1] ?? null;
    case 'Home':
      return entries[0] ?? null;
    case 'End':
      return entries.at(-1) ?? null;
    case 'ArrowLeft':
      return nearest(
        from,
        nextDay(day, (one) => one.previousElementSibling),
      );
    case 'ArrowRight':
      return nearest(
        from,
        nextDay(day, (one) => one.nextElementSibling),
      );
    default:
      return null;
  }
}

const entriesOf = (day: Element) => [...day.querySelectorAll<HTMLElement>('a')];

function nextDay(day: Element, step: (one: Element) => Element | null): HTMLElement[] {
  for (let next = step(day); next; next = step(next)) {
    const entries = entriesOf(next);
    if (entries.length > 0) return entries;
  }
  return [];
}

function nearest(from: Element, entries: readonly HTMLElement[]): HTMLElement | null {
  const topOf = (entry: Element) => entry.getBoundingClientRect().top;
  const gap = (entry: Element) => Math.abs(topOf(entry) - topOf(from));
  return entries.toSorted((one, other) => gap(one) - gap(other))[0] ?? null;
}
