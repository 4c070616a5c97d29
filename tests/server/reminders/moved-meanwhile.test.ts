// An event that is moved while the job reminds of others.
import { expect, it } from 'vitest';
import { remindOfReplies } from '../../../src/server/reminders/remind.ts';
import { runJob } from '../../support/server.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning({ members: 2, event: { published_at: '2026-11-10T10:00:00.000Z' } });

it.each([
  ['moved', { startsAt: '2026-12-15T08:00:00.000Z', endsAt: '2026-12-15T09:00:00.000Z' }],
  ['postponed', { eventStatus: 'EventPostponed' }],
])('the job does not remind of an event that is %s after it has listed it', async (what, body) => {
  const first = await setup.teamEvent({
    starts_at: '2026-11-22T17:00:00.000Z',
    ends_at: '2026-11-22T18:00:00.000Z',
  });
  const second = await setup.teamEvent({
    starts_at: '2026-11-23T08:00:00.000Z',
    ends_at: '2026-11-23T09:00:00.000Z',
  });
  const remindersOf = async ({ id }: { id: string }) =>
    (await setup.notices(id)).filter(({ kind }) => kind === 'replyOwed').length;
  const { database, now } = setup.server;
  // Between the transactions of the two events.
  const db = new Proxy(database.db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return () => ({
        execute: async (run: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          await target.transaction().execute(run);
          if ((await remindersOf(first)) > 0) await setup.change(setup.club.coach, second.id, body);
        },
      });
    },
  });
  await remindOfReplies({ database: { ...database, db }, now, shutdown: new AbortController().signal });
  expect([await remindersOf(first), await remindersOf(second)]).toEqual([2, 0]);
  if (what === 'postponed') return;
  // 48 hours before its new date.
  setup.server.advance(22 * 24 * 3_600_000);
  await runJob(setup.server, 'remindOfReplies');
  expect(await remindersOf(second)).toBe(2);
});
