// Dates of a series that were given to another owner: their new owner's edits leave the series of the first owner alone, and the
// other way round.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { buildMembership, buildUser } from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event, column, parts } = setUpSeries();
const everyTuesday = 'FREQ=WEEKLY;BYDAY=TU';
const organization = () => ({ kind: 'organization', id: setup.club.organization.id });
const otherTeam = () => ({ kind: 'team', id: setup.club.otherTeam.id });
const at = (day: string, hour = 17) => ({
  startsAt: `${day}T${hour}:00:00.000Z`,
  endsAt: `${day}T${hour + 1}:30:00.000Z`,
});

/** Can plan for the organization, but not for its teams. */
async function organizationCoach() {
  const person = await buildUser(db(), { is_coach: 1 });
  const organization_id = setup.club.organization.id;
  await buildMembership(db(), { organization_id, person_id: person.id, role: 'coach' });
  return person;
}

/** A weekly series of the team without an end, whose third date was given to the organization. */
async function withGivenDate() {
  const ids = await make(everyTuesday);
  const given = ids[2] ?? '';
  expect((await edit(given, { owner: organization() })).status).toBe(200);
  return { ids, given, coach: await organizationCoach(), before: await parts(given) };
}

/** Weekly dates of the team until the second, and of the other team from the third on. */
async function withGivenPart(rrule = everyTuesday) {
  const ids = await make(rrule);
  const third = ids[2] ?? '';
  expect((await edit(third, { scope: 'following', owner: otherTeam() })).status).toBe(200);
  const [ours, theirs] = await parts(third);
  return { ids, third, ours, theirs };
}

async function addedAfter(ids: readonly string[]) {
  setup.server.advance(30 * 86_400_000);
  await runJob(setup.server, 'extendSeries');
  return db()
    .selectFrom('events')
    .select(['name', 'visibility', 'recurrence_id', 'owner_team_id'])
    .where('id', 'not in', ids)
    .orderBy('recurrence_id')
    .execute();
}

const cancel = async (id: string, scope: 'following' | 'all', who: { id: string }) =>
  (await signIn(setup.server, who)).call('POST /api/events/{id}/cancel', { params: { id }, body: { scope } });
const remove = async (id: string, scope: 'this' | 'following' | 'all', who: { id: string }) =>
  (await signIn(setup.server, who)).call('DELETE /api/events/{id}', { params: { id }, query: { scope } });

describe('the new owner of one date', () => {
  it.each(['following', 'all'])('changes only that date with the scope %s', async (scope) => {
    const { ids, given, coach, before } = await withGivenDate();
    const change = { scope, ...at('2026-12-16'), name: 'Open day', visibility: 'public' };
    const { status, preview } = await edit(given, change, coach);
    expect(status).toBe(200);
    expect(preview).toMatchObject({ dates: 1, kept: ids.length - 1 });
    expect(await event(given)).toMatchObject({ starts_at: '2026-12-16T17:00:00.000Z', name: 'Open day' });
    expect(await parts(given)).toEqual(before);
    const added = await addedAfter(ids);
    expect(added.map(({ recurrence_id }) => recurrence_id)).toEqual(['2027-06-08T18:00', '2027-06-15T18:00']);
    expect(new Set(added.map(({ name, visibility }) => `${name} ${visibility}`))).toEqual(
      new Set(['Evening row team']),
    );
  });

  it('cannot change how the series repeats', async () => {
    const { ids, given, coach, before } = await withGivenDate();
    const client = await signIn(setup.server, coach);
    for (const scope of ['following', 'all']) {
      const change = { scope, recurrence: { rrule: 'FREQ=DAILY;COUNT=30' } };
      const { status, body } = await edit(given, change, coach);
      expect([status, body]).toMatchObject([
        422,
        { errors: [{ path: 'recurrence.rrule', code: 'other_owner' }] },
      ]);
      const preview = await client.call('POST /api/events/{id}/preview', {
        params: { id: given },
        body: change,
      });
      expect(preview.status).toBe(422);
    }
    expect(await parts(given)).toEqual(before);
    expect(await addedAfter(ids)).toHaveLength(2);
  });

  it('cancels only that date, and the series goes on', async () => {
    const { ids, given, coach, before } = await withGivenDate();
    expect((await cancel(given, 'following', coach)).body).toMatchObject({ outcome: 'applied' });
    expect((await event(given)).event_status).toBe('EventCancelled');
    expect(await parts(ids[0] ?? '')).toEqual(before);
    expect(await addedAfter(ids)).toHaveLength(2);
  });

  it('deletes only that date, and the series goes on', async () => {
    const { ids, given, coach, before } = await withGivenDate();
    expect((await remove(given, 'all', coach)).status).toBe(204);
    expect(await parts(ids[0] ?? '')).toEqual(before);
    expect(await addedAfter(ids)).toHaveLength(2);
  });

  it('leaves the template of the series as it was stored when its date is deleted', async () => {
    const { given, coach } = await withGivenDate();
    const stored = () => db().selectFrom('event_series').select('template').orderBy('id').execute();
    const before = await stored();
    expect((await remove(given, 'this', coach)).status).toBe(204);
    expect(await stored()).toEqual(before);
  });

  it('changes all of the dates that were given to them, which keep their own values', async () => {
    const { ids, given, coach } = await withGivenDate();
    const [, , , , fifth = '', sixth = ''] = ids;
    await edit(fifth, { owner: organization(), name: 'With guests' });
    await edit(sixth, { owner: organization() });
    const { preview } = await edit(given, { scope: 'all', name: 'Open day' }, coach);
    expect(preview).toMatchObject({
      dates: 2,
      keptDates: [{ startsAt: (await event(fifth)).starts_at, fields: ['name'] }],
    });
    expect(await column([given, fifth, sixth], 'name')).toEqual(['Open day', 'With guests', 'Open day']);
  });
});

