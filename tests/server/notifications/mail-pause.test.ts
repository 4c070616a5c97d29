// Mails of one kind about one event have a pause between them, and what came meanwhile is one mail.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationKind } from '../../../src/contract/values/enums.ts';
import { deliverNotifications } from '../../../src/server/notifications/delivery.ts';
import { mergeRepeated } from '../../../src/server/notifications/rules.ts';
import { buildEvent, buildRegistration, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

const minute = 60_000;
const place = (before: string, after: string) => ({ field: 'place', before, after });

describe('a second mail of the same kind about the same event', () => {
  let server: TestServer;
  let me: { id: string };
  let event: { id: string };
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db, { locale: 'en-GB', quiet_from: null, quiet_to: null });
    event = await buildEvent(server.database.db, { name: 'Derby' });
  });
  afterEach(() => server.close());

  const notify = (kind: NotificationKind, changes: object[] = [], eventId = event.id) =>
    buildNotification(server.database.db, {
      user_id: me.id,
      event_id: eventId,
      kind,
      changes: JSON.stringify(changes),
      created_at: server.now().toISOString(),
    });
  /** The number of mails that are sent after some minutes. */
  const mailsAfter = async (minutes: number) => {
    server.advance(minutes * minute);
    const before = server.mails.length;
    await runJob(server, 'deliverNotifications');
    return server.mails.length - before;
  };

  it('waits until 15 minutes after the first, and tells all changes as one', async () => {
    await notify('eventChanged', [place('A', 'B')]);
    expect(await mailsAfter(0)).toBe(1);
    await notify('eventChanged', [place('B', 'C')]);
    expect(await mailsAfter(1)).toBe(0);
    await notify('eventChanged', [place('C', 'D')]);
    expect(await mailsAfter(13)).toBe(0);
    expect(await mailsAfter(1)).toBe(1);
    expect(server.mails[1]?.subject).toBe('Derby has changed');
    expect(server.mails[1]?.text).toContain('Place: D (before: B)');
    expect(await mailsAfter(60)).toBe(0);
  });

  it('does not wait if it is of another kind, or about another event', async () => {
    await notify('eventChanged', [place('A', 'B')]);
    expect(await mailsAfter(0)).toBe(1);
    const other = await buildEvent(server.database.db);
    await notify('eventCancelled');
    expect(await mailsAfter(1)).toBe(1);
    await notify('eventChanged', [place('A', 'B')], other.id);
    expect(await mailsAfter(1)).toBe(1);
  });

  it('does not wait after a notification that was read in the app before its mail', async () => {
    const { id } = await notify('eventChanged', [place('A', 'B')]);
    await server.database.db
      .updateTable('notifications')
      .set({ read_at: server.now().toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await mailsAfter(0)).toBe(0);
    await notify('eventChanged', [place('B', 'C')]);
    expect(await mailsAfter(1)).toBe(1);
  });

  it('leaves to the first, if that comes later, only what it has not said itself', async () => {
    const failing = { ...server, mailer: { send: () => Promise.reject(new Error('451 try later')) } };
    const time = (before: string, after: string) => ({
      field: 'startsAt',
      before: `2026-11-28T${before}:00.000Z`,
      after: `2026-11-28T${after}:00.000Z`,
    });
    await notify('eventChanged', [time('09:00', '10:00'), place('A', 'B')]);
    await deliverNotifications(failing);
    await notify('eventChanged', [time('10:00', '11:00')]);
    expect(await mailsAfter(0)).toBe(1);
    expect(server.mails[0]?.text).toContain('New time: Sat, 28 Nov 2026, 12:00 CET');
    expect(await mailsAfter(2)).toBe(1);
    expect(server.mails[1]?.text).toContain('Place: B (before: A)');
    expect(server.mails[1]?.text).not.toContain('New time');
    await notify('eventChanged', [time('11:00', '12:00')]);
    server.advance(20 * minute);
    await deliverNotifications(failing);
    await notify('eventChanged', [time('12:00', '13:00')]);
    expect(await mailsAfter(0)).toBe(1);
    expect(await mailsAfter(60)).toBe(0);
  });

  it('about an offered place does not wait', async () => {
    await buildRegistration(server.database.db, {
      event_id: event.id,
      person_id: me.id,
      state: 'offered',
      hold_expires_at: '2026-11-23T10:00:00.000Z',
    });
    await notify('placeOffered');
    expect(await mailsAfter(0)).toBe(1);
    await notify('placeOffered');
    expect(await mailsAfter(1)).toBe(1);
  });

  it('waits 3 minutes if the event starts before', async () => {
    const soon = await buildEvent(server.database.db, {
      starts_at: '2026-11-21T10:10:00.000Z',
      ends_at: '2026-11-21T12:00:00.000Z',
    });
    await notify('eventChanged', [place('A', 'B')], soon.id);
    expect(await mailsAfter(0)).toBe(1);
    await notify('eventChanged', [place('B', 'C')], soon.id);
    expect(await mailsAfter(1)).toBe(0);
    expect(await mailsAfter(2)).toBe(1);
  });
});

describe('merged notifications', () => {
  const row = (changes: object[], event_id: string | null = 'e', kind = 'eventChanged') => ({
    kind,
    event_id,
    changes: JSON.stringify(changes),
  });

  it('keep what is about another event, another kind, no event, or many dates of a series', () => {
    const dates = [place('A', 'B'), { field: 'eventCount', before: null, after: '6' }];
    const rows = [
      row([], 'e'),
      row([], 'f'),
      row([], 'e', 'eventCancelled'),
      row([], null, 'membershipRemoved'),
      row([], null, 'membershipRemoved'),
      row(dates),
      row(dates),
    ];
    expect(mergeRepeated(rows)).toEqual(rows);
  });

  it('keep each refund and each receipt: their amounts add up', () => {
    const amount = (after: string) => ({ field: 'amount', before: null, after });
    const rows = ['paymentReceived', 'paymentRefunded', 'refundDeclined'].flatMap((kind) => [
      row([amount('500 EUR')], 'e', kind),
      row([amount('300 EUR')], 'e', kind),
    ]);
    expect(mergeRepeated(rows)).toEqual(rows);
  });

  it('leave out a field that has its first value again, unless nothing else is left', () => {
    const level = { field: 'level', before: null, after: 'beginner' };
    expect(mergeRepeated([row([place('A', 'B'), level]), row([place('B', 'A')])])).toEqual([row([level])]);
    expect(mergeRepeated([row([place('A', 'B')]), row([place('B', 'A')])])).toEqual([row([place('B', 'A')])]);
  });

  it('say the time of an event that was moved and moved back: that it is moved alone is no text', () => {
    const moved = (before: string, after: string) => ({ field: 'startsAt', before, after });
    const status = { field: 'eventStatus', before: 'EventScheduled', after: 'EventRescheduled' };
    const back = row([moved('11', '10')]);
    expect(mergeRepeated([row([moved('10', '11'), status]), back])).toEqual([back]);
    const dated = [{ ...status, before: 'EventPostponed' }];
    expect(mergeRepeated([row([moved('10', '11'), ...dated]), back])).toEqual([row(dated)]);
  });
});
