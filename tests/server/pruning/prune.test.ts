// Retention: which rows are deleted at which instant, in which batches, and which are never deleted.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { Database } from '../../../src/server/db/open.ts';
import type { Tables } from '../../../src/server/db/schema.ts';
import { prune } from '../../../src/server/pruning/prune.ts';
import { mailRetention, retentionRules } from '../../../src/server/pruning/retention.ts';
import {
  buildEvent,
  buildInvitation,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openTestDatabase } from '../../support/server.ts';

const day = 86_400_000;
const at = new Date('2026-11-21T10:00:00.000Z');
const ago = (days: number, ms = 0) => new Date(at.getTime() - days * day - ms).toISOString();

let database: Database;
let userId: string;
let names = 0;
beforeEach(async () => {
  database = await openTestDatabase();
  userId = (await buildUser(database.db)).id;
});
afterEach(() => database.close());

const db = () => database.db;
const name = () => `name ${++names}`;

async function session(given: { revoked_at?: string | null; last_seen_at?: string }) {
  const id = crypto.randomUUID();
  const times = { created_at: ago(170), last_seen_at: ago(0), revoked_at: null, ...given };
  await db()
    .insertInto('sessions')
    .values({ id, user_id: userId, ...times })
    .execute();
  await token(id, null);
  return id;
}
const token = (session_id: string, rotated_at: string | null) =>
  db()
    .insertInto('refresh_tokens')
    .values({ token_hash: name(), session_id, created_at: ago(170), rotated_at })
    .execute();
const notification = (given: Partial<Omit<Tables['notifications'], 'actor_id'>>) =>
  db()
    .insertInto('notifications')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      kind: 'placeOffered',
      event_id: null,
      team_id: null,
      organization_id: null,
      created_at: ago(0),
      read_at: null,
      mailed_at: ago(0),
      ...given,
      mail_after: null,
      mail_attempts: 0,
      changes: '[]',
    })
    .execute();

/** Inserts a row of a kind whose age counts from this instant. */
const rows: Record<string, (since: string) => Promise<unknown>> = {
  'Tokens of sessions that were ended': (since) => session({ revoked_at: since }),
  'Tokens of sessions that no one used': (since) => session({ last_seen_at: since }),
  'Tokens that gave way to a newer one': async (since) => token(await session({}), since),
  'Links to confirm an address or to choose a new password': (since) =>
    db()
      .insertInto('one_time_tokens')
      .values({ token_hash: name(), user_id: userId, purpose: 'confirmEmail', expires_at: since })
      .execute(),
  'Failed attempts to sign in': (since) =>
    db()
      .insertInto('sign_in_attempts')
      .values({
        key_hash: name(),
        user_id: null,
        failures: 1,
        retry_at: since,
        last_failed_at: since,
        unreported: 1,
        reported_at: null,
      })
      .execute(),
  'Devices that signed in before': (since) =>
    db()
      .insertInto('known_devices')
      .values({ device_hash: name(), user_id: userId, signed_in_at: since })
      .execute(),
  'Answers stored under an Idempotency-Key': (since) =>
    db()
      .insertInto('mutations')
      .values({
        user_id: userId,
        idempotency_key: name(),
        fingerprint: '',
        status: 200,
        answer: '{}',
        created_at: since,
      })
      .execute(),
  Invitations: async (since) =>
    buildInvitation(db(), { team_id: (await buildTeam(db())).id, invited_by: userId, updated_at: since }),
  'Notifications that were read': (since) => notification({ created_at: since, read_at: ago(0) }),
  'Notifications that no one read': (since) => notification({ created_at: since }),
  'Webhook events of payment providers': (since) =>
    db()
      .insertInto('provider_events')
      .values({ provider: 'stripe', event_id: name(), received_at: since, body: '{}' })
      .execute(),
  'Calendar addresses that were removed': (since) =>
    db()
      .insertInto('calendar_feeds')
      .values({
        id: crypto.randomUUID(),
        created_at: ago(500),
        updated_at: since,
        user_id: userId,
        token_hash: name(),
        last_fetched_at: null,
        revoked_at: since,
      })
      .execute(),
  'Audit entries': (since) =>
    db()
      .insertInto('audit_log')
      .values({
        id: crypto.randomUUID(),
        actor_id: userId,
        action: 'contacts.read',
        object_kind: 'team',
        object_id: userId,
        before: null,
        after: null,
        at: since,
      })
      .execute(),
};

const deletedOf = async (what: string) =>
  (await prune(database, at)).find((one) => one.what === what)?.deleted;

const byInstant = retentionRules.filter(({ what }) => rows[what]);

test.each(byInstant)(
  '$what are deleted when $days days have passed, and not a millisecond before',
  async (age) => {
    const add = rows[age.what];
    await add?.(ago(age.days));
    expect(await deletedOf(age.what)).toBe(0);
    await add?.(ago(age.days, 1));
    expect(await deletedOf(age.what)).toBe(1);
    expect(await deletedOf(age.what)).toBe(0);
  },
);

