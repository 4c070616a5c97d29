import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStatus } from '../../../src/contract/values/enums.ts';
import { deliverNotifications } from '../../../src/server/notifications/delivery.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildInvitation,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a notification mail', () => {
  // Saturday 21 November 2026, 10:00 UTC: 11:00 in Brussels.
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const person = (given = {}) => buildUser(db(), { time_zone: 'Europe/Brussels', ...given });
  const run = () => runJob(server, 'deliverNotifications');
  const prefer = (userId: string, kind: string, frequency: 'off' | 'instant' | 'daily' | 'weekly') =>
    db()
      .insertInto('notification_preferences')
      .values({ user_id: userId, kind, channel: 'email', frequency })
      .execute();
  const runAt = async (instant: string) => {
    server.advance(Date.parse(instant) - server.now().getTime());
    const before = server.mails.length;
    await run();
    return server.mails.length - before;
  };

  it("says in plain words what changed, in the event's local time, with a link", async () => {
    const me = await person({ locale: 'en-GB', email: 'ann@example.com' });
    const event = await buildEvent(db(), { name: 'Derby' });
    await buildNotification(db(), { user_id: me.id, event_id: event.id });
    await run();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatchObject({ to: 'ann@example.com', subject: 'Derby has a new time' });
    expect(server.mails[0]?.text).toBe(`Derby has a new time
New time: Sat, 28 Nov 2026, 11:00 CET
Before: Sat, 28 Nov 2026, 10:00 CET
https://club.example/my/events/${event.id}

--
You get this e-mail as ${me.username} on Sideline. Choose which e-mails you get, and when:
https://club.example/my/settings
`);
    await run();
    expect(server.mails).toHaveLength(1);
  });

  it('names an actor who deleted their account in the language of the recipient', async () => {
    const me = await person({ locale: 'de-DE' });
    const event = await buildEvent(db(), { name: 'Derby' });
    const actor = await buildUser(db(), { name: '' });
    await prefer(me.id, 'repliedForYou', 'instant');
    const about = { user_id: me.id, event_id: event.id, actor_id: actor.id };
    await buildNotification(db(), { ...about, kind: 'repliedForYou', changes: '[]' });
    await run();
    expect(server.mails[0]?.subject).toContain('Ehemaliges Mitglied');
  });

  it.each(['repliedForYou', 'registrationRejected', 'holdExpired', 'offerExpired'])(
    'about a private event is not sent to someone whom %s was about, and who left the team',
    async (kind) => {
      const me = await person();
      const team = await buildTeam(db());
      const membership = await buildMembership(db(), { team_id: team.id, person_id: me.id });
      const event = await buildEvent(db(), { visibility: 'team', teams: [team.id] });
      await prefer(me.id, kind, 'daily');
      await buildNotification(db(), { user_id: me.id, event_id: event.id, kind, changes: '[]' });
      const isListed = async () => {
        const { body } = await (await signIn(server, me)).call('GET /api/users/me/notifications');
        return body.items.length > 0;
      };
      expect(await isListed()).toBe(true);
      await db()
        .updateTable('memberships')
        .set({ status: 'removed', ended_at: server.now().toISOString() })
        .where('id', '=', membership.id)
        .execute();
      expect(await isListed()).toBe(false);
      expect(await runAt('2026-11-22T09:00:00.000Z')).toBe(0);
    },
  );

  it('about a reply of someone else is not sent once the person has replied', async () => {
    const [me, coach] = [await person(), await buildUser(db())];
    const event = await buildEvent(db());
    const about = { user_id: me.id, event_id: event.id, kind: 'repliedForYou', actor_id: coach.id };
    const changes = JSON.stringify([{ field: 'state', before: null, after: 'confirmed' }]);
    await buildNotification(db(), { ...about, changes });
    await buildRegistration(db(), { event_id: event.id, person_id: me.id, responded_by: coach.id });
    const client = await signIn(server, me);
    const isListed = async () => (await client.call('GET /api/users/me/notifications')).body.items.length > 0;
    expect(await isListed()).toBe(true);
    server.advance(minute);
    await client.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'declined' },
    });
    expect(await isListed()).toBe(false);
    expect(await runAt('2026-11-22T09:00:00.000Z')).toBe(0);
  });

  it.each([
    ['membershipAccepted', 'left'],
    ['membershipRoleChanged', 'removed'],
    ['membershipRejected', 'active'],
    ['membershipRemoved', 'active'],
  ] as const)('%s is not sent to someone whose membership is %s by then', async (kind, status) => {
    const me = await person();
    const team = await buildTeam(db());
    const before = status === 'active' ? 'removed' : 'active';
    const { id } = await buildMembership(db(), { team_id: team.id, person_id: me.id, status: before });
    await buildNotification(db(), { user_id: me.id, team_id: team.id, kind, changes: '[]' });
    const client = await signIn(server, me);
    const isListed = async () => (await client.call('GET /api/users/me/notifications')).body.items.length > 0;
    expect(await isListed()).toBe(true);
    await db().updateTable('memberships').set({ status }).where('id', '=', id).execute();
    expect(await isListed()).toBe(false);
    expect(await runAt('2026-11-22T09:00:00.000Z')).toBe(0);
  });

  const start = { field: 'startsAt', before: '2026-11-28T09:00:00.000Z', after: '2026-11-28T10:00:00.000Z' };
  const end = { field: 'endsAt', before: '2026-11-28T10:30:00.000Z', after: '2026-11-28T11:30:00.000Z' };
  const status = (before: string, after: string) => ({ field: 'eventStatus', before, after });
  it.each([
    [
      'moved together with other dates of its series',
      [
        start,
        end,
        status('EventScheduled', 'EventRescheduled'),
        { ...start, field: 'eventCount', after: '6' },
      ],
      [
        'has a new time',
        'New time: Sat, 28 Nov 2026, 11:00–12:30 CET',
        'Before: Sat, 28 Nov 2026, 10:00–11:30 CET',
        '6 dates change like this.',
      ],
    ],
    [
      'postponed',
      [status('EventScheduled', 'EventPostponed')],
      ['is postponed', 'A new date will follow. It was planned for Sat, 28 Nov 2026, 11:00 CET.'],
    ],
    [
      'given its old date again',
      [status('EventPostponed', 'EventScheduled')],
      ['has a date again', 'When: Sat, 28 Nov 2026, 11:00 CET'],
    ],
    [
      'given another place and another end',
      [{ field: 'place', before: 'Old hall', after: 'New hall' }, end],
      [
        'has changed',
        'When: Sat, 28 Nov 2026, 11:00 CET',
        'Place: New hall (before: Old hall)',
        'Ends: Sat, 28 Nov 2026, 12:30 CET (before: Sat, 28 Nov 2026, 11:30 CET)',
      ],
    ],
  ])('explains an event that is %s', async (_, changes, [sentence, ...lines]) => {
    const me = await person({ locale: 'en-GB' });
    const { after = 'EventScheduled' } = changes.find(({ field }) => field === 'eventStatus') ?? {};
    const event = await buildEvent(db(), { name: 'Derby', event_status: after as EventStatus });
    await buildNotification(db(), { user_id: me.id, event_id: event.id, changes: JSON.stringify(changes) });
    await run();
    const [said = ''] = server.mails[0]?.text.split('\n\n') ?? [];
    expect(said.split('\n')).toEqual([
      `Derby ${sentence}`,
      ...lines,
      `https://club.example/my/events/${event.id}`,
    ]);
  });

  it('contains all due notifications of a person, oldest first', async () => {
    const me = await person();
    const other = await person();
    const event = await buildEvent(db(), { name: 'Derby' });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: me.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-23T10:00:00.000Z',
    });
    await buildNotification(db(), {
      user_id: me.id,
      event_id: event.id,
      kind: 'eventCancelled',
      changes: '[]',
    });
    await buildNotification(db(), {
      user_id: me.id,
      event_id: event.id,
      kind: 'paymentDue',
      changes: '[]',
      created_at: '2026-11-21T09:00:00.000Z',
    });
    await buildNotification(db(), { user_id: other.id, event_id: event.id });
    await run();
    expect(server.mails.map((mail) => mail.to).sort()).toEqual([me.email, other.email].sort());
    const mine = server.mails.find((mail) => mail.to === me.email);
    expect(mine?.subject).toBe('2 things you should know');
    expect(mine?.text.indexOf('Pay to keep your place: Derby')).toBeLessThan(
      mine?.text.indexOf('Derby is cancelled') ?? 0,
    );
    expect(mine?.text).toContain(`https://club.example/my/events/${event.id}\n`);
  });

  it('is sent once by any number of processes', async () => {
    const people = await Promise.all([person(), person(), person()]);
    for (const { id } of people) await buildNotification(db(), { user_id: id });
    await Promise.all([run(), run(), run(), run()]);
    expect(server.mails.map((mail) => mail.to).sort()).toEqual(people.map(({ email }) => email).sort());
  });

  it("waits for the end of the quiet hours, in the person's time zone", async () => {
    const me = await person();
    const inTokyo = await person({ time_zone: 'Asia/Tokyo' });
    const restless = await person({ quiet_from: null, quiet_to: null });
    for (const { id } of [me, inTokyo, restless])
      await buildNotification(db(), { user_id: id, created_at: '2026-11-21T20:30:00.000Z' });
    expect(await runAt('2026-11-21T20:30:00.000Z')).toBe(1);
    expect(server.mails[0]?.to).toBe(restless.email);
    expect(await runAt('2026-11-21T22:59:59.000Z')).toBe(0);
    expect(await runAt('2026-11-21T23:00:00.000Z')).toBe(1);
    expect(server.mails[1]?.to).toBe(inTokyo.email);
    expect(await runAt('2026-11-22T06:59:59.000Z')).toBe(0);
    expect(await runAt('2026-11-22T07:00:00.000Z')).toBe(1);
  });

  it('does not wait for the end of the quiet hours where a cancelled event would have started by then', async () => {
    const me = await person({ quiet_from: '10:00', quiet_to: '12:00' });
    const cancelled = { event_status: 'EventCancelled' } as const;
    const ends_at = '2026-11-21T13:00:00.000Z';
    const soon = await buildEvent(db(), { ...cancelled, starts_at: '2026-11-21T10:30:00.000Z', ends_at });
    const later = await buildEvent(db(), { ...cancelled, starts_at: '2026-11-21T11:30:00.000Z', ends_at });
    for (const { id } of [soon, later])
      await buildNotification(db(), {
        user_id: me.id,
        event_id: id,
        kind: 'eventCancelled',
        created_at: '2026-11-21T10:00:00.000Z',
      });
    expect(await runAt('2026-11-21T10:00:00.000Z')).toBe(1);
    expect(server.mails[0]?.text).toContain(soon.id);
    expect(server.mails[0]?.text).not.toContain(later.id);
    expect(await runAt('2026-11-21T11:00:00.000Z')).toBe(1);
    expect(server.mails[1]?.text).toContain(later.id);
  });

  it('does not wait for the end of the quiet hours where an event was moved away from a start before that', async () => {
    const me = await person({ quiet_from: '10:00', quiet_to: '12:00' });
    const event = await buildEvent(db(), { starts_at: '2026-11-28T10:30:00.000Z' });
    const start = {
      field: 'startsAt',
      before: '2026-11-21T10:30:00.000Z',
      after: '2026-11-28T10:30:00.000Z',
    };
    const changes = JSON.stringify([start]);
    await buildNotification(db(), { user_id: me.id, event_id: event.id, changes });
    expect(await runAt('2026-11-21T10:00:00.000Z')).toBe(1);
  });

  it('waits for the end of the quiet hours if only replies are due in them, and not the event', async () => {
    const me = await person();
    const event = await buildEvent(db(), { replies_due_at: '2026-11-21T22:59:00.000Z' });
    const changed = { user_id: me.id, event_id: event.id, created_at: '2026-11-21T21:30:00.000Z' };
    await buildNotification(db(), changed);
    expect(await runAt('2026-11-21T21:30:00.000Z')).toBe(0);
    expect(await runAt('2026-11-22T07:00:00.000Z')).toBe(1);
  });

  it('that a postponed event has a date again replaces the one held back that it has none', async () => {
    const me = await person({ quiet_from: '10:00', quiet_to: '12:00' });
    const event = await buildEvent(db(), { name: 'Derby', event_status: 'EventRescheduled' });
    const changed = (changes: object[], minutes: string) =>
      buildNotification(db(), {
        user_id: me.id,
        event_id: event.id,
        changes: JSON.stringify(changes),
        created_at: `2026-11-21T10:${minutes}:00.000Z`,
      });
    const postponed = status('EventScheduled', 'EventPostponed');
    await changed([postponed], '00');
    const moved = {
      field: 'startsAt',
      before: '2026-11-27T10:00:00.000Z',
      after: '2026-11-28T10:00:00.000Z',
    };
    await changed([status('EventPostponed', 'EventRescheduled'), moved], '05');
    expect(await runAt('2026-11-21T11:00:00.000Z')).toBe(1);
    expect(server.mails[0]?.subject).toBe('Derby has a date again');
    expect(server.mails[0]?.text).not.toContain('A new date will follow');
    // The other dates of a series may still have none.
    await changed([postponed, { field: 'eventCount', before: null, after: '6' }], '10');
    expect(await runAt('2026-11-21T11:15:00.000Z')).toBe(1);
    expect(server.mails[1]?.text).toContain('A new date will follow');
  });

  it('about a change of an event is not sent once the event is cancelled', async () => {
    const me = await person({ quiet_from: '10:00', quiet_to: '12:00' });
    const event = await buildEvent(db(), { name: 'Derby', event_status: 'EventCancelled' });
    const about = { user_id: me.id, event_id: event.id };
    await buildNotification(db(), about);
    await buildNotification(db(), { ...about, kind: 'eventCancelled', changes: '[]' });
    expect(await runAt('2026-11-21T11:00:00.000Z')).toBe(1);
    expect(server.mails[0]?.subject).toBe('Derby is cancelled');
  });

  it('about an offered place is sent at once, also at night, unless it is turned off', async () => {
    const [me, off] = [await person(), await person()];
    await prefer(me.id, 'placeOffered', 'weekly');
    await prefer(off.id, 'placeOffered', 'off');
    for (const { id } of [me, off]) await buildNotification(db(), { user_id: id, kind: 'placeOffered' });
    expect(await runAt('2026-11-22T02:00:00.000Z')).toBe(1);
    expect(server.mails[0]?.to).toBe(me.email);
  });

  it('collects a day until eight in the morning, and a week until Monday', async () => {
    const [daily, weekly, off] = [await person(), await person(), await person()];
    await prefer(daily.id, 'eventChanged', 'daily');
    await prefer(weekly.id, 'eventChanged', 'weekly');
    await prefer(off.id, 'eventChanged', 'off');
    for (const { id } of [daily, weekly, off]) await buildNotification(db(), { user_id: id });
    expect(await runAt('2026-11-21T23:00:00.000Z')).toBe(0);
    expect(await runAt('2026-11-22T06:59:00.000Z')).toBe(0);
    expect(await runAt('2026-11-22T07:00:00.000Z')).toBe(1);
    expect(server.mails[0]?.to).toBe(daily.email);
    expect(await runAt('2026-11-23T06:59:00.000Z')).toBe(0);
    expect(await runAt('2026-11-23T07:00:00.000Z')).toBe(1);
    expect(server.mails[1]?.to).toBe(weekly.email);
    expect(await runAt('2026-12-07T07:00:00.000Z')).toBe(0);
  });

  it('omits what was read in the app by then', async () => {
    const me = await person();
    await prefer(me.id, 'eventChanged', 'daily');
    const { id } = await buildNotification(db(), { user_id: me.id });
    await run();
    await db()
      .updateTable('notifications')
      .set({ read_at: server.now().toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await runAt('2026-11-22T07:00:00.000Z')).toBe(0);
  });

  it('goes neither to unconfirmed addresses nor to suspended accounts', async () => {
    for (const given of [{ email_verified_at: null }, { suspended_at: '2026-11-20T10:00:00.000Z' }])
      await buildNotification(db(), { user_id: (await person(given)).id });
    await run();
    await db()
      .updateTable('users')
      .set({ email_verified_at: '2026-11-20T10:00:00.000Z', suspended_at: null })
      .execute();
    await run();
    expect(server.mails).toEqual([]);
  });

  it('is retried with growing pauses while the mail server is down, and finally abandoned', async () => {
    const me = await person({ quiet_from: null, quiet_to: null });
    await buildNotification(db(), { user_id: me.id });
    let attempts = 0;
    const failing = {
      ...server,
      mailer: {
        send: async () => {
          attempts += 1;
          throw new Error('451 try later');
        },
      },
    };
    const tried: number[] = [];
    const start = server.now().getTime();
    for (let passed = 0; passed < 60 * 24 * 3; passed += 1) {
      const before = attempts;
      await deliverNotifications(failing);
      if (attempts > before) tried.push((server.now().getTime() - start) / minute);
      server.advance(minute);
    }
    expect(tried.slice(0, 6)).toEqual([0, 1, 5, 21, 85, 325]);
    expect(tried).toHaveLength(12);
    await run();
    expect(server.mails).toEqual([]);
  });

  it('is sent again when a process dies between claim and send, with the same Message-ID', async () => {
    const me = await person();
    await buildNotification(db(), { user_id: me.id });
    let firstId: string | undefined;
    const dying = {
      ...server,
      mailer: {
        send: (mail: { messageId?: string }) => {
          firstId = mail.messageId;
          return new Promise<void>(() => {});
        },
      },
    };
    void deliverNotifications(dying);
    await expect.poll(() => firstId).toMatch(/^<[\w-]+@club\.example>$/);
    await run();
    expect(server.mails).toEqual([]);
    // What has become due since has a mail of its own.
    await buildNotification(db(), { user_id: me.id });
    server.advance(hour);
    await run();
    const [again, added] = server.mails.map((mail) => mail.messageId);
    expect(again).toBe(firstId);
    expect(added).not.toBe(firstId);
    expect(server.mails).toHaveLength(2);
  });

  it('that fails for one person does not delay the others', async () => {
    const broken = await person({ time_zone: 'Nowhere/Town' });
    const me = await person();
    for (const { id } of [broken, me]) await buildNotification(db(), { user_id: id });
    await run();
    expect(server.mails.map((mail) => mail.to)).toEqual([me.email]);
  });

  it('names the person who asks, and is not sent once no one asks any more', async () => {
    const me = await person();
    const team = await buildTeam(db(), { name: 'Rowers' });
    await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'coach' });
    const asking = await buildUser(db(), { name: 'Bert Baert' });
    await buildMembership(db(), { team_id: team.id, person_id: asking.id, status: 'requested' });
    const told = { user_id: me.id, kind: 'membershipRequested', team_id: team.id };
    await prefer(me.id, 'membershipRequested', 'instant');
    await buildNotification(db(), told);
    await run();
    expect(server.mails.map(({ subject }) => subject)).toEqual(['Bert Baert wants to join Rowers']);
    await buildNotification(db(), { ...told, created_at: '2026-11-21T10:00:01.000Z' });
    await db()
      .updateTable('memberships')
      .set({ status: 'active' })
      .where('person_id', '=', asking.id)
      .execute();
    await run();
    expect(server.mails).toHaveLength(1);
  });

  it('names the group when there is no event', async () => {
    const me = await person();
    const team = await buildTeam(db(), { name: 'Red Lions' });
    await buildInvitation(db(), { team_id: team.id, user_id: me.id });
    const notice = {
      user_id: me.id,
      kind: 'membershipInvited',
      changes: JSON.stringify([{ field: 'role', before: null, after: 'trainee' }]),
    };
    await buildNotification(db(), { ...notice, team_id: team.id });
    // An invitation that has ended is not mailed.
    await buildNotification(db(), { ...notice, team_id: (await buildTeam(db())).id });
    await run();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.subject).toBe("You're invited to Red Lions");
    expect(server.mails[0]?.text).toContain(`Role: trainee\nhttps://club.example/teams/${team.id}`);
  });
});
