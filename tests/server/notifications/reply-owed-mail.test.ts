// The mail that asks for a reply.
import { expect, it, onTestFinished } from 'vitest';
import { buildEvent, buildPlace, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

it('the mail of replyOwed contains the place, the number of dates of a series, and the deadline', async () => {
  const server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
  onTestFinished(() => server.close());
  const { db } = server.database;
  const me = await buildUser(db, { time_zone: 'Europe/Brussels', locale: 'en-GB' });
  const place = await buildPlace(db, { name: 'Blaarmeersen' });
  const event = await buildEvent(db, {
    name: 'Derby',
    place_id: place.id,
    replies_due_at: '2026-11-27T19:00:00.000Z',
  });
  await buildNotification(db, {
    user_id: me.id,
    event_id: event.id,
    kind: 'replyOwed',
    changes: JSON.stringify([{ field: 'eventCount', before: null, after: '6' }]),
  });
  await db
    .insertInto('notification_preferences')
    .values({ user_id: me.id, kind: 'replyOwed', channel: 'email', frequency: 'instant' })
    .execute();
  await runJob(server, 'deliverNotifications');
  expect(server.mails[0]?.subject).toBe('Are you coming? Derby');
  expect(server.mails[0]?.text.split('\n\n')[0]).toBe(`Are you coming? Derby
When: Sat, 28 Nov 2026, 11:00 CET
Where: Blaarmeersen
This is the first of 6 dates. You can answer for all of them at once.
Please answer by Fri, 27 Nov 2026, 20:00 CET.
https://club.example/my/events/${event.id}`);
});
