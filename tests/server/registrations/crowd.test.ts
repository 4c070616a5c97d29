// Many people at once, over real connections: no seat is given twice, and no one is missing from the
// waitlist.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReplyAnswer } from '../../../src/contract/events/registrations.ts';
import { endDueHolds } from '../../../src/server/registrations/jobs.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { listen } from '../../support/product/listen.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let origin: string;
let stop: () => Promise<void>;
beforeEach(async () => {
  server = await startTestServer();
  ({ origin, stop } = await listen((request) => server.app.fetch(request)));
});
afterEach(async () => {
  await stop();
  await server.close();
});

async function send(client: Client, event: { id: string }, method: 'PUT' | 'DELETE', key?: string) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${origin}/api/events/${event.id}/registration`, {
    method,
    headers: { cookie, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(method === 'PUT' ? { response: 'attending' } : {}),
  });
  return { status: response.status, body: (await response.json()) as ReplyAnswer };
}

async function crowd(count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < count; index += 1)
    clients.push(await signIn(server, await buildUser(server.database.db)));
  return clients;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('200 concurrent replies for 20 places confirm 20 people and put 180 at waitlist positions 1 to 180', {
  timeout: 60_000,
}, async () => {
  const event = await buildEvent(server.database.db, { maximum_attendee_capacity: 20, waitlist_enabled: 1 });
  const people = await crowd(200);
  const answers = await Promise.all(people.map((client) => send(client, event, 'PUT')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const states = answers.map(({ body }) => body.registration?.state);
  expect(states.filter((state) => state === 'confirmed')).toHaveLength(20);
  const positions = answers.flatMap(({ body }) => body.registration?.position ?? []);
  expect(positions.toSorted((a, b) => a - b)).toEqual(numbers(180));

  // All attendees leave at once: each place is offered to one of the first 20 on the waitlist.
  const leaving = people.filter((_, index) => states[index] === 'confirmed');
  await Promise.all(leaving.map((client) => send(client, event, 'DELETE')));
  const seen = await Promise.all(
    people.map((client) => client.call('GET /api/events/{id}', { params: { id: event.id } })),
  );
  const offered = answers.filter((_, index) => seen[index]?.body.registration?.state === 'offered');
  expect(offered.map(({ body }) => body.registration?.position ?? 0).toSorted((a, b) => a - b)).toEqual(
    numbers(20),
  );
});

test('two concurrent replies with the same key are one reply with one answer', async () => {
  const event = await buildEvent(server.database.db, { maximum_attendee_capacity: 50 });
  for (const client of await crowd(10)) {
    const answers = await Promise.all(numbers(4).map(() => send(client, event, 'PUT', 'same')));
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    expect(first?.body).toMatchObject({ outcome: 'applied', registration: { version: 1 } });
  }
});

test('jobs of several processes at once end a hold once and offer its place once', async () => {
  const { db } = server.database;
  const event = await buildEvent(db, { maximum_attendee_capacity: 3, waitlist_enabled: 1 });
  const people = await crowd(9);
  for (const client of people) await send(client, event, 'PUT');
  await Promise.all(people.slice(0, 3).map((client) => send(client, event, 'DELETE')));
  server.advance(7 * 24 * 3_600_000 - 1);
  await Promise.all(numbers(5).map(() => endDueHolds(server)));
  const counts = await db
    .selectFrom('registrations')
    .select(['state', (count) => count.fn.countAll<number>().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  expect(counts).toEqual([
    { state: 'cancelledByAttendee', count: 3 },
    { state: 'offerExpired', count: 3 },
    { state: 'offered', count: 3 },
  ]);
  const offers = await db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', 'placeOffered')
    .execute();
  expect(offers).toHaveLength(6);
});
