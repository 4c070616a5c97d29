// The result rows of every part of the bench, and how they are printed.

export type Row = {
  what: string;
  measured: string;
  /** Empty without a bar. */
  bar: string;
  /** Null without a bar. */
  isOk: boolean | null;
  /** A note that helps to read the figure. */
  note: string;
};

export type Section = { title: string; rows: Row[] };

/** A row whose value may be `bar` at most. */
export function atMost(
  what: string,
  value: number,
  bar: number | null,
  format: (value: number) => string,
  note = '',
): Row {
  return {
    what,
    measured: format(value),
    bar: bar === null ? '' : `<= ${format(bar)}`,
    isOk: bar === null ? null : value <= bar,
    note,
  };
}

/** A row whose value must be `bar` at least. */
export function atLeast(
  what: string,
  value: number,
  bar: number,
  format: (value: number) => string,
  note = '',
): Row {
  return { what, measured: format(value), bar: `>= ${format(bar)}`, isOk: value >= bar, note };
}

/** A row without a figure, with the reason. */
export function notMeasured(what: string, reason: string): Row {
  return { what, measured: '-', bar: '', isOk: null, note: reason };
}

export const asMs = (value: number) => `${value < 10 ? value.toFixed(3) : value.toFixed(1)} ms`;
export const asSeconds = (value: number) => `${value.toFixed(2)} s`;
export const asKb = (value: number) => `${(value / 1000).toFixed(1)} kB`;
export const asRate = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
export const asShare = (value: number) => `${Math.round(value * 100)} %`;
export const asTimes = (value: number) => `${value.toFixed(2)}x`;

const heads = ['what', 'measured', 'bar', ''] as const;

/** All sections as one table with aligned columns. */
export function tableOf(sections: readonly Section[]): string {
  const cells = (row: Row) => [row.what, row.measured, row.bar, verdictOf(row)] as const;
  const all = [heads, ...sections.flatMap(({ rows }) => rows.map(cells))];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (texts: readonly string[], note: string) =>
    texts
      .map((text, column) =>
        column === 1 || column === 2 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .concat(note)
      .join('  ')
      .trimEnd();
  return sections
    .flatMap(({ title, rows }) => ['', title, ...rows.map((row) => line(cells(row), row.note))])
    .toSpliced(0, 0, line(heads, 'remarks'))
    .join('\n');
}

function verdictOf({ isOk }: Row): string {
  if (isOk === null) return '';
  return isOk ? 'ok' : 'OVER';
}
