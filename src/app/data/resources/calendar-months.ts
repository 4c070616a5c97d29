// The requests of the calendar: one per whole month in UTC, so that all views and time zones share the same cached
// answers, also offline. Pure.

/** `YYYY-MM`. */
export type Month = string;

const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

/** The month `by` months later; earlier if negative. */
export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + by, 1));
}

/** The months that a span overlaps, `to` excluded; both in milliseconds. */
export function monthsTouching(from: number, to: number): Month[] {
  const months = [monthOf(from)];
  for (const last = monthOf(Math.max(from, to - 1)); ; ) {
    const month = months.at(-1) ?? last;
    if (month >= last) return months;
    months.push(shiftMonth(month, 1));
  }
}

const startOf = (month: Month) => `${month}-01T00:00:00.000Z`;

/** The request of `GET /api/users/me/calendar` for one month. */
export function monthRequest(month: Month): { query: { from: string; to: string } } {
  return { query: { from: startOf(month), to: startOf(shiftMonth(month, 1)) } };
}

/** The months that are prefetched for offline use: from the last month to three months ahead. */
export function monthsAround(now: number): Month[] {
  return [-1, 0, 1, 2, 3].map((by) => shiftMonth(monthOf(now), by));
}
