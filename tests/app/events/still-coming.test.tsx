// "Still coming?" on the screens, over the real API: for the person who is asked, many dates with one tap,
// and the coach; also adding a recurrence to an event, and a match that is missing from its calendar.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { movedText } from '../../../src/app/format/words/moved.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';
import {
  field,
  fill,
  openCoachDevice,
  planned,
  button as planningButton,
  sheet,
} from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

const asked = '2026-11-21T09:00:00.000Z';
const before = {
  reconfirm_asked_at: asked,
  responded_at: '2026-11-20T09:00:00.000Z',
  answered_starts_at: '2027-03-02T17:00:00.000Z',
  answered_ends_at: '2027-03-02T18:30:00.000Z',
};
const startOf = (week: number) =>
  new Date(Date.parse('2027-03-02T17:30:00.000Z') + week * 7 * 86_400_000).toISOString();

async function openTeam(role: 'trainee' | 'coach') {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ locale: 'en-GB' }).where('id', '=', device.ada.id).execute();
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role });
  const eventIn = (week: number, given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db, {
      name: 'Training',
      owner_team_id: team.id,
      teams: [team.id],
      starts_at: startOf(week),
      event_status: 'EventRescheduled',
      previous_start_dates: JSON.stringify([before.answered_starts_at]),
      ...given,
    });
  const rowOf = (id: string, person = device.ada.id) =>
    db
      .selectFrom('registrations')
      .select(['state', 'reconfirm_asked_at'])
      .where('event_id', '=', id)
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow();
  return { ...device, db, team, eventIn, rowOf };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('the question shows the old and the new time', () => {
  const event = { startsAt: startOf(0), endsAt: startOf(0), timeZone: 'Europe/Brussels' };
  const text = (startsAt: string, endsAt = event.endsAt) =>
    movedText(
      event,
      {
        state: 'confirmed',
        position: null,
        holdExpiresAt: null,
        version: 1,
        reconfirmAskedAt: asked,
        answeredFor: { startsAt, endsAt },
      },
      'en-GB',
    );
  expect(text('2027-03-02T17:00:00.000Z')).toBe('Moved: 18:00 → 18:30.');
  expect(text('2027-03-01T17:00:00.000Z')).toBe('Moved: Mon 1 Mar, 18:00 → Tue 2 Mar, 18:30.');
  expect(text(event.startsAt, '2027-03-02T19:00:00.000Z')).toBe('It ends at 18:30 instead of 20:00.');
  expect(movedText(event, null, 'en-GB')).toBe('');
});

it('the list of replies asks, takes the reply with one tap, and keeps the row until it is opened again', async () => {
  const { ada, user, db, eventIn, rowOf } = await openTeam('trainee');
  const event = await eventIn(0);
  await buildRegistration(db, { event_id: event.id, person_id: ada.id, ...before });
  await openAsAda('/my/events?tab=needsReply');
  await screen.findByText('Moved: 18:00 → 18:30. Still coming?');
  screen.getByText("You're in");
  await user.click(await button(/^Going: Training, /));
  await button(/^Change: Training, /);
  expect(screen.queryByText(/Still coming\?/)).toBeNull();
  expect(screen.queryByText('You have answered everyone')).toBeNull();
  expect(await rowOf(event.id)).toEqual({ state: 'confirmed', reconfirm_asked_at: null });
});