test('every retention period has a boundary test', () => {
  const others = [
    // With their tokens.
    'Sessions that were ended',
    'Sessions that no one used',
    // Whole days, in tests of the limits; and by the database's clock, below.
    'Counts of what a person did on a day',
    'Changes that calendar addresses have to show',
    'Changes for open screens',
  ];
  expect(retentionRules.map(({ what }) => what).toSorted()).toEqual(
    [...Object.keys(rows), ...others].toSorted(),
  );
});

test("the README's table of retention periods matches the program", () => {
  const text = readFileSync('README.md', 'utf8');
  const shown = [...text.matchAll(/^\| ([A-Z][^|]+) \| (\d+) days? \| ([^|]+) \|$/gm)];
  expect(shown.map(([, what, days, why]) => ({ what, days: Number(days), why }))).toEqual(
    [...retentionRules, mailRetention].map(({ what, days, why }) => ({ what, days, why })),
  );
});

describe('pruning', () => {
  it('keeps an active session, its newest token, and recently replaced tokens', async () => {
    const id = await session({});
    await token(id, ago(59));
    await prune(database, at);
    expect(await db().selectFrom('refresh_tokens').select('session_id').execute()).toHaveLength(2);
    expect(await db().selectFrom('sessions').select('id').execute()).toEqual([{ id }]);
  });

  it('deletes a session that ended long ago with its tokens', async () => {
    await session({ revoked_at: ago(31) });
    await session({ last_seen_at: ago(61) });
    await prune(database, at);
    expect(await db().selectFrom('sessions').select('id').execute()).toEqual([]);
    expect(await db().selectFrom('refresh_tokens').select('token_hash').execute()).toEqual([]);
  });

  it('keeps a notification until it is mailed, and an unread one for longer than a read one', async () => {
    await notification({ created_at: ago(500), mailed_at: null });
    await notification({ created_at: ago(500), mailed_at: null, read_at: ago(1) });
    await notification({ created_at: ago(200) });
    await prune(database, at);
    expect(await db().selectFrom('notifications').select('id').execute()).toHaveLength(3);
  });

  it('never deletes payments, refunds, the ledger, receipts, replies, marks or events', () => {
    const kept = [
      'payments',
      'refunds',
      'ledger_entries',
      'receipt_counters',
      'registrations',
      'attendance',
      'events',
    ];
    expect(retentionRules.filter(({ table }) => kept.includes(table))).toEqual([]);
  });

  it('keeps change records for days by the clock of the database', async () => {
    const event = await buildEvent(db(), {});
    await buildRegistration(db(), { event_id: event.id, person_id: userId });
    await rows['Calendar addresses that were removed']?.(ago(0));
    await db()
      .insertInto('calendar_changes')
      .values([{ scope: userId }, { scope: userId }])
      .execute();
    const { id } = await db()
      .selectFrom('calendar_changes')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await db()
      .updateTable('calendar_changes')
      .set({ at: sql`${database.dialect.daysAgo(3)}` })
      .where('id', '=', id)
      .execute();
    await db()
      .updateTable('live_changes')
      .set({ at: sql`${database.dialect.daysAgo(2)}` })
      .where(
        'id',
        '=',
        db()
          .selectFrom('live_changes')
          .select(({ fn }) => fn.min('id').as('id')),
      )
      .execute();
    // This process's clock is years ahead and deletes nothing more.
    const far = new Date('2030-01-01T00:00:00.000Z');
    const what = 'Changes that calendar addresses have to show';
    const pruned = await prune(database, far);
    expect(pruned.find((one) => one.what === what)?.deleted).toBe(1);
    expect(pruned.find((one) => one.what === 'Changes for open screens')?.deleted).toBe(1);
  });

  it('runs once in several processes at the same moment, and lets others write meanwhile', async () => {
    for (let first = 0; first < 1200; first += 100)
      await db()
        .insertInto('mutations')
        .values(
          Array.from({ length: 100 }, () => ({
            user_id: userId,
            idempotency_key: name(),
            fingerprint: '',
            status: 200,
            answer: '{}',
            created_at: ago(31),
          })),
        )
        .execute();
    await rows['Answers stored under an Idempotency-Key']?.(ago(1));
    const runs = await Promise.all([prune(database, at), prune(database, at), prune(database, at)]);
    const deleted = runs.flat().filter(({ what }) => what === 'Answers stored under an Idempotency-Key');
    expect(deleted.reduce((sum, one) => sum + one.deleted, 0)).toBe(1200);
    expect(await db().selectFrom('mutations').select('status').execute()).toHaveLength(1);
  });

  it('goes on until nothing is left, however many rows there are', async () => {
    // In an emptied database of PostgreSQL each row's foreign key may read all deleted users: ten times as many take half a minute.
    const count = 10_500;
    await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into mutations (user_id, idempotency_key, fingerprint, status, answer, created_at)
      select ${userId}, 'key ' || n, '', 200, '', ${ago(60)} from numbers`.execute(db());
    expect(await deletedOf('Answers stored under an Idempotency-Key')).toBe(count);
  });

  it('stops between two batches when its signal is aborted', async () => {
    await rows['Audit entries']?.(ago(2000));
    const pruned = await prune(database, at, { signal: AbortSignal.abort() });
    expect(pruned.every(({ deleted }) => deleted === 0)).toBe(true);
    expect(await db().selectFrom('audit_log').select('id').execute()).toHaveLength(1);
  });
});
