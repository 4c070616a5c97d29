// The attendance rates of a team's members, and who sees them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildAttendance, buildEvent, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Person = { id: string };

describe('attendance on the page of a team', () => {
  it("shows a member their own rate and the coach everyone's, from the newest marks of a year", async () => {
    const { id } = await buildTeam(db());
    const group = { team_id: id };
    const coach = await member(server, group, 'coach', 'active', { name: 'C' });
    const ann = await member(server, group, 'trainee', 'active', { name: 'A' });
    const bo = await member(server, group, 'trainee', 'active', { name: 'B' });
    const marked = async (starts_at: string, given: Parameters<typeof buildEvent>[1] = {}) =>
      (await buildEvent(db(), { teams: [id], starts_at, ...given })).id;
    const first = await marked('2026-11-01T10:00:00.000Z');
    const second = await marked('2026-11-08T10:00:00.000Z');
    const third = await marked('2026-11-15T10:00:00.000Z');
    const mark = (
      event_id: string,
      user: Person,
      status: 'present' | 'late' | 'excused' | 'absent',
      at?: string,
    ) => buildAttendance(db(), { event_id, person_id: user.id, status, ...(at && { occurred_at: at }) });
    await mark(first, ann, 'present');
    await mark(second, ann, 'absent', '2026-11-08T10:05:00.000Z');
    await mark(second, ann, 'late', '2026-11-08T10:15:00.000Z');
    await mark(third, ann, 'excused');
    await mark(third, bo, 'absent');
    await mark(await marked('2025-11-01T10:00:00.000Z'), ann, 'absent');
    await mark(await marked('2026-11-16T10:00:00.000Z', { event_status: 'EventCancelled' }), ann, 'absent');
    await mark(await marked('2026-11-16T11:00:00.000Z', { event_status: 'EventPostponed' }), ann, 'absent');
    await mark(await marked('2026-11-17T10:00:00.000Z', { teams: [] }), ann, 'absent');
    const pageOf = async (user: Person) =>
      (await (await signIn(server, user)).call('GET /api/teams/{id}', { params: { id } })).body;
    const asCoach = await pageOf(coach);
    expect(asCoach.roster?.map(({ name, attendance }) => [name, attendance])).toEqual([
      ['A', { attended: 2, counted: 2 }],
      ['B', { attended: 0, counted: 1 }],
      ['C', { attended: 0, counted: 0 }],
    ]);
    const asAnn = await pageOf(ann);
    expect(asAnn.attendance).toEqual({ attended: 2, counted: 2 });
    expect(asAnn.roster?.map(({ attendance }) => attendance)).toEqual([null, null, null]);
    const asStranger = await pageOf(await buildUser(db()));
    expect([asStranger.attendance, asStranger.roster, asStranger.requestCount]).toEqual([null, null, null]);
  });
});