it('a maybe can stay, and a paid place links to its page to be given up', async () => {
  const { ada, user, db, eventIn, rowOf } = await openTeam('trainee');
  const maybe = await eventIn(0, { name: 'Circuit' });
  await buildRegistration(db, { event_id: maybe.id, person_id: ada.id, state: 'tentative', ...before });
  const paid = await eventIn(1, { name: 'Camp' });
  const offer = await buildOffer(db, { event_id: paid.id, price_minor: 900 });
  await buildRegistration(db, { event_id: paid.id, person_id: ada.id, offer_id: offer.id, ...before });
  await openAsAda('/my/events?tab=needsReply');
  const link = await screen.findByRole('link', { name: /^Can't go: Camp, / });
  expect(link.getAttribute('href')).toBe(`/my/events/${paid.id}`);
  await user.click(await button(/^Maybe: Circuit, /));
  await waitFor(async () =>
    expect(await rowOf(maybe.id)).toEqual({ state: 'tentative', reconfirm_asked_at: null }),
  );
});

it('all moved dates of a series are answered with one tap, and the others stay', async () => {
  const { ada, user, db, eventIn, rowOf } = await openTeam('trainee');
  const series = await buildSeries(db, { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' });
  const ids: string[] = [];
  for (const week of [0, 1, 2, 3]) {
    const slot = { series_id: series.id, recurrence_id: `${startOf(week).slice(0, 10)}T18:00` };
    ids.push((await eventIn(week, slot)).id);
  }
  for (const id of ids.slice(0, 3))
    await buildRegistration(db, { event_id: id, person_id: ada.id, ...before });
  await openAsAda(`/my/events/${ids[0]}`);
  await screen.findByText("You're in · Still coming?");
  await user.click(await button(/^Still coming to all 3 dates/));
  await screen.findByText("You're in");
  for (const id of ids.slice(0, 3)) expect((await rowOf(id)).reconfirm_asked_at).toBeNull();
  const rows = await db.selectFrom('registrations').select('id').execute();
  expect(rows).toHaveLength(3);
});

/** Two moved dates of a series that Ada said maybe to; the list of replies has a row for the first. One is full by now. */
async function openMaybes(fullOne: 0 | 1) {
  const device = await openTeam('trainee');
  const { ada, db, eventIn } = device;
  const series = await buildSeries(db, { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' });
  const dates: string[] = [];
  for (const week of [0, 1]) {
    const slot = { series_id: series.id, recurrence_id: `${startOf(week).slice(0, 10)}T18:00` };
    const { id } = await eventIn(week, { ...slot, maximum_attendee_capacity: 1 });
    await buildRegistration(db, { event_id: id, person_id: ada.id, state: 'tentative', ...before });
    dates.push(id);
  }
  await openAsAda('/my/events?tab=needsReply');
  const all = await button('Still coming to all 2 dates of Training');
  const ben = await buildUser(db);
  await buildRegistration(db, { event_id: dates[fullOne] ?? '', person_id: ben.id });
  return { ...device, all, stateOf: async (week: 0 | 1) => (await device.rowOf(dates[week] ?? '')).state };
}

it('a row says the new answer when all moved dates are answered at once', async () => {
  const { user, all, stateOf } = await openMaybes(1);
  await user.click(all);
  await button(/^Change: Training, /);
  expect((await screen.findByText("You're in")).className).toContain('answered');
  expect([await stateOf(0), await stateOf(1)]).toEqual(['confirmed', 'tentative']);
});

it('a row keeps its buttons when its own date is refused among all moved dates', async () => {
  const { user, all, stateOf } = await openMaybes(0);
  await user.click(all);
  await waitFor(async () => expect([await stateOf(0), await stateOf(1)]).toEqual(['tentative', 'confirmed']));
  await waitFor(() => expect(all.isConnected).toBe(false));
  await button(/^Maybe: Training, /);
  expect(screen.queryByRole('button', { name: /^Change: Training, / })).toBeNull();
});

it("the event's page asks, and keeps the focus nearby after the reply", async () => {
  const { ada, user, db, eventIn, rowOf } = await openTeam('trainee');
  const event = await eventIn(0);
  await buildRegistration(db, { event_id: event.id, person_id: ada.id, ...before });
  await openAsAda(`/my/events/${event.id}`);
  await screen.findByText('Moved: 18:00 → 18:30.');
  await user.click(await button("Can't go"));
  await screen.findByText("You can't come");
  expect(await rowOf(event.id)).toEqual({ state: 'declined', reconfirm_asked_at: null });
  expect(document.activeElement).not.toBe(document.body);
});

it('the coach sees who is asked again, and reminds them', async () => {
  const { user, db, team, eventIn } = await openTeam('coach');
  const ben = await buildUser(db, { name: 'Ben Claes' });
  await buildMembership(db, { person_id: ben.id, team_id: team.id });
  const event = await eventIn(0);
  await buildRegistration(db, { event_id: event.id, person_id: ben.id, ...before });
  await openAsAda('/my/events?tab=coaching');
  await screen.findByText('1 going · 1 asked again');
  await user.click(screen.getByRole('link', { name: /^Training/ }));
  const tile = await screen.findByRole('button', { name: 'Asked again' });
  expect(tile.closest('div')?.textContent).toContain('1');
  const list = await screen.findByText('Asked again', { selector: 'summary' });
  await user.click(tile);
  expect(document.activeElement).toBe(list);
  screen.getByText("One person hasn't said if they're still coming since the time changed.");
  await user.click(await button('Remind 1'));
  await screen.findByText('Reminded 1 person.');
});

it('the edit form adds a recurrence to an event, and shows the number of added dates', async () => {
  const device = await openCoachDevice();
  const { id } = await planned(device, {
    startsAt: '2027-03-02T17:00:00.000Z',
    endsAt: '2027-03-02T18:00:00.000Z',
  });
  await openAsAda(`/my/events/${id}/edit`);
  await field('Name');
  const row = within(document.querySelector('[data-group=repeat]') as HTMLElement);
  await device.user.click(row.getByText('Repeat'));
  await device.user.click(screen.getByLabelText('Every week'));
  await device.user.click(screen.getByLabelText('After a number of dates'));
  await fill('How many dates', '3');
  await device.user.click(planningButton('Save'));
  const asking = await sheet();
  await asking.findByText('2 dates are added.');
  await device.user.click(asking.getByText('Save changes', { selector: 'button' }));
  await screen.findByText('Saved. It repeats now.');
  const events = await device.db.selectFrom('events').select('id').orderBy('starts_at').execute();
  expect([events.length, events[0]?.id]).toEqual([3, id]);
});

it('the edit form shows at the field why an event cannot repeat, and keeps its input', async () => {
  const device = await openCoachDevice();
  const { id } = await planned(device, {
    startsAt: '2026-11-20T17:00:00.000Z',
    endsAt: '2026-11-20T18:00:00.000Z',
  });
  await openAsAda(`/my/events/${id}/edit`);
  await field('Name');
  const row = within(document.querySelector('[data-group=repeat]') as HTMLElement);
  await device.user.click(row.getByText('Repeat'));
  await device.user.click(screen.getByLabelText('Every week'));
  await device.user.click(planningButton('Save'));
  await row.findByText(/^This event has already begun\./);
  expect((screen.getByLabelText('Every week') as HTMLInputElement).checked).toBe(true);
});

it('a match missing from its calendar is shown to those who run it, and can be cancelled there', async () => {
  const { ada, user, db, team, eventIn } = await openTeam('coach');
  const event = await eventIn(0, { name: 'Derby' });
  const at = { created_at: asked, updated_at: asked };
  const source = '0197a000-0000-7000-8000-00000000000a';
  await db
    .insertInto('fixture_sources')
    .values({
      ...at,
      id: source,
      team_id: team.id,
      url: 'https://league.example/u12.ics',
      time_zone: 'Europe/Brussels',
      publication: 'published',
      created_by: ada.id,
      etag: null,
      last_modified: null,
      checked_at: null,
      next_check_at: null,
      failure: null,
    })
    .execute();
  await db
    .insertInto('fixtures')
    .values({
      ...at,
      id: '0197a000-0000-7000-8000-00000000000b',
      team_id: team.id,
      source_id: source,
      import_id: null,
      uid: 'match-1',
      event_id: event.id,
      name: 'Derby',
      starts_at: startOf(0),
      ends_at: startOf(0),
      place: null,
      gone_at: asked,
    })
    .execute();
  await openAsAda(`/my/events/${event.id}`);
  await screen.findByText(/^league\.example no longer has this match/);
  await user.click(await button('Cancel the event'));
  const asking = await sheet();
  await user.click(asking.getByRole('button', { name: /^Cancel/ }));
  await waitFor(() => expect(screen.queryByText(/^league\.example/)).toBeNull());
});
