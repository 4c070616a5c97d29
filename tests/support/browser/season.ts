// A season of trainings of the coach's team, with its members' replies, and as other calendar programs show
// it.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readByAll } from '../../server/calendar-feed/read-by-all.ts';
import { expectNoViolations, inBothSchemes } from './axe.ts';
import { openSession, visit } from './browser.ts';
import { touch } from './input-methods.ts';
import { newPerson, password } from './people.ts';
import { settled } from './settled.ts';

/** Sends a call with the page's session. */
async function call<T>({ request }: Page, method: string, path: string, body?: object): Promise<T> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await request.fetch(path, { method, headers, ...(body && { data: body }) });
  if (!answer.ok()) throw new Error(await answer.text());
  return answer.json();
}

type Item = {
  id: string;
  name: string;
  startsAt: string;
  endsAt: string;
  eventStatus: string;
  place: { name: string } | null;
  series: { id: string; count: number } | null;
  registration: { state: string } | null;
};
type List<T> = { items: T[] };

const today = Temporal.Now.plainDateISO('Europe/Brussels');
const middleOf = (month: number) => today.with({ month, day: 15 });
const isAhead = (day: Temporal.PlainDate) => Temporal.PlainDate.compare(day, today.add({ days: 14 })) > 0;
/**
 * The middle of the month before the next clock change, more than two weeks ahead. With one change alone it could be a year ahead,
 * and a calendar feed ends before that season does.
 */
const middle = [middleOf(2), middleOf(9)].find(isAhead) ?? middleOf(2).add({ years: 1 });
/** A Tuesday, so that the season has the whole month of the clock change. */
const first = middle.add({ days: (9 - middle.dayOfWeek) % 7 });
/** March or October. */
const changeMonth = first.toPlainYearMonth().add({ months: 1 });
/** The slot of the n-th training: Tuesdays and Thursdays. */
export const dayOf = (index: number) => first.add({ days: Math.floor(index / 2) * 7 + (index % 2) * 2 });
export const at = (index: number, time: string) =>
  new Date(
    Temporal.ZonedDateTime.from(`${dayOf(index)}T${time}[Europe/Brussels]`).epochMilliseconds,
  ).toISOString();
export const count = 14;

/**
 * A season of the coach's team, which the guest joins, and the trainee's calendar feed as other programs read
 * it.
 */
export async function planSeason(coach: Page, trainee: Page, guest: Page, hall: string) {
  const mine = await call<List<{ id: string }>>(trainee, 'GET', '/api/users/me/teams');
  const theirs = await call<List<{ id: string; membership?: { role: string } }>>(
    coach,
    'GET',
    '/api/users/me/teams',
  );
  const team = theirs.items.find(({ id }) => mine.items.some((one) => one.id === id));
  const { inviteCode } = await call<{ inviteCode: string }>(coach, 'GET', `/api/teams/${team?.id}`);
  await call(guest, 'PUT', `/api/teams/${team?.id}/membership`, { code: inviteCode });
  const owner = { kind: 'team', id: team?.id };
  const common = { owner, region: 'Ghent', countryCode: 'BE', timeZone: 'Europe/Brussels' };
  const place = await call<{ id: string }>(coach, 'POST', '/api/places', {
    ...common,
    name: 'Season hall',
    address: 'Kaai 1',
  });
  await call(coach, 'POST', '/api/places', { ...common, name: hall, address: 'Kaai 2' });
  const event = await call<Item>(coach, 'POST', '/api/events', {
    name: 'Season training',
    kind: 'training',
    startsAt: at(0, '18:00'),
    endsAt: at(0, '19:30'),
    timeZone: 'Europe/Brussels',
    owner,
    place: { id: place.id },
    recurrence: { rrule: `FREQ=WEEKLY;BYDAY=TU,TH;COUNT=${count}` },
    publication: 'published',
  });
  const feed = await call<{ url: string }>(trainee, 'POST', '/api/users/me/calendar-feed', {});
  const dates = async (page: Page): Promise<Item[]> => {
    const { items } = await call<List<Item>>(page, 'GET', `/api/series/${event.series?.id}/dates?limit=100`);
    return items;
  };
  return {
    hall,
    seriesId: event.series?.id ?? '',
    ids: (await dates(coach)).map(({ id }) => id),
    dates: () => dates(coach),
    mine: () => dates(trainee),
    event: (id: string) => call<Item>(trainee, 'GET', `/api/events/${id}`),
    calendar: async () => {
      const answer = await trainee.request.get(new URL(feed.url).pathname);
      return readByAll(await answer.text());
    },
  };
}
export type Season = Awaited<ReturnType<typeof planSeason>>;

