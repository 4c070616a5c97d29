// A mail run: several people at once, and a stop between two mails on shutdown.
import { expect, onTestFinished, test } from 'vitest';
import { deliverNotifications } from '../../../src/server/notifications/delivery.ts';
import { buildUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

async function serve(people: number) {
  const shutdown = new AbortController();
  const server = await startTestServer({ shutdown: shutdown.signal });
  onTestFinished(() => server.close());
  const { db } = server.database;
  for (let count = 0; count < people; count += 1)
    await buildNotification(db, { user_id: (await buildUser(db)).id, kind: 'placeOffered' });
  return { server, shutdown };
}

test('a rejected mail does not delay those to other people', async () => {
  const { server } = await serve(6);
  const held = Promise.withResolvers<void>();
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => {
    sent.push(to);
    if (sent.length === 1) await held.promise;
  };
  const run = deliverNotifications({ ...server, mailer: { send } });
  await expect.poll(() => sent.length).toBe(6);
  held.resolve();
  await run;
  expect(new Set(sent).size).toBe(6);
});

test('a mail run stops between two mails on shutdown, and the next one sends the rest', async () => {
  const { server, shutdown } = await serve(30);
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => {
    sent.push(to);
    if (sent.length === 5) shutdown.abort();
  };
  await deliverNotifications({ ...server, mailer: { send } });
  expect(sent.length).toBeLessThan(12);
  await deliverNotifications({ ...server, mailer: { send }, shutdown: new AbortController().signal });
  expect(sent).toHaveLength(30);
  expect(new Set(sent).size).toBe(30);
});
