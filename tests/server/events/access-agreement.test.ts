// Roles at events, visibility and the readable roster are decided twice: in SQL, for lists, and in pure code.
// Both must agree for any person.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  eventRosterVisibilities,
  eventStatuses,
  eventVisibilities,
  type MembershipRole,
  type MembershipStatus,
  membershipRoles,
  membershipStatuses,
  publications,
  registrationStates,
} from '../../../src/contract/values/enums.ts';
import { eventsToMark } from '../../../src/server/attendance/ahead-queries.ts';
import { listPeople } from '../../../src/server/attendance/queries.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { roleColumns, runsEvent, seesEvent } from '../../../src/server/events/access-queries.ts';
import { noRegistration, replyStatus } from '../../../src/server/events/can-rules.ts';
import { canSeeEvent, rosterScopeOf, seesConfirmedPeople } from '../../../src/server/events/policy.ts';
import { roleAt, roleOf, visitingTeamsOf } from '../../../src/server/events/role-rules.ts';
import { listRegistrations } from '../../../src/server/events/roster-queries.ts';
import { groupRolesOf } from '../../../src/server/groups/queries.ts';
import { findOwnReply } from '../../../src/server/registrations/queries.ts';
import { organizersToNotify } from '../../../src/server/registrations/recipient-queries.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { caseCount, isLong } from '../../support/long.ts';
import { openTestDatabase } from '../../support/server.ts';

const runs = caseCount({ sqlite: 400, postgres: 100, long: 4000 });
const now = '2026-11-21T10:00:00.000Z';
const inNovember = {
  from: '2026-11-01T00:00:00.000Z',
  until: '2026-12-01T00:00:00.000Z',
  unended: '2026-10-01T00:00:00.000Z',
};

let database: Database;
/** Two organizations with two teams each, and a team of its own. */
const organizations: string[] = [];
const teams: { id: string; organizationId: string | null }[] = [];
let someone: { id: string };
/** Members of each team and organization, someone in two teams, and one who left: their teams as indexes. */
const others: { id: string; teams: number[]; state: 'confirmed' | 'declined' }[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  someone = await buildUser(db);
  for (let index = 0; index < 2; index += 1) {
    const { id } = await buildOrganization(db);
    organizations.push(id);
    for (let count = 0; count < 2; count += 1)
      teams.push({ id: (await buildTeam(db, { organization_id: id })).id, organizationId: id });
  }
  teams.push({ id: (await buildTeam(db)).id, organizationId: null });
  for (const [index, ofTeams] of [[0], [1], [2], [3], [4], [0, 2], [3, 4], []].entries()) {
    const { id } = await buildUser(db);
    others.push({ id, teams: ofTeams, state: index % 2 ? 'confirmed' : 'declined' });
    for (const at of ofTeams) await buildMembership(db, { team_id: teams[at]?.id ?? '', person_id: id });
    for (const team of ofTeams.length ? [] : teams)
      await buildMembership(db, { team_id: team.id, person_id: id, role: 'coach', status: 'removed' });
    for (const organization_id of organizations)
      if (index % 3) await buildMembership(db, { organization_id, person_id: id });
  }
});
afterAll(() => database.close());

