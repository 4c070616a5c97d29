// Random histories of absences, manual replies, moved, postponed and added dates, and the clock. No registration, payment or manual
// reply may be lost, and the job leaves no event unanswered for someone who is away.
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAbsence,
  changeAbsence,
  endAbsence,
  removeAbsence,
} from '../../../src/server/absences/absences.ts';
import { answerForAway } from '../../../src/server/absences/jobs.ts';
import type { Db } from '../../../src/server/db/open.ts';
import { Problem } from '../../../src/server/http/problem.ts';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildOffer, buildPayment, buildRegistration } from '../../support/factories.ts';
import { isLong } from '../../support/long.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub } from '../planning/club.ts';

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const who = fc.nat({ max: 2 });
const which = fc.nat({ max: 5 });
const day = fc.integer({ min: 1, max: 28 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reply' as const),
      who,
      which,
      response: fc.constantFrom('attending', 'attending', 'tentative', 'declined', 'cancel'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), who, from: day, length: day }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change' as const), who, which, from: day, length: day }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'delete' as const), who, which }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which, to: day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('postpone' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('extend' as const), to: day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('work' as const) }) },
);
/** `extend`: a date appears as if the job had added it to a series, without answers. */
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const dayOf = (number: number) => `2026-12-${String(Math.min(31, number)).padStart(2, '0')}`;

const buildTraining = (db: Db, at: number, given: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(db, {
    starts_at: `${dayOf(at)}T17:00:00.000Z`,
    organizer_organization_id: club.organization.id,
    teams: [club.team.id],
    waitlist_enabled: 1,
    ...given,
  });

/** Six events of the team: one is priced and paid by the first member, one has a single place. */
async function buildEvents(db: Db): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const maximum_attendee_capacity = index === 1 ? 1 : null;
    const { id } = await buildTraining(db, 4 + index * 4, { maximum_attendee_capacity });
    ids.push(id);
  }
  const [event_id = '', , freed = ''] = ids;
  const person_id = club.members[0]?.id ?? '';
  const { id: offer_id } = await buildOffer(db, { event_id });
  const { id } = await buildRegistration(db, { event_id, person_id, offer_id });
  await buildPayment(db, { registration_id: id, state: 'succeeded', paid_at: '2026-11-20T10:00:00.000Z' });
  // A formerly priced event: the payment was abandoned, the registration stays.
  const { id: past } = await buildRegistration(db, { event_id: freed, person_id, state: 'tentative' });
  await buildPayment(db, { registration_id: past, state: 'canceled' });
  return ids;
}

const look = async (events: string[]) =>
  server.database.db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('absences as a', 'a.id', 'r.absence_id')
    .select(['r.id', 'r.person_id', 'r.event_id', 'r.state', 'r.absence_id', 'r.offer_id'])
    .select(['e.starts_on', 'a.person_id as away_id', 'a.from_day', 'a.to_day', 'a.ended_at'])
    .where('r.event_id', 'in', events)
    .orderBy('r.id')
    .execute();
type Rows = Awaited<ReturnType<typeof look>>;

/** Replies that are missing although the member is away. Postponed events have no day. */
async function unansweredOf(events: string[]) {
  const rows = await server.database.db
    .selectFrom('absences as a')
    .innerJoin('events as e', (join) =>
      join.onRef('e.starts_on', '>=', 'a.from_day').onRef('e.starts_on', '<=', 'a.to_day'),
    )
    .leftJoin('registrations as r', (join) =>
      join.onRef('r.event_id', '=', 'e.id').onRef('r.person_id', '=', 'a.person_id'),
    )
    .select(['a.person_id', 'e.starts_on'])
    .where(
      'a.person_id',
      'in',
      club.members.map(({ id }) => id),
    )
    .where('a.ended_at', 'is', null)
    .where('e.id', 'in', events)
    .where('e.event_status', '<>', 'EventPostponed')
    .where('r.id', 'is', null)
    .execute();
  return rows;
}

const paymentsOf = (events: string[]) =>
  server.database.db
    .selectFrom('payments as y')
    .innerJoin('registrations as r', 'r.id', 'y.registration_id')
    .select(['y.id', 'y.registration_id', 'r.person_id', 'r.event_id'])
    .where('r.event_id', 'in', events)
    .orderBy('y.id')
    .execute();

