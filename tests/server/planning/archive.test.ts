// Archiving an ended event, restoring it, and deleting one without replies.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MyEventTab } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildRegistration,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub } from './club.ts';

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
beforeEach(async () => {
  server = await startTestServer();
  club = await buildPlanningClub(server.database.db);
});
afterEach(() => server.close());

const db = () => server.database.db;
const teamEvent = (given: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(db(), { organizer_organization_id: club.organization.id, teams: [club.team.id], ...given });
const over = {
  starts_at: '2026-11-18T10:00:00.000Z',
  ends_at: '2026-11-18T11:30:00.000Z',
  starts_on: '2026-11-18',
};
const archive = async (who: { id: string }, id: string, version = 1) =>
  (await signIn(server, who)).call('POST /api/events/{id}/archive', { params: { id }, body: { version } });
const see = async (who: { id: string }, id: string) =>
  (await signIn(server, who)).call('GET /api/events/{id}', { params: { id } });
const idsIn = async (who: { id: string }, tab: MyEventTab) =>
  (await (await signIn(server, who)).call('GET /api/users/me/events', { query: { tab } })).body.items.map(
    ({ id }) => id,
  );

const memberAt = (index: number) => club.members[index] ?? club.admin;
const member = () => memberAt(0);
const other = () => memberAt(1);

describe('archiving an event', () => {
  it('that has ended hides it from those who did not reply, and keeps it for the others', async () => {
    const event = await teamEvent({ ...over, visibility: 'public' });
    await buildRegistration(db(), { event_id: event.id, person_id: member().id });
    const { status, body } = await archive(club.coach, event.id);
    expect([status, body.publication, body.version]).toEqual([200, 'archived', 2]);
    expect((await see(club.coach, event.id)).status).toBe(200);
    expect((await see(member(), event.id)).status).toBe(200);
    expect((await see(other(), event.id)).status).toBe(404);
    expect(await idsIn(club.coach, 'past')).toEqual([event.id]);
    expect(await idsIn(member(), 'past')).toEqual([event.id]);
    expect(await idsIn(other(), 'past')).toEqual([]);
  });

  it('that was cancelled before its date moves it from Coaching to Past for those who run it', async () => {
    const event = await teamEvent({ event_status: 'EventCancelled' });
    expect([await idsIn(club.coach, 'coaching'), await idsIn(club.coach, 'past')]).toEqual([[event.id], []]);
    await archive(club.coach, event.id);
    expect([await idsIn(club.coach, 'coaching'), await idsIn(club.coach, 'past')]).toEqual([[], [event.id]]);
  });

  it.each([
    ['in the future', {}],
    ['a draft', { ...over, publication: 'draft' as const }],
    ['postponed, with any old date', { ...over, event_status: 'EventPostponed' as const }],
  ])('is refused while it is %s, and `can` says so', async (_, given) => {
    const event = await teamEvent(given);
    expect((await see(club.coach, event.id)).body.can.archive).toBe(false);
    expect((await archive(club.coach, event.id)).body.code).toBe('not_permitted');
  });

  it('from an older version is rejected with the current state', async () => {
    const event = await teamEvent({ ...over, version: 3 });
    const { status, body } = await archive(club.coach, event.id, 2);
    expect([status, body.code]).toEqual([409, 'stale_version']);
  });

  it('notifies no one, nor does restoring it; it cannot be edited until then', async () => {
    const event = await teamEvent(over);
    await archive(club.coach, event.id);
    const coach = await signIn(server, club.coach);
    const params = { id: event.id };
    const edit = { params, body: { version: 2, name: 'Another name' } };
    expect((await coach.call('PATCH /api/events/{id}', edit)).body.code).toBe('not_permitted');
    const back = await coach.call('POST /api/events/{id}/publish', { params, body: { version: 2 } });
    expect(back.body).toMatchObject({ publication: 'published', version: 3, can: { archive: true } });
    expect(back.body.publishedAt).toBe((await see(club.coach, event.id)).body.publishedAt);
    expect(await db().selectFrom('notifications').select('id').execute()).toEqual([]);
    expect((await see(other(), event.id)).status).toBe(200);
  });

  it('is in the audit log with its actor', async () => {
    const event = await teamEvent(over);
    await archive(club.admin, event.id);
    const lines = await db().selectFrom('audit_log').select(['actor_id', 'action']).execute();
    expect(lines).toEqual([{ actor_id: club.admin.id, action: 'event.archived' }]);
  });
});

describe('deleting a published event', () => {
  const canDelete = async (id: string) => (await see(club.coach, id)).body.can.delete;

  it('is allowed while no one has replied, and `can` says so only to those who run it', async () => {
    const event = await teamEvent();
    expect([await canDelete(event.id), (await see(member(), event.id)).body.can.delete]).toEqual([
      true,
      false,
    ]);
    const coach = await signIn(server, club.coach);
    expect((await coach.call('DELETE /api/events/{id}', { params: { id: event.id } })).status).toBe(204);
  });

  it('is refused once someone has replied or was marked, and `can` says so', async () => {
    const answered = await teamEvent();
    await buildRegistration(db(), { event_id: answered.id, person_id: member().id, state: 'declined' });
    const attended = await teamEvent(over);
    await buildAttendance(db(), { event_id: attended.id, person_id: member().id });
    const coach = await signIn(server, club.coach);
    for (const { id } of [answered, attended]) {
      expect(await canDelete(id)).toBe(false);
      expect((await coach.call('DELETE /api/events/{id}', { params: { id } })).body.code).toBe(
        'not_permitted',
      );
    }
  });

  it('is refused from the day before until a week after the end, when marks made offline may still arrive', async () => {
    const hours = (count: number) => new Date(server.now().getTime() + count * 3_600_000).toISOString();
    const lasting = (from: number, until: number, given: Parameters<typeof buildEvent>[1] = {}) =>
      teamEvent({ starts_at: hours(from), ends_at: hours(until), ...given });
    const week = 7 * 24;
    const assistant = await buildUser(db());
    await buildMembership(db(), { team_id: club.team.id, person_id: assistant.id, role: 'assistant' });
    const [marker, coach] = [await signIn(server, assistant), await signIn(server, club.coach)];
    const remove = async ({ id }: { id: string }) => [
      await canDelete(id),
      (await coach.call('DELETE /api/events/{id}', { params: { id } })).status,
    ];
    const running = await lasting(-0.5, 1);
    const refused = {
      running,
      tomorrow: await lasting(23, 24),
      'over for a week': await lasting(-week - 1, -week),
      moved: await lasting(48, 49, { previous_start_dates: JSON.stringify([hours(20)]) }),
      postponed: await lasting(-week - 3, -week - 2, { event_status: 'EventPostponed' }),
      cancelled: await lasting(-0.5, 1, { event_status: 'EventCancelled' }),
    };
    for (const [what, event] of Object.entries(refused))
      expect([what, ...(await remove(event))]).toEqual([what, false, 409]);
    const params = { id: running.id, personId: member().id };
    const body = { status: 'present', occurredAt: hours(-0.1) } as const;
    const marked = await marker.call('PUT /api/events/{id}/attendance/{personId}', { params, body });
    expect(marked.status).toBe(200);
    const deleted = {
      'in two days': await lasting(25, 26),
      'over for longer': await lasting(-week - 2, -week - 0.5),
      'a draft': await lasting(-0.5, 1, { publication: 'draft' }),
      'without a team': await lasting(-0.5, 1, {
        teams: [],
        owner_team_id: null,
        organizer_user_id: club.coach.id,
        organizer_organization_id: null,
      }),
    };
    for (const [what, event] of Object.entries(deleted))
      expect([what, ...(await remove(event))]).toEqual([what, true, 204]);
  });
});
