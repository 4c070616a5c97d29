// Three phones of two coaches mark people without signal, with wrong clocks, and send later, in any order, some of it again.
// Whatever the order: the newest decision of each person counts, and the history has every mark once, except those that say the
// same as their coach's newest mark and are older.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttendanceStatus } from '../../../src/contract/values/enums.ts';
import { attendanceStatuses } from '../../../src/contract/values/enums.ts';
import { type Client, signIn } from '../../support/client.ts';
import { caseCount, isLong } from '../../support/long.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club } from './club.ts';

const runs = caseCount({ sqlite: 100, postgres: 25, long: 3000 });
const minuteMs = 60_000;

let server: TestServer;
let world: Club;
let people: string[];
beforeAll(async () => {
  server = await startTestServer();
  world = await buildClub(server);
  const { ada, ben, cas } = world.people;
  people = [ada.id, ben.id, cas.id];
});
afterAll(() => server.close());

/** Few people and few minutes, so that decisions of the same person and the same instant meet. */
const decision = fc.record({
  who: fc.nat({ max: 2 }),
  status: fc.option(fc.constantFrom(...attendanceStatuses), { nil: null, freq: 3 }),
  minute: fc.nat({ max: 12 }),
});
const write = fc.record({
  /** The coach has the first and the last one. */
  phone: fc.nat({ max: 2 }),
  decisions: fc.array(decision, { minLength: 1, maxLength: 3 }),
  isBatch: fc.boolean(),
  /** Minutes from the last decision to each time that it is sent. */
  sendings: fc.array(fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 2000 })), { minLength: 1, maxLength: 2 }),
});
const history = fc.record({
  /** How many seconds each phone's clock is fast. */
  fast: fc.array(fc.integer({ min: -5400, max: 5400 }), { minLength: 3, maxLength: 3 }),
  writes: fc.array(write, { minLength: 2, maxLength: 5 }),
});

type Decided = { personId: string; status: AttendanceStatus | null; at: number };
type Received = Decided & { received: number; order: number; phone: number };
type Request = { phone: number; key: string; decided: Decided[]; isBatch: boolean; sentAt: number };

const instant = (ms: number) => new Date(ms).toISOString();
const isNewer = (a: Received, b: Received) => a.at - b.at || a.received - b.received || a.order - b.order;
const isCoachs = (phone: number) => phone !== 1;
const seen = { superseded: 0, repeated: 0, takenBack: 0, ties: 0, merged: 0 };

/** What the phones send, by the true time of sending. */
function requestsOf({ writes }: typeof history extends fc.Arbitrary<infer T> ? T : never, start: number) {
  const requests = writes.flatMap(({ phone, decisions, isBatch, sendings }, index): Request[] => {
    const decided = decisions.map(({ who, status, minute }) => ({
      personId: people[who] ?? '',
      status,
      at: start + minute * minuteMs,
    }));
    const groups = isBatch ? [decided] : decided.map((one) => [one]);
    return groups.flatMap((group, at) =>
      sendings.map((minutes) => ({
        phone,
        key: `${start}-${index}-${at}`,
        decided: group,
        isBatch,
        sentAt: Math.max(...group.map((one) => one.at)) + minutes * minuteMs,
      })),
    );
  });
  return requests.toSorted((a, b) => a.sentAt - b.sentAt);
}

/** Sessions by phone; an access token lasts a quarter of an hour. */
const clients = new Map<number, { client: Client; since: number }>();

async function clientOf(phone: number): Promise<Client> {
  const now = server.now().getTime();
  const known = clients.get(phone);
  if (known && now - known.since < 10 * minuteMs) return known.client;
  const client = await signIn(server, isCoachs(phone) ? world.people.coach : world.people.assistant);
  clients.set(phone, { client, since: now });
  return client;
}

