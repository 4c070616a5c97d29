// Cards, words and the calendar in an engine whose Intl uses other patterns, spaces and abbreviations.
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { agendaItems } from '../../../src/app/features/calendar/agenda/agenda-days.ts';
import { monthWeeks, weekStart } from '../../../src/app/features/calendar/days.ts';
import { daysOf as entriesByDay } from '../../../src/app/features/calendar/entries.ts';
import { weekOf } from '../../../src/app/features/calendar/week/week-layout.ts';
import { daysOf } from '../../../src/app/features/explore/event-days.tsx';
import { dateParts, nightsOf, relativeDay, savedTime, yourStart } from '../../../src/app/format/when.ts';
import { changeLines } from '../../../src/app/format/words/notification.ts';
import type { EventSummary } from '../../../src/contract/events/events.ts';
import type { Notification } from '../../../src/contract/people/notifications.ts';
import { patchIntl } from '../../support/browser/other-intl.ts';
import { buildEvent, buildRegistration } from '../../support/factories.ts';
import { buildEntry } from '../calendar/build-entry.ts';
import { openAsAda, openDevice } from '../device.tsx';

let restore = () => {};
beforeAll(() => {
  restore = patchIntl();
});
afterAll(() => restore());

const zone = 'Europe/Brussels';
const evening = { startsAt: '2026-11-24T23:30:00Z', endsAt: '2026-11-25T00:30:00Z', timeZone: zone };

it('the simulated Intl writes dates that cannot be parsed', () => {
  expect(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(evening.startsAt))).toBe(
    '25/11/2026',
  );
});

it('a card shows the day of the month', () => {
  expect(dateParts(evening.startsAt, zone, 'en-GB', null)).toEqual({
    weekday: 'Wed.',
    day: '25',
    month: 'Nov.',
  });
  expect(dateParts(evening.startsAt, zone, 'ar-EG', null).day).toBe('25');
  expect(dateParts(evening.startsAt, zone, 'fa-IR-u-nu-arab', null).day).toBe('25');
});

it('days, nights and local times are right', () => {
  expect(nightsOf({ ...evening, endsAt: '2026-11-26T16:00:00Z' })).toBe(1);
  expect(relativeDay(evening, Date.parse('2026-11-24T12:00:00Z'))).toBe('Tomorrow');
  expect(
    savedTime(Date.parse('2026-11-24T12:00:00Z'), zone, 'en-GB', Date.parse('2026-11-24T22:00:00Z')),
  ).toBe('13:00');
  expect(yourStart(evening, 'Europe/Berlin', 'en-GB')).toBeNull();
  expect(yourStart(evening, 'Asia/Tokyo', 'en-GB')).toBe('08:30');
});

it('a list of events is grouped by day', () => {
  const event = (startsAt: string) => ({ startsAt, timeZone: zone }) as EventSummary;
  const days = daysOf(
    [event('2026-11-24T08:00:00Z'), event('2026-11-24T22:30:00Z'), event('2026-11-24T23:30:00Z')],
    undefined,
  );
  expect(days.map(({ key, events }) => [key, events.length])).toEqual([
    ['2026-11-24', 2],
    ['2026-11-25', 1],
  ]);
});

it('a notification shows the local time of another zone only', () => {
  const lines = (viewerZone: string) =>
    changeLines(
      {
        changes: [{ field: 'startsAt', before: null, after: '2026-11-28T08:30:00.000Z' }],
        event: { timeZone: zone },
      } as Notification,
      { locale: 'en-GB', timeZone: viewerZone },
    ).map(({ yours }) => yours);
  expect(lines('Europe/Berlin')).toEqual([null]);
  expect(lines('America/New_York')).toEqual(['Brussels time · 03:30 yours']);
});

it('the calendar puts entries on their days and hours', () => {
  expect(weekStart('2026-11-25', 'en-GB')).toBe('2026-11-23');
  expect(monthWeeks('2026-11-25', 'en-US')[0]?.[0]).toBe('2026-11-01');
  const { byDay } = entriesByDay([[buildEntry('late', evening.startsAt, evening.endsAt)]], zone);
  expect([...byDay.keys()]).toEqual(['2026-11-25']);
  const { columns } = weekOf(byDay, ['2026-11-24', '2026-11-25'], zone);
  expect(columns.map(({ hours, blocks }) => [hours, blocks.map(({ top, bottom }) => [top, bottom])])).toEqual(
    [
      [24, []],
      [24, [[30, 90]]],
    ],
  );
  const items = agendaItems(
    { byDay },
    { first: '2026-11-24', last: '2026-11-26', today: '2026-11-24' },
    () => null,
  );
  expect(items.map(({ kind, day }) => [kind, day])).toEqual([
    ['day', '2026-11-24'],
    ['day', '2026-11-25'],
  ]);
});

it.each(['agenda', 'week', 'month'] as const)(
  'my calendar opens as %s, with an event under its day',
  async (view) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    vi.stubGlobal('scrollBy', () => {});
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    const { server, ada } = await openDevice();
    const { db } = server.database;
    await db
      .updateTable('users')
      .set({ locale: 'en-GB', time_zone: zone })
      .where('id', '=', ada.id)
      .execute();
    const event = await buildEvent(db, { name: 'Late training', starts_at: '2026-11-25T17:30:00.000Z' });
    await buildRegistration(db, { event_id: event.id, person_id: ada.id });
    await openAsAda(`/my/calendar?view=${view}&date=2026-11-25`);
    await waitFor(() => expect(screen.queryAllByText('Late training')).not.toEqual([]));
    expect(screen.queryByText('Internal Server Error')).toBeNull();
    const shown = screen.getAllByText('Late training')[0];
    const found = {
      agenda: () => shown?.closest('section')?.dataset.day,
      week: () => shown?.closest('ul')?.getAttribute('aria-label')?.match(/\d+/)?.[0],
      month: () => screen.getByRole('cell', { name: /1 event/ }).dataset.day,
    };
    expect(found[view]()).toBe(view === 'week' ? '25' : '2026-11-25');
  },
);
