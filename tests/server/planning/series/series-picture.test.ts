// The picture of a series: which dates show it after an edit with a scope, that new dates have it, and that its file is stored
// once and goes with the last date.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { buildRegistration } from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { picturesOf, png } from '../event-pictures.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event, column, parts, notices } = setUpSeries();
const { put, remove, get, files } = picturesOf(setup);

const images = async (ids: readonly string[]) => {
  const rows = await db().selectFrom('events').select(['id', 'image']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.image ?? null);
};
const allDates = () => db().selectFrom('events').selectAll().orderBy('starts_at').orderBy('id').execute();
const preview = async (id: string, body: object) =>
  (await setup.preview(setup.club.admin, id, body)).body as {
    dates: number;
    kept: number;
    keptDates: { startsAt: string; fields: string[] }[];
  };
const start = async () => {
  const ids = await make();
  const { body } = await put(setup.club.admin, ids[0] ?? '', await png(), { scope: 'all' });
  return { ids, first: body.image ?? '' };
};

describe('PUT of a picture with the scope all', () => {
  it('shows it on every date from one file, raises each version once, and notifies no one', async () => {
    const ids = await make();
    const [, second = ''] = ids;
    expect(await preview(second, { scope: 'all', image: 'replace' })).toMatchObject({ dates: 6, kept: 0 });
    expect(await files()).toEqual([]);
    const { status, body } = await put(setup.club.admin, second, await png(), { scope: 'all' });
    expect([status, body.version]).toEqual([200, 2]);
    expect(await images(ids)).toEqual(Array(6).fill(body.image));
    expect(await column(ids, 'version')).toEqual(Array(6).fill(2));
    expect((await allDates()).map(({ sequence }) => sequence)).toEqual(Array(6).fill(0));
    expect(await files()).toHaveLength(1);
    expect((await get(body.image ?? '')).status).toBe(200);
    expect(await notices()).toEqual([]);
    const audit = await db()
      .selectFrom('audit_log')
      .select(['object_id', 'after'])
      .where('action', '=', 'event.edited')
      .execute();
    expect(audit.map(({ object_id, after }) => [object_id, JSON.parse(after ?? '')])).toEqual([
      [second, { fields: ['image'], scope: 'all' }],
    ]);
    expect(await parts(second)).toHaveLength(1);
  });

  it('skips dates that are past, cancelled or of another owner, and keeps those with a picture of their own', async () => {
    const { ids, first } = await start();
    const [, cancelled = '', given = '', own = '', opened = ''] = ids;
    setup.server.advance(Date.parse('2026-12-02T00:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    await db()
      .updateTable('events')
      .set({ event_status: 'EventCancelled' })
      .where('id', '=', cancelled)
      .execute();
    await edit(given, { owner: { kind: 'organization', id: setup.club.organization.id } });
    const single = await put(setup.club.admin, own, await png('#0000ff'));
    const { starts_at } = await event(own);
    const change = { scope: 'all', image: 'replace' };
    expect(await preview(opened, change)).toMatchObject({
      dates: 2,
      kept: 4,
      keptDates: [{ startsAt: starts_at, fields: ['picture'] }],
    });
    const { body } = await put(setup.club.admin, opened, await png('#ff0000'), { scope: 'all' });
    const stay = [first, first, first];
    expect(await images(ids)).toEqual([...stay, single.body.image, body.image, body.image]);
    expect(await files()).toHaveLength(3);
    // Also those, on request.
    const replace = { scope: 'all', handEdits: 'replace' } as const;
    expect(await preview(opened, { ...replace, image: 'remove' })).toMatchObject({ dates: 3, keptDates: [] });
    expect((await remove(setup.club.admin, opened, replace)).status).toBe(204);
    expect(await images(ids)).toEqual([...stay, null, null, null]);
    expect(await files()).toHaveLength(1);
  });

  it('is refused like any other edit with a scope, and nothing is stored', async () => {
    const [id = ''] = await make();
    const bytes = await png();
    const [member = setup.club.otherCoach] = setup.club.members;
    expect((await put(member, id, bytes, { scope: 'all' })).status).toBe(409);
    expect((await remove(setup.club.otherCoach, id, { scope: 'all' })).status).toBe(404);
    expect((await put(setup.club.admin, id, bytes, { handEdits: 'replace' })).status).toBe(422);
    await db().updateTable('events').set({ event_status: 'EventCancelled' }).where('id', '=', id).execute();
    expect((await put(setup.club.admin, id, bytes, { scope: 'all' })).status).toBe(409);
    expect(await files()).toEqual([]);
    expect((await allDates()).map(({ version }) => version)).toEqual(Array(6).fill(1));
  });

  it('sent by two coaches at once leaves one picture on all dates, and one file', async () => {
    const ids = await make();
    const colours = ['#ff0000', '#00ff00', '#0000ff'];
    const sent = await Promise.all(
      colours.map(async (colour, index) =>
        put(setup.club.admin, ids[index] ?? '', await png(colour), { scope: 'all' }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [image, ...others] = new Set(await images(ids));
    expect(others).toEqual([]);
    expect(sent.map(({ body }) => body.image)).toContain(image);
    expect((await files()).map((name) => `/api/pictures/${name}.webp`)).toEqual([image]);
  });
});

it('PUT and DELETE of a picture with the scope following leave the earlier dates, and split the series', async () => {
  const { ids, first } = await start();
  const [, , third = '', , fifth = ''] = ids;
  const { body } = await put(setup.club.admin, third, await png('#ff0000'), { scope: 'following' });
  await remove(setup.club.admin, fifth, { scope: 'following' });
  expect(await images(ids)).toEqual([first, first, body.image, body.image, null, null]);
  expect(await parts(third)).toHaveLength(3);
  expect(await files()).toHaveLength(2);
});

it('a picture without a scope is for one date of a series', async () => {
  const { ids, first } = await start();
  const { body } = await put(setup.club.admin, ids[1] ?? '', await png('#ff0000'));
  expect(await images(ids)).toEqual([first, body.image, ...Array(4).fill(first)]);
  expect(await column(ids, 'version')).toEqual([2, 3, 2, 2, 2, 2]);
});

it('a preview counts a picture with the other fields of the edit', async () => {
  const { ids } = await start();
  const [first = '', second = ''] = ids;
  await edit(second, { name: 'With pizza' });
  expect(await preview(first, { scope: 'all', name: 'Row', image: 'remove' })).toMatchObject({
    dates: 6,
    keptDates: [{ startsAt: (await event(second)).starts_at, fields: ['name'] }],
  });
  const refused = await setup.preview(setup.club.admin, first, { action: 'cancel', image: 'remove' });
  expect(refused.status).toBe(422);
});

describe('new dates of a series', () => {
  it('that the job adds have its picture, also after an edit', async () => {
    const [id = ''] = await make('FREQ=WEEKLY;BYDAY=TU');
    const { body } = await put(setup.club.admin, id, await png(), { scope: 'all' });
    const before = (await allDates()).length;
    setup.server.advance(60 * 86_400_000);
    await Promise.all([runJob(setup.server, 'extendSeries'), runJob(setup.server, 'extendSeries')]);
    const dates = await allDates();
    expect(dates.length).toBeGreaterThan(before);
    expect(new Set(dates.map(({ image }) => image))).toEqual(new Set([body.image]));
    expect(await files()).toHaveLength(1);
  });

  it('that the job adds have no picture once no date shows it', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU');
    await put(setup.club.admin, ids[0] ?? '', await png(), { scope: 'all' });
    for (const id of ids) await remove(setup.club.admin, id);
    expect(await files()).toEqual([]);
    setup.server.advance(60 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    const dates = await allDates();
    expect(dates.length).toBeGreaterThan(ids.length);
    expect(new Set(dates.map(({ image }) => image))).toEqual(new Set([null]));
  });

  it('have the picture of an event that is made to repeat', async () => {
    const { id } = await setup.teamEvent({
      starts_at: '2026-12-01T17:00:00.000Z',
      ends_at: '2026-12-01T18:30:00.000Z',
    });
    const { body } = await put(setup.club.coach, id, await png());
    await edit(id, { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' } }, setup.club.coach);
    expect((await allDates()).map(({ image }) => image)).toEqual(Array(4).fill(body.image));
    expect(await files()).toHaveLength(1);
  });

  it('of a new rule have the picture, also when every other date that showed it is deleted', async () => {
    const { ids, first } = await start();
    const [opened = ''] = ids;
    await remove(setup.club.admin, opened);
    const { status } = await edit(opened, {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=3' },
    });
    expect(status).toBe(200);
    const dates = await allDates();
    expect(dates.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual([opened]);
    expect(dates.map(({ image }) => image)).toEqual([null, first, first, first]);
    expect((await get(first)).status).toBe(200);
  });
});

describe('deleting dates of a series', () => {
  const deleteDates = async (id: string, scope: 'this' | 'following' | 'all') =>
    (
      await (
        await signIn(setup.server, setup.club.admin)
      ).call('DELETE /api/events/{id}', {
        params: { id },
        query: { scope },
      })
    ).status;

  it('keeps the file of their picture until the last date that shows it is deleted', async () => {
    const { ids, first } = await start();
    expect(await deleteDates(ids[0] ?? '', 'this')).toBe(204);
    expect(await deleteDates(ids[3] ?? '', 'following')).toBe(204);
    expect((await get(first)).status).toBe(200);
    expect(await deleteDates(ids[1] ?? '', 'all')).toBe(204);
    expect((await get(first)).status).toBe(404);
    expect(await files()).toEqual([]);
  });

  it('that is refused keeps every picture', async () => {
    const { ids, first } = await start();
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: ids[2] ?? '', person_id: member.id });
    expect(await deleteDates(ids[0] ?? '', 'all')).toBe(409);
    expect(await images(ids)).toEqual(Array(6).fill(first));
    expect((await get(first)).status).toBe(200);
  });
});
