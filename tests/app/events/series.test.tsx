// The page of a series: replies to many dates, their outcomes, offline, and the focus.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { outcomesOf } from '../../../src/app/features/events/series/series-outcomes.ts';
import { repeatText } from '../../../src/app/format/words/recurrence.ts';
import { monthsOf, seriesTimes } from '../../../src/app/format/words/series.ts';
import { setLanguageSource } from '../../../src/app/words/t.ts';
import type { SeriesReplyAnswer } from '../../../src/contract/events/registrations.ts';
import { languageOf } from '../../../src/server/words/catalogue.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { address, openApp, openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const weekMs = 7 * 86_400_000;
const startOf = (week: number) =>
  new Date(Date.parse('2027-03-02T17:00:00.000Z') + week * weekMs).toISOString();

/**
 * Ada is in a team with a weekly series: Tuesdays from 2 March to 20 April 2027. The server's day is before
 * that.
 */
async function openMemberDevice({ role = 'trainee' as 'trainee' | 'coach', count = 8 } = {}) {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ locale: 'en-GB' }).where('id', '=', device.ada.id).execute();
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role });
  const series = await buildSeries(db, { rrule: `FREQ=WEEKLY;BYDAY=TU;COUNT=${count}` });
  const dates: string[] = [];
  for (let week = 0; week < count; week += 1) {
    const starts_at = startOf(week);
    const event = await buildEvent(db, {
      name: 'Tuesday training',
      series_id: series.id,
      recurrence_id: `${starts_at.slice(0, 10)}T18:00`,
      starts_at,
      teams: [team.id],
      maximum_attendee_capacity: 1,
      waitlist_enabled: 1,
    });
    dates.push(event.id);
  }
  const statesOf = async () => {
    const rows = await db
      .selectFrom('registrations')
      .select(['event_id', 'state'])
      .where('person_id', '=', device.ada.id)
      .execute();
    return dates.map((id) => rows.find(({ event_id }) => event_id === id)?.state);
  };
  return { ...device, db, id: series.id, dates, statesOf };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const which = async (value: string) =>
  fireEvent.change(await screen.findByLabelText('Which dates'), { target: { value } });
const writes = (asked: string[]) => asked.filter((call) => call.startsWith('PUT /api/series/'));
const said = (text: string | RegExp) => screen.findByText(text, { selector: '[role=status]' });