describe('the owner of a series whose later dates were given away', () => {
  it('keeps the rule and the template of these dates as they are', async () => {
    const { ids, ours, theirs } = await withGivenPart();
    expect(JSON.parse(theirs?.template ?? '')).toMatchObject({ owner: otherTeam() });
    const first = ids[0] ?? '';
    const { preview } = await edit(
      first,
      { scope: 'all', ...at('2026-12-02'), name: 'Row' },
      setup.club.coach,
    );
    expect(preview).toMatchObject({ dates: 2 });
    expect((await column(ids, 'name')).slice(0, 3)).toEqual(['Row', 'Row', 'Evening row']);
    const [changed, same] = await parts(first);
    expect(same).toEqual(theirs);
    expect(JSON.parse(changed?.template ?? '')).toMatchObject({ name: 'Row' });
    expect(changed?.rrule).toBe(ours?.rrule.replace('TU', 'WE').replace('1214', '1215'));
    const added = await addedAfter(ids);
    expect(new Set(added.map(({ name, owner_team_id }) => `${name} ${owner_team_id}`))).toEqual(
      new Set([`Evening row ${setup.club.otherTeam.id}`]),
    );
  });

  it('gives a new rule to their own dates alone', async () => {
    const { ids, third, theirs } = await withGivenPart();
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261212' };
    const { preview } = await edit(ids[1] ?? '', { scope: 'all', recurrence }, setup.club.coach);
    expect(preview).toMatchObject({
      warnings: [
        { code: 'datesAdded', count: 1 },
        { code: 'datesDeleted', count: 1 },
        { code: 'datesSeparated', count: 1 },
      ],
    });
    expect((await parts(third)).find(({ id }) => id === theirs?.id)).toEqual(theirs);
    expect(await event(third)).toMatchObject({ series_id: theirs?.id, recurrence_id: '2026-12-15T18:00' });
  });

  it('takes the owner of the whole series along with the scope all', async () => {
    const ids = await make(everyTuesday);
    await edit(ids[3] ?? '', { scope: 'following', name: 'Row' });
    expect((await edit(ids[0] ?? '', { scope: 'all', owner: otherTeam() })).status).toBe(200);
    const owners = (await parts(ids[0] ?? '')).map(({ template }) => JSON.parse(template).owner.id);
    expect(owners).toEqual(Array(2).fill(setup.club.otherTeam.id));
    const added = await addedAfter(ids);
    expect(new Set(added.map(({ owner_team_id }) => owner_team_id))).toEqual(
      new Set([setup.club.otherTeam.id]),
    );
  });
});
