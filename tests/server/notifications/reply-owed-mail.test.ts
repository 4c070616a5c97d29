// The mail that asks for a reply.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Db } from '../../../src/server/db/open.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildPlace,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { runJob, startTestServer } from '../../support/server.ts';
import { buildPlanningClub } from '../planning/club.ts';
import { buildNotification } from './factory.ts';

type Given = NonNullable<Parameters<typeof buildEvent>[1]>;

/** An event of a team that the person is a member of. */
async function buildOwnEvent(db: Db, me: { id: string }, given: Given = {}) {
  const team = await buildTeam(db);
  await buildMembership(db, { team_id: team.id, person_id: me.id });
  return buildEvent(db, { teams: [team.id], ...given });
}

it.each([
  ['a series', 'This is the first of 6 dates. You can answer for all of them at once.'],
  ['imported matches', 'This is the first of 6 dates.'],
])(
  'the mail of replyOwed contains the place, the number of dates of %s, and the deadline',
  async (what, dates) => {
    const server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
    onTestFinished(() => server.close());
    const { db } = server.database;
    const me = await buildUser(db, { time_zone: 'Europe/Brussels', locale: 'en-GB' });
    const place = await buildPlace(db, { name: 'Blaarmeersen' });
    const event = await buildOwnEvent(db, me, {
      name: 'Derby',
      series_id: what === 'a series' ? (await buildSeries(db)).id : null,
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
${dates}
Please answer by Fri, 27 Nov 2026, 20:00 CET.
https://club.example/my/events/${event.id}`);
  },
);

it('a reminder before the first mail about an event replaces its question: one entry in the mail and in the app', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db } = server.database;
  const club = await buildPlanningClub(db, 1);
  const [me = club.coach] = club.members;
  const event = await buildEvent(db, {
    name: 'Derby',
    organizer_organization_id: club.organization.id,
    teams: [club.team.id],
    publication: 'draft',
    published_at: null,
  });
  const coach = await signIn(server, club.coach);
  const params = { id: event.id };
  await coach.call('POST /api/events/{id}/publish', { params, body: { version: 1 } });
  server.advance(60_000);
  const reminded = await coach.call('POST /api/events/{id}/reminders', { params, body: {} });
  expect(reminded.body.reminded).toBe(1);
  const { body } = await (await signIn(server, me)).call('GET /api/users/me/notifications');
  expect([body.items.map(({ kind }) => kind), body.unreadCount]).toEqual([['replyOwed'], 1]);
  server.advance(24 * 60 * 60_000);
  await runJob(server, 'deliverNotifications');
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Are you coming? Derby']);
});

it('a reminder of one date does not replace the question about all dates of a series', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db } = server.database;
  const me = await buildUser(db);
  const event = await buildOwnEvent(db, me);
  const about = { user_id: me.id, event_id: event.id, kind: 'replyOwed' };
  const changes = JSON.stringify([{ field: 'eventCount', before: null, after: '6' }]);
  await buildNotification(db, { ...about, changes });
  await buildNotification(db, { ...about, changes: '[]', created_at: '2026-11-21T11:00:00.000Z' });
  const { body } = await (await signIn(server, me)).call('GET /api/users/me/notifications');
  expect(body.items.map(({ changes: shown }) => shown.length)).toEqual([0, 1]);
});

it('the mail of a reminder after the deadline does not ask for an answer by then', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db } = server.database;
  const me = await buildUser(db);
  const event = await buildOwnEvent(db, me, { replies_due_at: '2026-11-21T10:00:00.000Z' });
  await buildNotification(db, { user_id: me.id, event_id: event.id, kind: 'replyOwed', changes: '[]' });
  server.advance(24 * 60 * 60_000);
  await runJob(server, 'deliverNotifications');
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.text).not.toContain('Please answer by');
});

describe('the mail about an event that starts before the next daily digest', () => {
  // Saturday 21 November 2026, 11:00 in Brussels. The next digest is at 8:00 on Sunday.
  const asked = async (given: Given, person: Parameters<typeof buildUser>[1] = {}) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { db } = server.database;
    const me = await buildUser(db, { time_zone: 'Europe/Brussels', ...person });
    const event = await buildOwnEvent(db, me, given);
    await buildNotification(db, { user_id: me.id, event_id: event.id, kind: 'replyOwed', changes: '[]' });
    await runJob(server, 'deliverNotifications');
    return server;
  };
  const early = { starts_at: '2026-11-22T06:30:00.000Z', ends_at: '2026-11-22T08:00:00.000Z' };

  it('comes at once, and once', async () => {
    const server = await asked(early);
    expect(server.mails).toHaveLength(1);
    server.advance(21 * 60 * 60_000);
    await runJob(server, 'deliverNotifications');
    expect(server.mails).toHaveLength(1);
  });

  it('comes at once where the answer is due before the digest', async () => {
    expect((await asked({ replies_due_at: '2026-11-21T19:00:00.000Z' })).mails).toHaveLength(1);
  });

  it('waits for the digest where that is early enough', async () => {
    expect((await asked({ starts_at: '2026-11-22T07:30:00.000Z' })).mails).toEqual([]);
  });

  it('waits for the end of quiet hours', async () => {
    const server = await asked(early, { quiet_from: '10:00', quiet_to: '12:00' });
    expect(server.mails).toEqual([]);
    server.advance(60 * 60_000);
    await runJob(server, 'deliverNotifications');
    expect(server.mails).toHaveLength(1);
  });
});
