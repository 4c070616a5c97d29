// Editing, postponing, cancelling and deleting a date of a series in its page: the scope, and the preview.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import {
  buildMembership,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { drafts, fill, goOffline, openCoachDevice, planned } from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const dayMs = 86_400_000;

/** Ada coaches a team with one more member; they train on four future Tuesdays and Thursdays. */
async function openSeries(rrule = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', count = 4) {
  const device = await openCoachDevice();
  const { db } = device;
  const ben = await buildUser(db);
  await buildMembership(db, { person_id: ben.id, team_id: device.team.id });
  const tuesday = new Date(Date.now() + 14 * dayMs);
  tuesday.setUTCDate(tuesday.getUTCDate() + ((9 - tuesday.getUTCDay()) % 7));
  const startsAt = `${tuesday.toISOString().slice(0, 10)}T17:00:00.000Z`;
  await planned(device, {
    name: 'Training',
    startsAt,
    endsAt: startsAt.replace('T17:00', 'T18:30'),
    timeZone: 'UTC',
    recurrence: { rrule },
  });
  const dates = () => db.selectFrom('events').selectAll().orderBy('recurrence_id').execute();
  const ids = (await dates()).map(({ id }) => id);
  expect(ids).toHaveLength(count);
  return { ...device, ben, ids, dates };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const sheetCalled = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('an edit of this and following dates previews how many change, who is notified and which replies stay', async () => {
  const { user, db, ben, ids, dates } = await openSeries();
  await buildRegistration(db, { event_id: ids[2] ?? '', person_id: ben.id });
  await openAsAda(`/my/events/${ids[1]}/edit`);
  await fill('Name', 'Late training');
  await fill('Starts at', '18:30');
  await user.click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  await sheet.findByRole('button', { name: 'Change 1 date' });
  await user.click(sheet.getByRole('radio', { name: /^This and following/ }));
  const act = await sheet.findByRole('button', { name: 'Change 3 dates' });
  sheet.getByRole('radio', { name: 'This and following 3 dates' });
  sheet.getByText('One person is notified now.');
  // A screen reader does not say that the first one is struck through.
  expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Was TrainingLate training',
    expect.stringMatching(/^Was .*:00.*18:30/),
  ]);
  sheet.getByText("One person keeps their answer. We'll ask if they're still coming.");
  await user.click(act);
  await screen.findByText('3 dates were changed.');
  expect((await dates()).map((date) => date.name)).toEqual(['Training', ...Array(3).fill('Late training')]);
  expect((await dates()).map((date) => date.starts_at.slice(11, 16))).toEqual([
    '17:00',
    ...Array(3).fill('18:30'),
  ]);
});

/** The sheet that asks, with all dates chosen. */
async function renameAll({ click }: Awaited<ReturnType<typeof openSeries>>['user'], id: string | undefined) {
  await openAsAda(`/my/events/${id}/edit`);
  await fill('Name', 'Circuit');
  await click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  await click(sheet.getByRole('radio', { name: /^All/ }));
  return sheet;
}

it('an edit lists dates with their own changes, and overwrites them on request', async () => {
  const { user, db, ids, dates } = await openSeries();
  await db
    .updateTable('events')
    .set({ name: 'With pizza' })
    .where('id', '=', ids[3] ?? '')
    .execute();
  const sheet = await renameAll(user, ids[0]);
  await sheet.findByRole('button', { name: 'Change 3 dates' });
  sheet.getByText(/keeps its own name\.$/);
  await user.click(sheet.getByRole('checkbox', { name: 'Change those too' }));
  await user.click(await sheet.findByRole('button', { name: 'Change 4 dates' }));
  await screen.findByText('4 dates were changed.');
  expect(new Set((await dates()).map((date) => date.name))).toEqual(new Set(['Circuit']));
});

it('an edit names the first dates with their own changes, and folds the others', async () => {
  const { user, db, ids } = await openSeries('FREQ=DAILY;COUNT=6', 6);
  await db
    .updateTable('events')
    .set({ name: 'With pizza', meeting_point: 'At the gate' })
    .where('id', 'in', ids.slice(1))
    .execute();
  const sheet = await renameAll(user, ids[0]);
  const folded = (await sheet.findByText('2 more dates')).closest('details');
  const all = sheet.getAllByText(/keeps its own name\.$/);
  expect(all.map((line) => folded?.contains(line))).toEqual([false, false, false, true, true]);
});

