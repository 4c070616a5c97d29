// How the calendar is asked for: by whole months of UTC, one address each, so that every view and every zone finds the
// same answers, also offline. Pure.

/** `YYYY-MM`. */
export type Month = string;

const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

/** The month so many months later; earlier where negative. */
export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + by, 1));
}

/** The months that a span touches, `to` excluded; both in milliseconds. */
export function monthsTouching(from: number, to: number): Month[] {
  const months = [monthOf(from)];
  for (const last = monthOf(Math.max(from, to - 1)); ; ) {
    const month = months.at(-1) ?? last;
    if (month >= last) return months;
    months.push(shiftMonth(month, 1));
  }
}

const startOf = (month: Month) => `${month}-01T00:00:00.000Z`;

/** What to ask `GET /api/users/me/calendar` for one month. */
export function monthQuestion(month: Month): { query: { from: string; to: string } } {
  return { query: { from: startOf(month), to: startOf(shiftMonth(month, 1)) } };
}

/** From the month before to three months ahead: what a device keeps ready. */
export function monthsAround(now: number): Month[] {
  return [-1, 0, 1, 2, 3].map((by) => shiftMonth(monthOf(now), by));
}
