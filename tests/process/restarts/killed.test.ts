// A server that is killed while people reply: every acknowledged reply is stored once, and a retry gets the
// same answer.
import { afterEach, expect, test } from 'vitest';
import type { ReplyAnswer } from '../../../src/contract/events/registrations.ts';
import { buildEvent } from '../../support/factories.ts';
import { isLong } from '../../support/long.ts';
import { freePort } from '../../support/product/free-port.ts';
import { authSecret, prepareData, withData } from '../../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

afterEach(endAll);

const capacity = 5;

type Sent = { cookie: string; key: string; response: 'attending' | 'declined'; answer: ReplyAnswer | null };

/** A database with an event of five places, and the cookies of twelve people. */
async function prepare(dataDir: string) {
  const { made, cookies } = await prepareData(dataDir, 12, ({ db }) =>
    buildEvent(db, {
      starts_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      maximum_attendee_capacity: capacity,
      waitlist_enabled: 1,
    }),
  );
  return { eventId: made.id, cookies };
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

// The server starts once a round, and stores every reply on its own.
const rounds = isLong ? 4 : 3;
const repliesARound = isLong ? 120 : 40;

test('no acknowledged reply is lost or stored twice, however often the server is killed', async () => {
  const dataDir = newFolder();
  const { eventId, cookies } = await prepare(dataDir);
  const sent: Sent[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), DATA_DIR: dataDir, AUTH_SECRET: authSecret, RATE_LIMIT: 'off' };
    const server = await start(env);
    expect(server.outcome).toBe('ready');
    // Send everything once more: stored answers are repeated, and missing ones are given now.
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
        if (sent.length > acknowledgedBefore + repliesARound) server.child.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(cookies.map(device));
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    await server.ended;
  }
  const { rows, stored } = await withData(dataDir, async ({ db }) => ({
    rows: await db.selectFrom('registrations').select('state').where('event_id', '=', eventId).execute(),
    stored: await db.selectFrom('mutations').select('answer').execute(),
  }));
  const held = rows.filter(({ state }) => state === 'confirmed' || state === 'offered');
  expect(rows).toHaveLength(cookies.length);
  const isWaiting = rows.some(({ state }) => state === 'waitlisted');
  expect(held.length).toBeLessThanOrEqual(capacity);
  if (isWaiting) expect(held).toHaveLength(capacity);
  // Every key has its answer.
  expect(stored.every(({ answer }) => answer !== '')).toBe(true);
});
