// A server that is killed while people reply: what it acknowledged is there, once, and asking again is answered the same.
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { ReplyAnswer } from '../../src/contract/registrations.ts';
import { startSession } from '../../src/server/accounts/sessions.ts';
import { readConfig } from '../../src/server/config.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openSqlite } from '../../src/server/db/open.ts';
import { choosePayments } from '../../src/server/ports/payments/choose.ts';
import { buildEvent, buildUser } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { endAll, newFolder, start } from '../support/server-process.ts';

afterEach(endAll);

const secret = 'a-secret-for-tests-of-32-bytes-or-more';
const capacity = 5;

type Sent = { cookie: string; key: string; response: 'attending' | 'declined'; answer: ReplyAnswer | null };

/** A database with an event of five places, and the cookies of twelve people. */
async function prepare(dataDir: string) {
  const database = openSqlite(join(dataDir, 'sideline.db'));
  await migrate(database);
  const startsAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const event = await buildEvent(database.db, {
    starts_at: startsAt,
    maximum_attendee_capacity: capacity,
    waitlist_enabled: 1,
  });
  const now = () => new Date();
  const config = readConfig({});
  const authSecret = new TextEncoder().encode(secret);
  const post = async () => new Response();
  const deps = {
    database,
    now,
    config,
    payments: choosePayments(config, { database, now, authSecret, post }),
    mailer: { send: async () => {} },
    log: pino({ level: 'silent' }),
    authSecret,
    buildId: 'test',
  };
  const cookies: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const session = await startSession(deps, (await buildUser(database.db)).id, 'test');
    cookies.push(session.cookies.map((line) => line.split(';')[0]).join('; '));
  }
  await database.close();
  return { eventId: event.id, cookies };
}

async function send(origin: string, eventId: string, { cookie, key, response }: Sent): Promise<ReplyAnswer> {
  const answer = await fetch(`${origin}/api/events/${eventId}/registration`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ response }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ReplyAnswer;
}

test('no acknowledged reply is lost or made twice, however often the server is killed', async () => {
  const dataDir = newFolder();
  const { eventId, cookies } = await prepare(dataDir);
  const sent: Sent[] = [];
  for (let round = 0; round < 4; round += 1) {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), DATA_DIR: dataDir, AUTH_SECRET: secret, RATE_LIMIT: 'off' };
    const server = await start(env);
    expect(server.outcome).toBe('ready');
    // Everything so far, once more: what was answered is answered so again, what was not is answered now.
    for (const one of sent) {
      const answer = await send(origin, eventId, one);
      if (one.answer) expect(answer).toEqual(one.answer);
      one.answer = answer;
    }
    const acknowledgedBefore = sent.length;
    const device = async (cookie: string, index: number) => {
      for (let turn = 0; ; turn += 1) {
        const one: Sent = {
          cookie,
          key: `${round}-${index}-${turn}`,
          response: (turn + index) % 3 === 2 ? 'declined' : 'attending',
          answer: null,
        };
        sent.push(one);
        one.answer = await send(origin, eventId, one);
        if (sent.length > acknowledgedBefore + 120) server.child.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(cookies.map(device));
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    await server.ended;
  }
  const database = openSqlite(join(dataDir, 'sideline.db'));
  const rows = await database.db
    .selectFrom('registrations')
    .select('state')
    .where('event_id', '=', eventId)
    .execute();
  const stored = await database.db.selectFrom('mutations').select('answer').execute();
  await database.close();
  const held = rows.filter(({ state }) => state === 'confirmed' || state === 'offered');
  expect(rows).toHaveLength(cookies.length);
  const isWaiting = rows.some(({ state }) => state === 'waitlisted');
  expect(held.length).toBeLessThanOrEqual(capacity);
  if (isWaiting) expect(held).toHaveLength(capacity);
  // No key is without its answer.
  expect(stored.every(({ answer }) => answer !== '')).toBe(true);
});