async function send(eventId: string, { phone, key, decided, isBatch }: Request, fastMs: number) {
  const client = await clientOf(phone);
  const byDevice = (at: number) => instant(at + fastMs);
  const headers = { 'Idempotency-Key': key };
  const sentAt = byDevice(server.now().getTime());
  const marks = decided.map(({ personId, status, at }) => ({ personId, status, occurredAt: byDevice(at) }));
  const [only] = marks;
  if (isBatch || !only) {
    const call = 'PUT /api/events/{id}/attendance' as const;
    const answer = await client.call(call, { params: { id: eventId }, body: { marks, sentAt }, headers });
    expect(answer.status).toBe(200);
    return answer.body.items;
  }
  const { personId, ...mark } = only;
  const answer = await client.call('PUT /api/events/{id}/attendance/{personId}', {
    params: { id: eventId, personId },
    body: { ...mark, sentAt },
    headers,
  });
  expect(answer.status).toBe(200);
  return [answer.body];
}

test('phones agree on the newest decision of each person, and the history has every mark once', {
  timeout: isLong ? 0 : 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { id } = await world.event();
      const start = server.now().getTime();
      // Every decision, and those that are stored.
      const received: Received[] = [];
      const stored: Received[] = [];
      const answers = new Map<string, unknown>();
      for (const request of requestsOf(given, start)) {
        server.advance(request.sentAt - server.now().getTime());
        const items = await send(id, request, (given.fast[request.phone] ?? 0) * 1000);
        if (answers.has(request.key)) {
          expect(items).toEqual(answers.get(request.key));
          seen.repeated += 1;
          continue;
        }
        answers.set(request.key, items);
        const now = server.now().getTime();
        const added = request.decided.map(
          (one, at): Received => ({
            ...one,
            received: now,
            order: received.length + at,
            phone: request.phone,
          }),
        );
        received.push(...added);
        const kept = added.map((mark) => {
          const known = newestOf(stored, mark.personId);
          const isSame =
            known?.status === mark.status &&
            isCoachs(known.phone) === isCoachs(mark.phone) &&
            mark.at <= known.at;
          if (known && isSame) seen.merged += 1;
          else stored.push(mark);
          return known && isSame ? known : mark;
        });
        for (const [at, mark] of added.entries()) {
          const newest = newestOf(received, mark.personId);
          const counts = newestOf(stored, mark.personId) === kept[at];
          expect(items[at]).toMatchObject({
            outcome: counts ? 'applied' : 'superseded',
            status: newest?.status,
          });
          if (!counts) seen.superseded += 1;
          if (mark.status === null) seen.takenBack += 1;
        }
      }
      for (const phone of [0, 1]) {
        const client = await clientOf(phone);
        const { body } = await client.call('GET /api/events/{id}/attendance', { params: { id } });
        for (const personId of people) {
          const item = body.items.find((one) => one.user.id === personId);
          const newest = newestOf(received, personId);
          expect([item?.status, item?.occurredAt]).toEqual([
            newest?.status ?? null,
            newest ? instant(newest.at) : null,
          ]);
        }
      }
      const client = await clientOf(0);
      for (const personId of people) {
        const { body } = await client.call('GET /api/events/{id}/attendance/{personId}', {
          params: { id, personId },
        });
        const marks = stored
          .filter((one) => one.personId === personId)
          .toSorted(isNewer)
          .toReversed();
        expect(body.items.map(({ status, occurredAt }) => [status, occurredAt])).toEqual(
          marks.map(({ status, at }) => [status, instant(at)]),
        );
        if (new Set(marks.map(({ at }) => at)).size < marks.length) seen.ties += 1;
      }
    }),
    { numRuns: runs },
  );
  if (isLong) console.info(`${runs} histories of three phones`, seen);
  // Guard: each case that the test is about occurred. The rarest is in every fifth history.
  if (runs < 100) return;
  for (const [what, times] of Object.entries(seen)) expect([what, times]).not.toEqual([what, 0]);
});

const newestOf = (received: readonly Received[], personId: string) =>
  received
    .filter((one) => one.personId === personId)
    .toSorted(isNewer)
    .at(-1);
