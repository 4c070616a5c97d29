// The attendance of a team of 60 over 40 dates, and marks at one of its events: requests of the bench.
import { v7 as uuid } from 'uuid';
import type { Db } from '../../../src/server/db/open.ts';
import { buildEvent, buildMembership, buildPerson, buildTeam } from '../../support/factories.ts';
import { cpuBars } from '../bars.ts';
import type { Ask } from './load.ts';
import { pick, type Scenario } from './scenarios.ts';

const peopleCount = 60;
const dateCount = 40;
const dayMs = 86_400_000;
const statuses = ['present', 'present', 'present', 'late', 'excused', 'absent'] as const;

/** Adds the team, which the demo coach coaches, and an event that has just begun; returns the requests. */
export async function attendanceScenarios(db: Db, cookie: string): Promise<Scenario[]> {
  const name = `Bench ${Date.now().toString(36)}`;
  const team = await buildTeam(db, { name, slug: uuid(), invite_code: uuid() });
  const coach = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'coach')
    .executeTakeFirstOrThrow();
  await buildMembership(db, { team_id: team.id, person_id: coach.id, role: 'coach' });
  const people: string[] = [];
  for (let at = 0; at < peopleCount; at += 1) {
    const { id } = await buildPerson(db, { name: `Bench ${at}` });
    await buildMembership(db, { team_id: team.id, person_id: id });
    people.push(id);
  }
  const event = async (startsAt: number) => {
    const { id } = await buildEvent(db, {
      slug: uuid(),
      organizer_user_id: coach.id,
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: new Date(startsAt).toISOString(),
    });
    return id;
  };
  for (let date = 1; date <= dateCount; date += 1) {
    const startsAt = Date.now() - date * 7 * dayMs;
    const id = await event(startsAt);
    await markAll(db, id, people, { markedBy: coach.id, at: new Date(startsAt).toISOString(), turn: date });
  }
  const running = await event(Date.now() - 600_000);
  // A coach can mark a person only some times at one event.
  const marked: string[] = [];
  for (let date = 0; date < 100; date += 1) marked.push(await event(Date.now() - dayMs - date * 3_600_000));
  const read = (what: string, path: string, barMs: number): Scenario => ({
    name: what,
    next: () => ({ path, headers: { Cookie: cookie } }),
    status: 200,
    barMs,
  });
  return [
    read('attendance: an event with 60 people', `/api/events/${running}/attendance`, cpuBars.attendance),
    read(
      `attendance: a team of 60 over 40 dates`,
      `/api/teams/${team.id}/attendance`,
      cpuBars.attendanceTable,
    ),
    marking('attendance: one mark', { cookie, barMs: cpuBars.mark }, (at) => ({
      path: `/api/events/${pick(marked, at)}/attendance/${pick(people, Math.floor(at / marked.length))}`,
      body: { status: pick(statuses, at), occurredAt: new Date().toISOString() },
    })),
    marking('attendance: 60 marks in one call', { cookie, barMs: cpuBars.marks }, (at) => ({
      path: `/api/events/${pick(marked, at)}/attendance`,
      body: {
        marks: people.map((personId, one) => ({
          personId,
          status: pick(statuses, at + one),
          occurredAt: new Date().toISOString(),
        })),
      },
    })),
  ];
}

async function markAll(
  db: Db,
  event_id: string,
  people: readonly string[],
  { markedBy, at, turn }: { markedBy: string; at: string; turn: number },
): Promise<void> {
  const rows = people.map((person_id, one) => ({
    id: uuid(),
    event_id,
    person_id,
    status: pick(statuses, turn + one),
    minutes_late: null,
    marked_by: markedBy,
    occurred_at: at,
    received_at: at,
    source: 'coach' as const,
  }));
  await db.insertInto('attendance').values(rows).execute();
}

/** Like the outbox, each with its own key. */
function marking(
  name: string,
  { cookie, barMs }: { cookie: string; barMs: number },
  askAt: (at: number) => Pick<Ask, 'path' | 'body'>,
): Scenario {
  const run = uuid();
  let count = 0;
  const next = (): Ask => {
    const at = count++;
    return { ...askAt(at), method: 'PUT', headers: { Cookie: cookie, 'Idempotency-Key': `${run}-${at}` } };
  };
  return { name, next, status: 200, barMs };
}
