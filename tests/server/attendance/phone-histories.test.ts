// The pitch in any order: two phones with the page's own queue and wrong clocks mark people without signal, undo, are killed, lose
// requests and answers, and send in any order; meanwhile people check in by themselves, and the club cancels or postpones. Sometimes
// both phones are of one coach. In the end both show the newest decision of each person, and the history has every mark once.
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attendanceStatuses } from '../../../src/contract/values/enums.ts';
import { insertMarks, listMarksOf } from '../../../src/server/attendance/queries.ts';
import { signIn } from '../../support/client.ts';
import { caseCount, isLong } from '../../support/long.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club } from './club.ts';
import { type Decision, type Fate, openPhone, type Phone, stubBrowser } from './phone.ts';

const runs = caseCount({ sqlite: 200, postgres: 200, long: 3000 });
const minuteMs = 60_000;

let server: TestServer;
let world: Club;
let trainees: string[];
let dan: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  world = await buildClub(server);
  const { ada, ben, cas } = world.people;
  trainees = [ada.id, ben.id, cas.id];
  dan = await world.join('trainee', 'Dan');
});
afterAll(() => server.close());

const which = fc.nat({ max: 1 });
const fate = fc.constantFrom<Fate>('ok', 'ok', 'lostRequest', 'lostAnswer', 'busy');
const marking = fc.record({
  kind: fc.constant('mark' as const),
  phone: which,
  /** Of the trainees; 3 is the last guest on the phone's list, 4 someone who may have left long ago. */
  who: fc.nat({ max: 4 }),
  status: fc.option(fc.constantFrom(...attendanceStatuses), { nil: null, freq: 4 }),
});
const plain = (...kinds: ('rest' | 'guest' | 'undo' | 'kill' | 'read')[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), phone: which });
const sending = fc.record({
  kind: fc.constant('send' as const),
  phone: which,
  fates: fc.array(fate, { maxLength: 4 }),
});
const checkingIn = fc.record({
  kind: fc.constant('checkIn' as const),
  phone: which,
  who: fc.nat({ max: 1 }),
});
/** Someone else joins the last guest with a trainee. */
const joining = fc.record({ kind: fc.constant('join' as const), who: fc.nat({ max: 1 }) });
const step = fc.oneof(
  { weight: 5, arbitrary: marking },
  { weight: 4, arbitrary: plain('rest', 'guest', 'undo', 'undo', 'kill', 'read') },
  { weight: 3, arbitrary: sending },
  { weight: 1, arbitrary: checkingIn },
  { weight: 1, arbitrary: joining },
);
/** How many seconds a phone's clock is fast. A page takes one second for noise. */
const fastBy = fc.integer({ min: -5400, max: 5400 }).map((seconds) => (Math.abs(seconds) < 2 ? 0 : seconds));
const history = fc.record({
  fast: fc.tuple(fastBy, fastBy),
  steps: fc.array(fc.record({ step, minutes: fc.nat({ max: 30 }) }), { minLength: 4, maxLength: 14 }),
  /** Before which step the club cancels or postpones; often none. */
  changesAt: fc.nat({ max: 25 }),
  change: fc.constantFrom('EventCancelled' as const, 'EventPostponed' as const),
  isOneCoach: fc.boolean(),
  first: which,
  /** Someone on both phones' lists left long ago: the server refuses their marks, also as a part of a batch. */
  hasLeaver: fc.boolean(),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** A mark of no one yet is taken back, made and sent without an answer; then both are undone. */
const takenBackTwice: History = {
  fast: [0, 0],
  steps: [
    { kind: 'mark' as const, phone: 1, who: 1, status: null },
    { kind: 'mark' as const, phone: 1, who: 1, status: 'present' as const },
    { kind: 'send' as const, phone: 1, fates: ['lostAnswer' as const] },
    { kind: 'undo' as const, phone: 1 },
    { kind: 'undo' as const, phone: 1 },
  ].map((step) => ({ step, minutes: 0 })),
  changesAt: 25,
  change: 'EventCancelled',
  isOneCoach: false,
  first: 0,
  hasLeaver: false,
};

/** A guest who is not sent yet is marked. */
const markedGuest: History = {
  ...takenBackTwice,
  steps: [
    { kind: 'guest' as const, phone: 0 },
    { kind: 'mark' as const, phone: 0, who: 3, status: 'late' as const },
  ].map((step) => ({ step, minutes: 1 })),
};

/** A guest is joined with a trainee, while a mark that names the guest waits. */
const joinedGuest: History = {
  ...takenBackTwice,
  steps: [
    { kind: 'guest' as const, phone: 0 },
    { kind: 'send' as const, phone: 0, fates: ['lostAnswer' as const] },
    { kind: 'mark' as const, phone: 0, who: 0, status: 'absent' as const },
    { kind: 'join' as const, who: 0 },
    { kind: 'mark' as const, phone: 0, who: 3, status: 'late' as const },
  ].map((step) => ({ step, minutes: 1 })),
};

/** `by`: the coach; null for someone who checked in. */
type Made = Decision & { by: string | null; isGone: boolean };
const seen = {
  undone: 0,
  writtenBack: 0,
  killed: 0,
  EventCancelled: 0,
  EventPostponed: 0,
  checkedIn: 0,
  guestMarks: 0,
  twoPhonesOfOne: 0,
  guests: 0,
  rest: 0,
  superseded: 0,
  lost: 0,
  joined: 0,
  refused: 0,
  refusedInPart: 0,
};

const statuses = async (phone: Phone) =>
  new Map((await phone.people()).map(({ user, status }) => [user.id, status]));

async function expectShown(phone: Phone, wanted: readonly Pick<Decision, 'personId' | 'status'>[]) {
  const shown = await statuses(phone);
  for (const { personId, status } of wanted)
    expect([personId, shown.get(personId) ?? null]).toEqual([personId, status]);
}

/** Until nothing waits. A write that failed often is put aside, so more than one round may be needed. */
async function sendAll(phone: Phone) {
  const waiting = async () => (await phone.rows()).filter(({ refusal }) => refusal === null);
  for (let round = 0; round < 5 && (await waiting()).length > 0; round += 1) await phone.send([]);
  expect(await waiting()).toEqual([]);
  for (const { people } of await phone.rows()) expect(people?.map(({ name }) => name)).toEqual(['Dan']);
}

/** Ends or restores a membership as of long before the event. */
const setLeft = (personId: string, hasLeft: boolean) =>
  server.database.db
    .updateTable('memberships')
    .set({ status: hasLeft ? 'left' : 'active', ended_at: hasLeft ? '2026-01-01T00:00:00.000Z' : null })
    .where('person_id', '=', personId)
    .execute();

/** Joins the last guest that the server knows. Returns their id. */
async function joinLast(eventId: string, memberId: string): Promise<string | undefined> {
  const guest = await server.database.db
    .selectFrom('event_guests')
    .select('id')
    .where('event_id', '=', eventId)
    .where('joined_id', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!guest) return undefined;
  const answer = await (await signIn(server, world.people.coach)).call(
    'PUT /api/events/{id}/guests/{personId}',
    {
      params: { id: eventId, personId: guest.id },
      body: { memberId },
    },
  );
  expect(answer.status).toBe(200);
  return guest.id;
}

/** Of several decisions about a person the newest one. */
const newestOf = (made: readonly Made[], personId: string) =>
  made
    .filter((one) => one.personId === personId && !one.isGone)
    .toSorted((a, b) => a.atMs - b.atMs)
    .at(-1);

/** Whether someone checks in now: not where their newest mark says that they are here (check-in.ts). */
async function checkIn(eventId: string, personId: string): Promise<boolean> {
  const { db } = server.database;
  const [known] = await listMarksOf(db, eventId, personId, 1);
  if (known?.status === 'present' || known?.status === 'late') return false;
  const at = server.now().toISOString();
  const mark = {
    id: uuid(),
    personId,
    status: 'present' as const,
    minutesLate: null,
    reason: null,
    occurredAt: at,
  };
  await insertMarks(db, [mark], { eventId, markedBy: null, source: 'selfQr', at });
  return true;
}

async function marksOf(eventId: string) {
  const rows = await server.database.db
    .selectFrom('attendance')
    .select(['person_id', 'status', 'occurred_at', 'marked_by'])
    .where('event_id', '=', eventId)
    .execute();
  return rows.map(({ person_id: personId, status, occurred_at: at, marked_by: by }) => ({
    personId,
    status,
    atMs: Date.parse(at),
    by,
  }));
}

test('both phones show the newest decision of each person, and the history has every mark once', {
  timeout: isLong ? 0 : 180_000,
}, async () => {
  stubBrowser();
  await fc.assert(
    fc.asyncProperty(history, async ({ fast, steps, changesAt, change, isOneCoach, first, hasLeaver }) => {
      const { id: eventId } = await world.event();
      const joined = new Map<string, string>();
      await setLeft(dan.id, false);
      const phones: Phone[] = [];
      const { coach, assistant } = world.people;
      if (isOneCoach) seen.twoPhonesOfOne += 1;
      for (const [index, user] of [coach, isOneCoach ? coach : assistant].entries())
        phones.push(await openPhone(server, user, { eventId, aheadMs: (fast[index] ?? 0) * 1000 }));
      if (hasLeaver) await setLeft(dan.id, true);
      const phoneAt = (index: number) => phones[index] as Phone;
      const made: Made[] = [];
      /** Newer writes have replaced rows that were never sent. */
      const markReplaced = async (index: number, before: ReadonlySet<string>) => {
        const left = new Set((await phoneAt(index).rows()).map(({ id }) => id));
        for (const one of made) if (before.has(one.rowId) && !left.has(one.rowId)) one.isGone = true;
      };
      for (const [at, { step: now, minutes }] of steps.entries()) {
        // No two decisions in one millisecond: histories.test.ts has those.
        server.advance(minutes * minuteMs + 1);
        if (at === changesAt) {
          seen[change] += 1;
          await server.database.db
            .updateTable('events')
            .set({ event_status: change })
            .where('id', '=', eventId)
            .execute();
        }
        const phone = phoneAt('phone' in now ? now.phone : 0);
        const before = new Set(
          (await phone.rows()).filter(({ refusal }) => refusal === null).map(({ id }) => id),
        );
        const add = async (decisions: readonly Decision[]) => {
          await markReplaced(phones.indexOf(phone), before);
          made.push(
            ...decisions.map((one) => ({
              ...one,
              by: phone.userId,
              isGone: hasLeaver && one.personId === dan.id,
            })),
          );
          await expectShown(phone, decisions);
        };
        if (now.kind === 'mark') {
          const value = { status: now.status, minutesLate: now.status === 'late' ? 12 : null };
          const guest = (await phone.people()).findLast(({ isGuest }) => isGuest)?.user.id;
          if (now.who === 3 && guest) seen.guestMarks += 1;
          await add(await phone.mark(now.who === 4 ? dan.id : (trainees[now.who] ?? guest ?? ''), value));
        } else if (now.kind === 'rest') {
          const decisions = await phone.markRest();
          seen.rest += decisions.length;
          await add(decisions);
        } else if (now.kind === 'guest') {
          seen.guests += 1;
          await add(await phone.addGuest({ id: nextGuestId(), name: 'Gus Visitor' }));
        } else if (now.kind === 'undo') {
          const before = await statuses(phone);
          const { who, removed, made: back, shown } = await phone.undo();
          for (const one of made) if (removed.includes(one.rowId)) one.isGone = true;
          seen.undone += removed.length;
          seen.writtenBack += back.length;
          await add(back);
          await expectShown(
            phone,
            shown.map(({ person, status }) => ({ personId: person.id, status })),
          );
          const others = [...before].filter(([personId]) => !who.includes(personId));
          await expectShown(
            phone,
            others.map(([personId, status]) => ({ personId, status })),
          );
        } else if (now.kind === 'send') {
          seen.lost += now.fates.filter((one) => one === 'lostAnswer').length;
          await phone.send(now.fates);
        } else if (now.kind === 'checkIn') {
          const personId = trainees[now.who] ?? '';
          if (!(await checkIn(eventId, personId))) continue;
          seen.checkedIn += 1;
          const atMs = server.now().getTime();
          made.push({ rowId: '', personId, status: 'present', atMs, by: null, isGone: false });
        } else if (now.kind === 'join') {
          const memberId = trainees[now.who] ?? '';
          const guestId = await joinLast(eventId, memberId);
          if (guestId === undefined) continue;
          seen.joined += 1;
          joined.set(guestId, memberId);
        } else if (now.kind === 'read') await phone.read();
        else {
          seen.killed += 1;
          await phone.kill();
        }
      }
      for (const index of [first, 1 - first]) {
        server.advance(minuteMs);
        await sendAll(phoneAt(index));
      }
      for (const one of made) one.personId = joined.get(one.personId) ?? one.personId;
      const shown = [];
      for (const phone of phones) {
        const refused = await phone.rows();
        seen.refused += refused.length;
        seen.refusedInPart += refused.filter(({ call }) => call.endsWith('/attendance')).length;
        await phone.read();
        shown.push(
          (await phone.people())
            .filter(({ user }) => !(hasLeaver && user.id === dan.id))
            .map(({ user, status, occurredAt }) => [user.id, status, occurredAt]),
        );
      }
      expect(shown[0]).toEqual(shown[1]);
      const stored = await marksOf(eventId);
      for (const personId of new Set([...trainees, ...made.map((one) => one.personId)])) {
        const newest = newestOf(made, personId);
        const item = shown[0]?.find(([id]) => id === personId);
        expect([personId, item?.[1] ?? null]).toEqual([personId, newest?.status ?? null]);
        const kept = stored.filter((one) => one.personId === personId);
        const last = kept.toSorted((a, b) => a.atMs - b.atMs).at(-1);
        expect(last?.atMs ?? null).toBe(newest?.atMs ?? null);
        if (new Set(kept.map(({ by }) => by)).size > 1) seen.superseded += 1;
        // Each mark is of a decision, and of one that is not there yet.
        const decisions = made.filter((one) => one.personId === personId && !one.isGone);
        const keyOf = (userId: string | null, status: string | null, atMs: number) =>
          `${userId} ${status} ${atMs}`;
        const wanted = decisions.map((one) => keyOf(one.by, one.status, one.atMs));
        const keys = kept.map(({ by, status, atMs }) => keyOf(by, status, atMs));
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.filter((key) => !wanted.includes(key))).toEqual([]);
        // And each decision is a mark, unless the same coach said the same later, and that arrived first.
        const missing = decisions.filter((one) => !keys.includes(keyOf(one.by, one.status, one.atMs)));
        const isRepeated = (one: Made) =>
          kept.some(({ by, status, atMs }) => by === one.by && status === one.status && atMs >= one.atMs);
        expect(missing.filter((one) => !isRepeated(one))).toEqual([]);
      }
    }),
    { numRuns: runs, examples: [[takenBackTwice], [markedGuest], [joinedGuest]] },
  );
  if (isLong) console.info(`${runs} histories of two phones and their queues`, seen);
  // Guard: each case that the test is about occurred. The rare ones are in the examples.
  if (runs < 200) return;
  for (const [what, times] of Object.entries(seen)) expect([what, times]).not.toEqual([what, 0]);
});

let guests = 0;
function nextGuestId(): string {
  guests += 1;
  return `01a128a3-0000-7000-8000-${String(guests).padStart(12, '0')}`;
}