/** Descriptions of everything that a step lost or invented. */
function broken(before: Rows, after: Rows, { kind }: Step, replied: string | undefined): string[] {
  const faults: string[] = [];
  const now = new Map(after.map((row) => [row.id, row]));
  for (const row of before) {
    const is = now.get(row.id);
    const isOwn = `${row.person_id} ${row.event_id}` === replied;
    if (row.absence_id !== null || isOwn) continue;
    const isOffered = row.state === 'waitlisted' && is?.state === 'offered';
    const mayAnswer =
      (kind === 'add' || kind === 'change') && is?.state === 'declined' && row.offer_id === null;
    if (is?.state !== row.state && !isOffered && !mayAnswer)
      faults.push(`by hand ${row.state} became ${is?.state}`);
    if (is && is.absence_id !== null && !mayAnswer) faults.push('an absence took an answer by hand');
  }
  for (const row of after) {
    if (row.absence_id === null) continue;
    const isCovered =
      row.ended_at === null && (row.from_day ?? '~') <= row.starts_on && row.starts_on <= (row.to_day ?? '');
    if (row.state !== 'declined') faults.push(`an absence answers ${row.state}`);
    if (!isCovered) faults.push(`an absence answers for ${row.starts_on}`);
    if (row.away_id !== row.person_id) faults.push("another person's absence answers");
  }
  return faults;
}

async function take(given: Step, events: string[]): Promise<string | undefined> {
  const { db, dialect } = server.database;
  const personId = 'who' in given ? (club.members[given.who]?.id ?? '') : '';
  const inOne = (work: (tx: Db) => Promise<unknown>) => db.transaction().execute(work);
  const at = server.now().toISOString();
  const own = async (index: number) => {
    const rows = await db
      .selectFrom('absences')
      .select('id')
      .where('person_id', '=', personId)
      .orderBy('id')
      .execute();
    return rows[index % Math.max(1, rows.length)]?.id ?? uuid();
  };
  const deciding = { personId, decidedAt: at };
  switch (given.kind) {
    case 'reply': {
      const id = events[given.which] ?? '';
      const client = await signIn(server, { id: personId });
      const { response } = given;
      if (response === 'cancel')
        await client.call('DELETE /api/events/{id}/registration', { params: { id }, body: {} });
      else await client.call('PUT /api/events/{id}/registration', { params: { id }, body: { response } });
      return `${personId} ${id}`;
    }
    case 'add': {
      const days = { from: dayOf(given.from), to: dayOf(given.from + given.length) };
      await inOne((tx) => addAbsence({ db: tx, dialect, at }, deciding, { id: uuid(), ...days, note: null }));
      return undefined;
    }
    case 'change': {
      const id = await own(given.which);
      const days = { from: dayOf(given.from), to: dayOf(given.from + given.length) };
      await inOne((tx) => changeAbsence({ db: tx, dialect, at }, deciding, id, days));
      return undefined;
    }
    case 'end':
    case 'delete': {
      const id = await own(given.which);
      const end = given.kind === 'end' ? endAbsence : removeAbsence;
      await inOne((tx) => end({ db: tx, dialect, at }, personId, id));
      return undefined;
    }
    case 'move':
    case 'postpone': {
      const id = events[given.which] ?? '';
      const client = await signIn(server, club.coach);
      const { body } = await client.call('GET /api/events/{id}', { params: { id } });
      const wanted =
        given.kind === 'postpone'
          ? { eventStatus: 'EventPostponed' as const }
          : {
              eventStatus: 'EventScheduled' as const,
              startsAt: `${dayOf(given.to)}T17:00:00.000Z`,
              endsAt: `${dayOf(given.to)}T18:30:00.000Z`,
            };
      const change = { params: { id }, body: { version: body.version, ...wanted } };
      expect((await client.call('PATCH /api/events/{id}', change)).status).toBe(200);
      return undefined;
    }
    case 'extend': {
      const { id } = await buildTraining(db, given.to);
      events.push(id);
      return undefined;
    }
    case 'work':
      await answerForAway(server);
      return undefined;
  }
}

test('random histories of absences lose no registration, payment or manual reply', {
  timeout: 600_000,
}, async () => {
  const { db } = server.database;
  let answered = 0;
  const steps = fc.array(step, { minLength: 10, maxLength: 25, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      club = await buildPlanningClub(db, 3);
      const events = await buildEvents(db);
      const payments = await paymentsOf(events);
      let before = await look(events);
      for (const given of history) {
        // Steps of minutes, so that all events are still in the future after thousands of histories.
        server.advance(1000);
        const replied = await take(given, events).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          return undefined;
        });
        const after = await look(events);
        expect({ given, faults: broken(before, after, given, replied) }).toEqual({ given, faults: [] });
        if (given.kind === 'work') expect(await unansweredOf(events)).toEqual([]);
        answered += after.filter((row) => row.absence_id !== null).length;
        before = after;
      }
      expect(await paymentsOf(events)).toEqual(expect.arrayContaining(payments));
    }),
    { numRuns: isLong ? 2000 : 25 },
  );
  expect(answered).toBeGreaterThan(100);
});