const group = fc.option(
  fc.record({
    role: fc.constantFrom(...membershipRoles, 'assistant' as const, 'trainee' as const, 'trainee' as const),
    status: fc.constantFrom('active' as const, 'active' as const, ...membershipStatuses),
    endedAt: fc.constantFrom(null, '2026-11-10T10:00:00.000Z'),
  }),
  { freq: 2 },
);
type Given = { role: MembershipRole; status: MembershipStatus; endedAt: string | null };
const columnsOf = ({ role, status, endedAt }: Given) => ({
  role,
  status,
  ended_at: status === 'active' ? null : endedAt,
});
const reply = fc.option(
  fc.record({
    // A place is the most frequent reply, because it affects the other results most.
    state: fc.oneof(
      { weight: 2, arbitrary: fc.constant('confirmed' as const) },
      fc.constantFrom(...registrationStates),
    ),
    hold_expires_at: fc.constantFrom(null, '2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z'),
    must_ask: fc.constantFrom(0 as const, 1 as const),
  }),
  { freq: 3 },
);
const given = fc.record({
  ofTeams: fc.array(group, { minLength: 5, maxLength: 5 }),
  ofOrganizations: fc.array(group, { minLength: 2, maxLength: 2 }),
  organizer: fc.constantFrom('me', 'someone', 0, 0, 1),
  teams: fc.subarray([0, 1, 2, 3, 4], { maxLength: 3 }),
  /** Which of the teams owns it; null means the organizer. */
  owner: fc.constantFrom(0, 1, null),
  roster_visibility: fc.constantFrom(
    ...eventRosterVisibilities,
    'participants' as const,
    'participants' as const,
  ),
  isLeader: fc.boolean(),
  isCreator: fc.boolean(),
  visibility: fc.constantFrom(...eventVisibilities, 'team' as const, 'organization' as const),
  publication: fc.constantFrom(...publications, 'published' as const, 'published' as const),
  event_status: fc.constantFrom(...eventStatuses),
  reply,
});

type World = typeof given extends fc.Arbitrary<infer T> ? T : never;

/** Someone with one role in a team that shares an event with the team that owns it. */
const withRole = (role: 'coach' | 'assistant', at: number): World => ({
  ofTeams: Array.from({ length: 5 }, (_, index) =>
    index === at ? { role, status: 'active', endedAt: null } : null,
  ),
  ofOrganizations: [null, null],
  organizer: 0,
  teams: [0, 2],
  owner: 0,
  roster_visibility: 'participants',
  isLeader: false,
  isCreator: false,
  visibility: 'team',
  publication: 'published',
  event_status: 'EventScheduled',
  reply: { state: 'confirmed', hold_expires_at: null, must_ask: 0 },
});
/** What random people are in fewer than one of thirty cases: an assistant, and a visiting coach with a place. */
const rare: [World][] = [[withRole('assistant', 0)], [withRole('coach', 2)]];