describe('the page of a series', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2027-02-20T10:00:00.000Z'), toFake: ['Date'] }));

  it('shows time, end and number of future dates, and the next ones', async () => {
    const { id } = await openMemberDevice({ count: 10 });
    await openApp(`/series/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Tuesday training' })).toBeDefined();
    expect(screen.getByText(/^Tuesdays, .+, until May 4, 2027$/)).toBeDefined();
    expect(screen.getByText('10 dates to come.')).toBeDefined();
    expect(document.querySelectorAll('[data-row]')).toHaveLength(8);
    expect(screen.getByText('Sign in to answer').getAttribute('href')).toBe(
      `/login?from=${encodeURIComponent(`/series/${id}`)}`,
    );
  });

  it('asks for no reply where every date is cancelled', async () => {
    const { id, db } = await openMemberDevice({ count: 2 });
    await db.updateTable('events').set({ event_status: 'EventCancelled' }).execute();
    await openApp(`/series/${id}`);
    await screen.findByText('2 dates to come, 2 of them cancelled.');
    expect(screen.queryByText('Sign in to answer')).toBeNull();
    cleanup();
    await openAsAda(`/series/${id}`);
    await screen.findByText('2 dates to come, 2 of them cancelled.');
    expect(screen.queryByRole('heading', { name: 'Your answer' })).toBeNull();
  });

  it('shows the times of the part of the next date, and then those of the next part', async () => {
    const { id, db, dates } = await openMemberDevice({ count: 8 });
    const later = await buildSeries(db, { root_series_id: id, rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' });
    for (const [index, date] of dates.slice(4).entries()) {
      // From 30 March on, in summer time.
      const starts_at = new Date(Date.parse(startOf(4 + index)) - 1_800_000).toISOString();
      await db
        .updateTable('events')
        .set({ series_id: later.id, recurrence_id: `${starts_at.slice(0, 10)}T18:30`, starts_at })
        .where('id', '=', date)
        .execute();
    }
    await openApp(`/series/${id}`);
    expect(await screen.findByText(/^Tuesdays, 6:00.+, until March 23, 2027$/)).toBeDefined();
    expect(screen.getByText(/^From March 30, 2027, 6:30.+, until April 20, 2027$/)).toBeDefined();
  });

  it('shows later dates on request, and moves the focus to the first of them', async () => {
    const { id, dates, user } = await openMemberDevice({ count: 10 });
    await openAsAda(`/series/${id}`);
    const rows = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-row] .name a')];
    await waitFor(() => expect(rows()).toHaveLength(8));
    await user.click(screen.getByText('Show more dates'));
    await waitFor(() => expect(rows()).toHaveLength(10));
    await waitFor(() => expect(document.activeElement).toBe(rows()[8]));
    expect(rows()[8]?.pathname).toBe(`/events/${dates[8]}`);
    expect(screen.queryByText('Show more dates')).toBeNull();
  });

  it('never replies to all dates for a month that has none left', async () => {
    const { id, db, dates, asked, user, statesOf } = await openMemberDevice();
    await openAsAda(`/series/${id}`);
    await which('2027-04');
    await db.deleteFrom('events').where('id', 'in', dates.slice(5)).execute();
    await user.click(await button(/^Going to all in April/));
    await said('There are no dates on these days. Nothing was changed.');
    await screen.findByText('5 dates to come.');
    expect((screen.getByLabelText('Which dates') as HTMLSelectElement).value).toBe('2027-04');
    await user.click(await button(/^Can't make it: all in April/));
    await said('There are no dates on these days. Nothing was changed.');
    await waitFor(async () => expect(writes(asked)).toHaveLength(2));
    expect(await statesOf()).toEqual(Array(8).fill(undefined));
  });

  it('replies to all dates, reports the outcomes in one message, and links to those that need an action', async () => {
    const { db, id, dates, asked, user, statesOf } = await openMemberDevice();
    const other = await buildUser(db);
    await buildRegistration(db, { event_id: dates[1] ?? '', person_id: other.id });
    for (const event_id of dates.slice(2, 4)) await buildOffer(db, { event_id });
    await db
      .updateTable('events')
      .set({ event_status: 'EventCancelled' })
      .where('id', '=', dates[4] ?? '')
      .execute();
    await openAsAda(`/series/${id}`);
    const going = await button('Going to all');
    screen.getByText('8 dates to come, 1 of them cancelled.');
    screen.getByRole('option', { name: 'All 7 dates to come' });
    await user.click(going);
    const line = await said(
      'Going to 4 dates. 1 is full: you are on the waitlist. 2 cost money: please answer them one by one. 1 is cancelled.',
    );
    await waitFor(() => expect(document.activeElement).toBe(line));
    expect(await statesOf()).toEqual([
      'confirmed',
      'waitlisted',
      undefined,
      undefined,
      undefined,
      ...Array(3).fill('confirmed'),
    ]);
    expect(writes(asked)).toHaveLength(1);
    const priced = screen.getByText('With a price:').parentElement as HTMLElement;
    expect(
      within(priced)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(dates.slice(2, 4).map((date) => `/events/${date}`));
    // The cards show it too.
    await waitFor(() => expect(screen.getAllByText("You're in")).toHaveLength(4));
  });

  it('replies to one month alone', async () => {
    const { id, user, statesOf } = await openMemberDevice();
    await openAsAda(`/series/${id}`);
    await which('2027-03');
    await user.click(await button('Going to all in March 2027'));
    await said('Going to 5 dates.');
    await which('2027-04');
    await user.click(await button("Can't make it: all in April 2027"));
    await said('You said no to 3 dates.');
    expect(await statesOf()).toEqual([...Array(5).fill('confirmed'), ...Array(3).fill('declined')]);
  });

  it('replies maybe to all dates, which gives up the places', async () => {
    const { db, id, dates, user, statesOf, ada } = await openMemberDevice();
    await buildRegistration(db, { event_id: dates[0] ?? '', person_id: ada.id, state: 'confirmed' });
    await openAsAda(`/series/${id}`);
    await user.click(await button('Maybe: all'));
    await said('You said maybe to 8 dates.');
    expect(await statesOf()).toEqual(Array(8).fill('tentative'));
  });

  it('replies from one day to another, and shows errors of the days at the field', async () => {
    const { id, asked, user, statesOf } = await openMemberDevice();
    await openAsAda(`/series/${id}`);
    await which('days');
    await user.click(await button(/^Going/));
    const to = screen.getByLabelText('To');
    expect(await screen.findByText('Choose the first or the last day')).toBeDefined();
    expect(document.activeElement).toBe(to);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2027-03-10' } });
    fireEvent.change(to, { target: { value: '2027-03-09' } });
    await user.click(await button(/^Going/));
    expect(await screen.findByText('Choose the first day or a later one')).toBeDefined();
    expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('2027-03-10');
    fireEvent.change(to, { target: { value: '2027-03-23' } });
    await user.click(await button(/^Going/));
    await said('Going to 2 dates.');
    expect(await statesOf()).toEqual([
      undefined,
      undefined,
      'confirmed',
      'confirmed',
      ...Array(4).fill(undefined),
    ]);
    expect(writes(asked)).toHaveLength(1);
  });

  it('queues one reply for the same dates offline, says so, and sends the last one', async () => {
    const { db, id, asked, user, statesOf } = await openMemberDevice();
    await openAsAda(`/series/${id}`);
    await button('Going to all');
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.click(await button('Going to all'));
    const line = await said("Saved on this device for all dates. We'll send it as soon as possible.");
    await waitFor(() => expect(document.activeElement).toBe(line));
    await user.click(await button("Can't make it: all"));
    const waiting = await screen.findByRole('link', { name: "Can't make all dates: Tuesday training" });
    expect(waiting.getAttribute('href')).toBe(`/series/${id}`);
    expect(screen.queryByText('Going to all dates: Tuesday training')).toBeNull();
    expect(writes(asked)).toEqual([]);
    network.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await waitFor(async () => expect(await statesOf()).toEqual(Array(8).fill('declined')));
    await waitFor(() => expect(screen.queryByText(/Saved on this device/)).toBeNull());
    await screen.findByText('You said no to 8 dates.');
    // The first reply never arrived.
    const versions = await db.selectFrom('registrations').select('version').distinct().execute();
    expect(versions).toEqual([{ version: 1 }]);
  });

  it('folds the reply for those who run every date', async () => {
    const { id } = await openMemberDevice({ role: 'coach' });
    await openAsAda(`/series/${id}`);
    expect((await screen.findByText('Take part yourself')).closest('details')?.open).toBe(false);
    expect(screen.getAllByText(/going/)).toHaveLength(8);
  });

  it('is linked from one of its dates, where it can be answered too', async () => {
    const { id, dates, user, statesOf } = await openMemberDevice();
    await openAsAda(`/events/${dates[2]}`);
    const link = await screen.findByRole('link', { name: 'One of 8 dates · Tuesdays' });
    expect(link.getAttribute('href')).toBe(`/series/${id}`);
    await user.click(screen.getByText('Answer for all dates …'));
    await user.click(await screen.findByText('Going to all'));
    await said('Going to 8 dates.');
    expect(await statesOf()).toEqual(Array(8).fill('confirmed'));
    expect(await screen.findByText("You're in", { selector: '.title' })).toBeDefined();
    expect(address()).toBe(`/events/${dates[2]}`);
  });

  it('answers an unknown series with a clear message', async () => {
    await openDevice();
    await openApp('/series/01990000-0000-7000-8000-000000000000');
    expect(await screen.findByRole('heading', { level: 1, name: "We can't find this series" })).toBeDefined();
  });
});

describe('the words of a series', () => {
  const dates = { startsAt: '2027-03-02T17:00:00.000Z', endsAt: '2027-03-02T18:30:00.000Z' };
  const times = { ...dates, timeZone: 'Europe/Brussels' };
  const june = '2027-06-24T16:00:00.000Z';
  const part = (rrule: string, lastStartsAt: string | null = null, more: object = {}) => ({
    ...times,
    rrule,
    lastStartsAt,
    ...more,
  });
  const wordsOf = (parts: ReturnType<typeof part>[], locale = 'en-GB') =>
    seriesTimes({ ...part('FREQ=DAILY'), parts }, locale, Date.parse('2027-01-01T00:00:00Z'));
  it.each([
    [
      part('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630', june),
      'Tuesdays and Thursdays, 18:00–19:30, until 24 June',
    ],
    [part('FREQ=WEEKLY;BYDAY=TU'), 'Tuesdays, 18:00–19:30'],
    [part('FREQ=WEEKLY;BYDAY=TU;COUNT=9', june), 'Tuesdays, 18:00–19:30, until 24 June'],
  ])('$0.rrule is "$1"', (only, text) => {
    expect(wordsOf([only])).toEqual([text]);
  });

  it('an invalid rule is omitted', () => {
    expect(repeatText('FREQ=YEARLY', 'en-GB')).toBe('Repeats');
    expect(wordsOf([part('FREQ=YEARLY')])).toEqual(['18:00–19:30']);
  });

  it('a split has a second sentence about the next days or times, and none where both stay', () => {
    const tuesdays = part('FREQ=WEEKLY;BYDAY=TU', '2027-03-30T16:00:00.000Z');
    const early = { startsAt: '2027-04-06T15:00:00.000Z', endsAt: '2027-04-06T16:30:00.000Z' };
    const fridays = part('FREQ=WEEKLY;BYDAY=FR', june, early);
    const daily = part('FREQ=DAILY');
    const first = 'Tuesdays, 18:00–19:30, until 30 March';
    expect(wordsOf([tuesdays, part('FREQ=WEEKLY;BYDAY=TU', null, early)])).toEqual([
      first,
      'From 6 April, 17:00–18:30',
    ]);
    expect(wordsOf([tuesdays, fridays, daily])).toEqual([
      first,
      'From 6 April, Fridays, 17:00–18:30, until 24 June',
    ]);
    expect(wordsOf([tuesdays, part('FREQ=WEEKLY;BYDAY=TU', june)])).toEqual([
      'Tuesdays, 18:00–19:30, until 24 June',
    ]);
  });

  it('a series without upcoming dates has its days and times, as has an answer that an older version saved', () => {
    expect(wordsOf([])).toEqual(['Every day, 18:00–19:30']);
    const { startsAt: _, ...older } = part('FREQ=DAILY');
    expect(wordsOf([older as ReturnType<typeof part>])).toEqual(['Every day, 18:00–19:30']);
  });

  it('a split in German', () => {
    setLanguageSource(() => languageOf('de'));
    onTestFinished(() => setLanguageSource(() => languageOf('en')));
    const early = { startsAt: '2027-04-06T15:00:00.000Z', endsAt: '2027-04-06T16:30:00.000Z' };
    const last = '2027-03-30T16:00:00.000Z';
    expect(
      wordsOf([part('FREQ=WEEKLY;BYDAY=TU', last), part('FREQ=WEEKLY;BYDAY=TU', june, early)], 'de'),
    ).toEqual(['Jeden Dienstag, 18:00–19:30, bis 30. März', 'Ab 6. April, 17:00–18:30, bis 24. Juni']);
  });

  it('the months go from the next date to the last one, with their days, over the end of a year', () => {
    const months = monthsOf({
      dates: [{ startsAt: '2026-12-31T23:30:00.000Z' }] as Parameters<typeof monthsOf>[0]['dates'],
      lastStartsAt: '2027-02-02T17:00:00.000Z',
      timeZone: 'Europe/Brussels',
    });
    expect(months).toEqual([
      { month: '2027-01', from: '2027-01-01', to: '2027-01-31' },
      { month: '2027-02', from: '2027-02-01', to: '2027-02-28' },
    ]);
  });

  it('each outcome has its number, and no outcome says that nothing was changed', () => {
    const item = (outcome: string, more: object = {}) =>
      ({
        eventId: outcome,
        startsAt: dates.startsAt,
        outcome,
        registration: null,
        ...more,
      }) as SeriesReplyAnswer['items'][number];
    const texts = (items: SeriesReplyAnswer['items']) =>
      outcomesOf({ items }, 'attending').map(({ text }) => text);
    expect(texts([])).toEqual(['There are no dates on these days. Nothing was changed.']);
    expect(
      texts([
        item('superseded'),
        item('refused', { reason: 'event_postponed' }),
        item('refused', { reason: 'too_young' }),
        item('duplicate', { registration: { state: 'pendingPayment' } }),
        item('applied', { registration: { state: 'pendingApproval' } }),
        item('applied', { registration: { state: 'confirmed' } }),
      ]),
    ).toEqual([
      'Going to 1 date.',
      '1 is waiting for approval.',
      '1 still needs to be paid.',
      "You've since answered 1 date differently, and that answer counts.",
      '1 is postponed.',
      '1 is not open to you.',
    ]);
  });
});