/** Two subscribed calendar programs show every date at its times, except the ones declined. */
export async function expectSameCalendar({ mine, calendar }: Season) {
  const shown = await calendar();
  for (const { id, startsAt, endsAt, eventStatus, registration } of await mine()) {
    const isCancelled = eventStatus === 'EventCancelled';
    if (registration?.state === 'cancelledByAttendee') expect(shown.has(id)).toBe(false);
    else expect([id, shown.get(id)]).toMatchObject([id, { startsAt, endsAt, isCancelled }]);
  }
}

/** `SEASON_PICTURES`: the folder for pictures of a page, in light and dark. */
export async function look(page: Page, name: string): Promise<void> {
  await settled(page);
  await expectNoViolations(page, name);
  const folder = process.env.SEASON_PICTURES;
  if (!folder) return;
  await inBothSchemes(page, async (colorScheme) => {
    const width = page.viewportSize()?.width;
    await page.screenshot({ path: join(folder, `${width}-${name}-${colorScheme}.png`) });
  });
}

/** A member with their own phone. */
export async function openGuest(browser: Browser) {
  const guest = await visit(browser, { hasTouch: true });
  await openSession(guest.context, (await newPerson('Ines Season')).username, password);
  return guest;
}

/** The status of someone's replies to all dates, in order. */
export const answersOf = (page: Page, { ids }: Season) =>
  Promise.all(
    ids.map(async (id) => (await call<Item>(page, 'GET', `/api/events/${id}`)).registration?.state ?? null),
  );

/** Two people reply on their phones: one to all dates and then to one, the other to a month and to one. */
export async function answerSeason(trainee: Page, guest: Page, season: Season): Promise<void> {
  const { ids, seriesId } = season;
  const isInMonth = (_: string, index: number) => dayOf(index).toPlainYearMonth().equals(changeMonth);
  const inMonth = ids.filter(isInMonth).length;
  const mine = touch(trainee);
  await mine.open(`/series/${seriesId}`);
  await look(trainee, 'series');
  await mine.press(trainee.getByRole('button', { name: 'Going to all' }));
  await trainee.getByText(`Going to ${count} dates.`).waitFor();
  await look(trainee, 'going-to-all');
  await mine.open(`/events/${ids[2]}`);
  await mine.press(trainee.getByRole('button', { name: 'Give up my place' }));
  await mine.press(trainee.getByRole('dialog').getByRole('button', { name: 'Give up my place' }));
  await trainee.getByText('You cancelled').first().waitFor();
  await look(trainee, 'gave-one-up');

  const theirs = touch(guest);
  await theirs.open(`/events/${ids[0]}`);
  await theirs.press(guest.getByText('Answer for all dates …'));
  await guest.getByLabel('Which dates').selectOption(changeMonth.toString());
  await look(guest, 'answer-for-a-month');
  await theirs.press(guest.getByRole('button', { name: /^Going to all in / }));
  await guest.getByText(`Going to ${inMonth} dates.`).waitFor();
  await look(guest, 'going-to-a-month');
  await theirs.open(`/events/${ids[0]}`);
  await theirs.press(guest.getByRole('button', { name: 'Maybe', exact: true }));
  await guest.getByText('You said maybe').first().waitFor();

  expect(await answersOf(trainee, season)).toEqual(
    ids.map((_, index) => (index === 2 ? 'cancelledByAttendee' : 'confirmed')),
  );
  expect(await answersOf(guest, season)).toEqual(
    ids.map((id, index) => (index === 0 ? 'tentative' : isInMonth(id, index) ? 'confirmed' : null)),
  );
}