it('an edit and a postponement say that replies and payments stay', async () => {
  const { user, db, ben, ids } = await openSeries();
  const { id } = await buildRegistration(db, { event_id: ids[2] ?? '', person_id: ben.id });
  await buildPayment(db, { registration_id: id, state: 'succeeded', paid_at: new Date().toISOString() });
  const sheet = await renameAll(user, ids[0]);
  await sheet.findByText('One person has replied. Their answers stay.');
  sheet.getByText('One person has paid or is paying. Their payment stays.');
  cleanup();
  await openAsAda(`/my/events/${ids[2]}`);
  await user.click(await button('More actions'));
  await user.click(await button('Postpone'));
  const postpone = await sheetCalled('Postpone without a date?');
  await postpone.findByText('One person has replied. Their answers stay.');
  postpone.getByText('One person has paid or is paying. Their payment stays.');
});

it('an edit of all dates says which of them do not get a team that the coach cannot add', async () => {
  const { user, db, ada, ids } = await openSeries();
  const visiting = await buildTeam(db, { name: 'Ledeberg U12', visibility: 'private' });
  const own = await buildTeam(db, { name: 'KV Rooigem U14' });
  await buildMembership(db, { person_id: ada.id, team_id: own.id, role: 'coach' });
  await db
    .insertInto('event_teams')
    .values({ event_id: ids[0] ?? '', team_id: visiting.id })
    .execute();
  await openAsAda(`/my/events/${ids[0]}/edit`);
  await user.click(await screen.findByText('Ledeberg U12'));
  await user.click(await screen.findByLabelText('KV Rooigem U14'));
  await user.click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  await user.click(sheet.getByRole('radio', { name: /^All/ }));
  await sheet.findByText(/^3 other dates don't get all of these teams/);
  await user.click(await sheet.findByRole('button', { name: 'Change 4 dates' }));
  await screen.findByText('4 dates were changed.');
  const teams = await db.selectFrom('event_teams').selectAll().where('team_id', '=', visiting.id).execute();
  expect(teams.map(({ event_id }) => event_id)).toEqual([ids[0]]);
});

it('an edit is queued offline and changes all dates once online', async () => {
  const { user, ids, dates } = await openSeries();
  await openAsAda(`/my/events/${ids[0]}/edit`);
  await fill('Name', 'Circuit');
  const goOnline = goOffline();
  await user.click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  await user.click(sheet.getByRole('radio', { name: /^All/ }));
  await sheet.findByText(/We'll save it as soon as possible\./);
  await user.click(sheet.getByRole('button', { name: 'Change' }));
  await screen.findByText('Your changes will be sent as soon as possible.');
  goOnline();
  await waitFor(async () =>
    expect(new Set((await dates()).map((date) => date.name))).toEqual(new Set(['Circuit'])),
  );
});

it('an edit of the recurrence that was queued offline is no draft any more once it is saved', async () => {
  const { user, db, ids } = await openSeries();
  await openAsAda(`/my/events/${ids[0]}/edit`);
  await screen.findByText(/^Tuesdays and Thursdays until/);
  await user.click(await screen.findByText('Repeat'));
  await user.click(await screen.findByLabelText('Thursday'));
  const goOnline = goOffline();
  await user.click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  await sheet.findByText(/We'll save it as soon as possible\./);
  await user.click(sheet.getByRole('button', { name: 'Change' }));
  await screen.findByText('Your changes will be sent as soon as possible.');
  goOnline();
  await waitFor(async () => {
    const rules = await db.selectFrom('event_series').select('rrule').execute();
    expect(rules.map(({ rrule }) => rrule.includes('TH'))).toEqual([false]);
  });
  cleanup();
  await openAsAda(`/my/events/${ids[0]}/edit`);
  await screen.findByText(/^Tuesdays until/);
  await waitFor(() => expect(drafts()).toEqual([]));
  expect(screen.queryByText(/are still here, but not saved yet/)).toBeNull();
});

describe('an edit of the recurrence while another coach moves later dates by an hour', () => {
  const lookAgain = 'Someone else changed this in the meantime. Look at it again.';

  async function openRule() {
    const device = await openSeries();
    const { user, laptop, ids } = device;
    await openAsAda(`/my/events/${ids[0]}/edit`);
    await screen.findByText(/^Tuesdays and Thursdays until/);
    await user.click(await screen.findByText('Repeat'));
    await user.click(await screen.findByLabelText('Thursday'));
    const moveLater = async () => {
      const params = { id: ids[2] ?? '' };
      const { body } = await laptop.call('GET /api/events/{id}', { params });
      const later = (at: string) => new Date(Date.parse(at) + dayMs / 24).toISOString();
      const { version, startsAt, endsAt } = body;
      const times = { startsAt: later(startsAt), endsAt: later(endsAt) };
      const moved = await laptop.call('PATCH /api/events/{id}', {
        params,
        body: { version, scope: 'following', ...times },
      });
      expect(moved.status).toBe(200);
    };
    const starts = async () => (await device.dates()).map((date) => date.starts_at);
    return { ...device, moveLater, starts };
  }

  it('is not saved over that change, and can be saved after another look', async () => {
    const { user, moveLater, starts, dates } = await openRule();
    await user.click(await button('Save'));
    const sheet = await sheetCalled('Change which dates?');
    const change = await sheet.findByRole('button', { name: /^Change \d/ });
    await moveLater();
    const moved = await starts();
    await user.click(change);
    await screen.findByText(lookAgain);
    expect(await starts()).toEqual(moved);
    await user.click(await button('Save'));
    const again = await sheetCalled('Change which dates?');
    await user.click(await again.findByRole('button', { name: /^Change \d/ }));
    await waitFor(async () => expect(await dates()).toHaveLength(2));
  });

  it('that was queued offline is refused, and stays in the form with a note', async () => {
    const { user, ids, moveLater, starts } = await openRule();
    const goOnline = goOffline();
    await user.click(await button('Save'));
    const sheet = await sheetCalled('Change which dates?');
    await sheet.findByText(/We'll save it as soon as possible\./);
    await user.click(sheet.getByRole('button', { name: 'Change' }));
    await screen.findByText('Your changes will be sent as soon as possible.');
    await moveLater();
    const moved = await starts();
    goOnline();
    await waitFor(() => expect(outboxStore.get().rows[0]?.refusal?.code).toBe('stale_version'));
    cleanup();
    await openAsAda(`/my/events/${ids[0]}/edit`);
    await screen.findByText(/^Someone changed this event before your changes arrived\./);
    await screen.findByText(/^Tuesdays until/);
    expect(await starts()).toEqual(moved);
  });
});

it('postponed dates of a series take place on their own dates again, for the chosen dates', async () => {
  const { user, db, ids, dates } = await openSeries();
  await db
    .updateTable('events')
    .set({ event_status: 'EventPostponed' })
    .where('id', 'in', ids.slice(1))
    .execute();
  const before = await dates();
  await openAsAda(`/my/events/${ids[1]}/edit?newDate`);
  await user.click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  await sheet.findByRole('button', { name: 'Change 1 date' });
  await user.click(sheet.getByRole('radio', { name: /^This and following/ }));
  await user.click(await sheet.findByRole('button', { name: 'Change 3 dates' }));
  await screen.findByText('3 dates were changed.');
  expect((await dates()).map(({ event_status, starts_at }) => [event_status, starts_at])).toEqual(
    before.map(({ starts_at }) => ['EventScheduled', starts_at]),
  );
});

it('postponing, cancelling and deleting apply to several dates', async () => {
  const { user, db, ben, ids, dates } = await openSeries();
  await openAsAda(`/my/events/${ids[3]}`);
  await user.click(await button('More actions'));
  await user.click(await button('Postpone'));
  const postpone = await sheetCalled('Postpone without a date?');
  await user.click(postpone.getByRole('radio', { name: /^This and following/ }));
  await postpone.findByRole('radio', { name: 'This and following 1 date' });
  await user.click(postpone.getByRole('button', { name: 'Postpone' }));
  await screen.findByRole('link', { name: 'Set a new date' });

  await buildRegistration(db, { event_id: ids[2] ?? '', person_id: ben.id });
  cleanup();
  await openAsAda(`/my/events/${ids[2]}`);
  await user.click(await button('More actions'));
  await user.click(await button('Cancel this event'));
  const cancel = await sheetCalled('Cancel which dates?');
  await user.click(cancel.getByRole('radio', { name: /^This and following/ }));
  await cancel.findByText(/^One person loses their place or reply\./);
  await user.click(await cancel.findByRole('button', { name: 'Cancel 2 dates' }));
  await waitFor(async () =>
    expect((await dates()).map((date) => date.event_status)).toEqual([
      'EventScheduled',
      'EventScheduled',
      'EventCancelled',
      'EventCancelled',
    ]),
  );

  cleanup();
  await openAsAda(`/my/events/${ids[0]}`);
  await user.click(await button('More actions'));
  await user.click(await button('Delete'));
  const remove = await sheetCalled('Delete which dates?');
  await user.click(remove.getByRole('radio', { name: /^All/ }));
  await user.click(remove.getByRole('button', { name: 'Delete' }));
  await remove.findByText(/People have replied to 1 of these dates/);
  expect(await dates()).toHaveLength(4);
});

it('an edit of the recurrence asks what to do with answered dates that it no longer names', async () => {
  const { user, db, ben, ids, dates } = await openSeries();
  await buildRegistration(db, { event_id: ids[1] ?? '', person_id: ben.id });
  await openAsAda(`/my/events/${ids[0]}/edit`);
  // It can be opened once the page knows the rule.
  await screen.findByText(/^Tuesdays and Thursdays until/);
  await user.click(await screen.findByText('Repeat'));
  await user.click(await screen.findByLabelText('Thursday'));
  await user.click(await button('Save'));
  const sheet = await sheetCalled('Change which dates?');
  expect(sheet.queryByRole('radio', { name: /^Only/ })).toBeNull();
  await sheet.findByText('One date that no one has answered is deleted.');
  sheet.getByText('One date becomes an event of its own, with its answers.');
  await user.click(sheet.getByRole('radio', { name: 'Cancel them' }));
  await sheet.findByText('One date is cancelled.');
  sheet.getByText('One person loses their place or reply.');
  expect(sheet.queryByText(/Their answers/)).toBeNull();
  await user.click(sheet.getByRole('button', { name: /^Change \d dates$/ }));
  await screen.findByText(/dates were changed\.$/);
  const left = await dates();
  expect(
    left.filter((date) => date.series_id !== null).map((date) => new Date(date.starts_at).getUTCDay()),
  ).toEqual([2, 2]);
  expect(left.find((date) => date.id === ids[1])).toMatchObject({
    series_id: null,
    event_status: 'EventCancelled',
  });
});

it.each([
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4', 'Monthly on the last day, 4 times'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=4', 'Monthly on days 1 and 15, 4 times'],
  ['FREQ=WEEKLY;COUNT=4', 'Every week, 4 times'],
])(
  '%s, which the form cannot make, is shown in words alone, and other fields of all dates can be edited',
  async (rrule, words) => {
    const { user, db, ids, dates } = await openSeries(rrule);
    await openAsAda(`/my/events/${ids[0]}/edit`);
    await screen.findByText(words);
    screen.getByText('4 dates');
    expect(document.querySelector('[data-group=repeat]')).toBeNull();
    await fill('Name', 'Circuit');
    await user.click(await button('Save'));
    const sheet = await sheetCalled('Change which dates?');
    await user.click(sheet.getByRole('radio', { name: /^All/ }));
    await user.click(await sheet.findByRole('button', { name: 'Change 4 dates' }));
    await screen.findByText('4 dates were changed.');
    expect((await dates()).map((date) => date.name)).toEqual(Array(4).fill('Circuit'));
    const series = await db.selectFrom('event_series').select('rrule').execute();
    expect(series).toEqual([{ rrule }]);
  },
);
