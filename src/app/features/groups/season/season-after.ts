// The name of the season after a given one. Pure.

/** `2025/26` → `2026/27`, `2025` → `2026`; empty where the text has no years to count from. */
export function seasonAfter(season: string | null): string {
  const match = /^\s*(\d{4})(?:(\s*[/–-]\s*)(\d{2}|\d{4}))?\s*$/.exec(season ?? '');
  if (!match) return '';
  const [, first = '', between, last] = match;
  const year = String(Number(first) + 1);
  if (!between || !last) return year;
  const end = String(Number(last) + 1);
  // At the end of a century: 2098/99 → 2099/00.
  return `${year}${between.trim()}${last.length === 2 ? end.slice(-2).padStart(2, '0') : end}`;
}