test('SQL and pure code agree on role, visibility and readable roster of an event for any memberships and replies', {
  timeout: isLong ? 0 : 120_000,
}, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(given, async (world) => {
      const { db } = database;
      const me = await buildUser(db);
      for (const [index, membership] of world.ofTeams.entries()) {
        const team = teams[index];
        if (membership && team)
          await buildMembership(db, { ...columnsOf(membership), team_id: team.id, person_id: me.id });
      }
      for (const [index, membership] of world.ofOrganizations.entries()) {
        const organization_id = organizations[index];
        if (membership && organization_id)
          await buildMembership(db, { ...columnsOf(membership), organization_id, person_id: me.id });
      }
      const { organizer } = world;
      const organizerColumns =
        typeof organizer === 'number'
          ? { organizer_organization_id: organizations[organizer] ?? null }
          : { organizer_user_id: organizer === 'me' ? me.id : someone.id };
      const { visibility, publication, event_status, roster_visibility } = world;
      const ofEvent = world.teams.flatMap((index) => teams[index] ?? []);
      // A person owns only events without teams.
      const ownerIndex = world.owner ?? (typeof organizer === 'number' ? null : 0);
      const owner = ownerIndex === null ? null : (ofEvent[ownerIndex % (ofEvent.length || 1)]?.id ?? null);
      const { id } = await buildEvent(db, {
        ...organizerColumns,
        visibility,
        publication,
        event_status,
        roster_visibility,
        owner_team_id: owner,
        teams: ofEvent.map((team) => team.id),
        leaders: world.isLeader ? [me.id] : [],
        created_by: world.isCreator ? me.id : null,
      });
      if (world.reply) await buildRegistration(db, { ...world.reply, event_id: id, person_id: me.id });

      const row = await db
        .selectFrom('events as e')
        .select(['e.visibility', 'e.publication', 'e.event_status', 'e.roster_visibility'])
        .select(['e.owner_team_id', 'e.organizer_user_id', 'e.organizer_organization_id'])
        .select(roleColumns(me.id))
        .select(sql<0 | 1>`case when ${runsEvent(me.id)} then 1 else 0 end`.as('runs'))
        .select(sql<0 | 1>`case when ${seesEvent(me.id, now)} then 1 else 0 end`.as('sees'))
        .where('e.id', '=', id)
        .executeTakeFirstOrThrow();
      const role = roleOf(row);
      const groupRoles = await groupRolesOf(db, me.id);
      const event = { ...row, teams: ofEvent };
      expect(roleAt(event, groupRoles)).toBe(role);
      expect(row.runs === 1).toBe(role === 'coach');
      const own = world.reply ? await findOwnReply(db, id, me.id) : noRegistration;
      const sees = canSeeEvent(row, role, replyStatus(row, own, now));
      expect(row.sees === 1).toBe(sees);
      // Only those who run an event are notified as organizers, and its leaders among them always.
      const isNotified = (await organizersToNotify(db, id, 'eventFull')).includes(me.id);
      expect(isNotified && role !== 'coach').toBe(false);
      if (world.isLeader && role === 'coach') expect(isNotified).toBe(true);
      const marks = ['coach', 'assistant', 'visitingCoach'].includes(role);
      const near = await eventsToMark(db, { userId: me.id, ...inNovember }, 10_000);
      expect(near.includes(id)).toBe(marks && publication === 'published');
      for (const key of [role, `${role} ${sees}`]) seen.set(key, (seen.get(key) ?? 0) + 1);
      for (const [key, is] of Object.entries({ leader: world.isLeader, creator: world.isCreator }))
        if (is && role !== 'coach') seen.set(`${key} without a role`, 1);
      if (role === 'coach' || role === 'assistant' || role === 'visitingCoach') {
        const visiting = new Set(visitingTeamsOf(event, groupRoles));
        const isOwn = (one: { teams: number[] }) => one.teams.some((at) => visiting.has(teams[at]?.id ?? ''));
        for (const { id: person_id } of others) await buildAttendance(db, { event_id: id, person_id });
        const listed = await listPeople(db, { eventId: id, visitingCoachId: me.id }, 100);
        const marked = listed.filter((one) => one.status !== null).map((one) => one.id);
        expect(new Set(marked)).toEqual(new Set(others.filter(isOwn).map((one) => one.id)));
        if (role !== 'visitingCoach') return;
        for (const { id: person_id, state } of others)
          await buildRegistration(db, { event_id: id, person_id, state });
        const scope = rosterScopeOf(row, role, own.my_state);
        const read = { eventId: id, after: null, limit: 100, viewerId: me.id, scope, at: new Date(now) };
        const isConfirmedShown = seesConfirmedPeople(row, own.my_state);
        const expected = others.filter(
          (one) => isOwn(one) || (isConfirmedShown && one.state === 'confirmed'),
        );
        const replied = (await listRegistrations(db, read)).map((one) => one.person_id);
        expect(new Set(replied.filter((one) => one !== me.id))).toEqual(
          new Set(expected.map((one) => one.id)),
        );
        seen.set(`visitingCoach ${isConfirmedShown ? 'shown' : 'not shown'} confirmed places`, 1);
      }
    }),
    { numRuns: runs, examples: rare },
  );
  if (runs < 400) return;
  // Guard: every role and outcome occurred.
  for (const role of [
    'coach',
    'assistant',
    'visitingCoach',
    'teamMember',
    'organizationMember',
    'former',
    'guest',
  ])
    expect([role, seen.has(role)]).toEqual([role, true]);
  for (const key of [
    'former true',
    'former false',
    'guest true',
    'guest false',
    'leader without a role',
    'visitingCoach shown confirmed places',
    'visitingCoach not shown confirmed places',
  ])
    expect([key, seen.has(key)]).toEqual([key, true]);
});
