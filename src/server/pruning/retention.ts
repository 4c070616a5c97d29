// Retention periods: which rows are deleted after how many days. The job and `npm run admin -- prune` use this table, and
// README.md lists it.
//
// Never deleted: payments, refunds, receipts and the ledger, which are records of money; replies, marks and events, which are
// the club's history; people and accounts, which are deleted by their own actions.
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Tables } from '../db/schema.ts';

export type RetentionRule = {
  what: string;
  table: keyof Tables;
  /** A row expires this many days after the instant, or the day, in `since`. */
  days: number;
  /** A column of `table`; of `sessions` where `isOfSession`. */
  since: string;
  why: string;
  /** `since` holds a day, `YYYY-MM-DD`, and not an instant. */
  isDay?: true;
  /** `since` was written by the database's clock, so it is compared with that clock. */
  isDatabaseTime?: true;
  /** `since` is a column of the row's session. */
  isOfSession?: true;
  /** A further condition. */
  only?: RawBuilder<boolean>;
};

const dayMs = 86_400_000;

/** In the order in which they are deleted: tokens before the sessions that they belong to. */
export const retentionRules: readonly RetentionRule[] = [
  {
    what: 'Tokens of sessions that were ended',
    table: 'refresh_tokens',
    days: 30,
    since: 'revoked_at',
    isOfSession: true,
    why: 'A late copy of such a token is still answered as one of an ended session.',
  },
  {
    what: 'Tokens of sessions that no one used',
    table: 'refresh_tokens',
    days: 60,
    since: 'last_seen_at',
    isOfSession: true,
    why: 'Such a session ended after 30 days without use, and counts as ended for 30 more.',
  },
  {
    what: 'Tokens that gave way to a newer one',
    table: 'refresh_tokens',
    days: 60,
    since: 'rotated_at',
    why: 'A copy that turns up within this time ends its session; an older one is refused as unknown.',
  },
  {
    what: 'Sessions that were ended',
    table: 'sessions',
    days: 30,
    since: 'revoked_at',
    only: sql`not exists (select 1 from refresh_tokens r where r.session_id = sessions.id)`,
    why: 'As their tokens.',
  },
  {
    what: 'Sessions that no one used',
    table: 'sessions',
    days: 60,
    since: 'last_seen_at',
    only: sql`not exists (select 1 from refresh_tokens r where r.session_id = sessions.id)`,
    why: 'As their tokens.',
  },
  {
    what: 'Links to confirm an address or to choose a new password',
    table: 'one_time_tokens',
    days: 1,
    since: 'expires_at',
    why: 'They have expired.',
  },
  {
    what: 'Failed attempts to sign in',
    table: 'sign_in_attempts',
    days: 2,
    since: 'last_failed_at',
    why: 'They count for a day; a day more keeps an owner from being notified twice in a day.',
  },
  {
    what: 'Devices that signed in before',
    table: 'known_devices',
    days: 400,
    since: 'signed_in_at',
    why: 'A browser keeps no cookie longer.',
  },
  {
    what: 'Answers stored under an Idempotency-Key',
    table: 'mutations',
    days: 30,
    since: 'created_at',
    why: 'The API promises 30 days. A write that is sent again later is judged as a new one, by its id and its time.',
  },
  {
    what: 'Counts of what a person did on a day',
    table: 'daily_uses',
    days: 0,
    since: 'day',
    isDay: true,
    why: 'The limits are for one day, in UTC.',
  },
  {
    what: 'Invitations',
    table: 'invitations',
    days: 60,
    since: 'updated_at',
    why: 'They can be accepted for 30 days; for 30 more, accepting one is refused with the reason.',
  },
  {
    what: 'Notifications that were read',
    table: 'notifications',
    days: 180,
    since: 'created_at',
    only: sql`read_at is not null and mailed_at is not null`,
    why: 'Half a year is longer than a season goes back. One that has yet to be mailed stays.',
  },
  {
    what: 'Notifications that no one read',
    table: 'notifications',
    days: 400,
    since: 'created_at',
    only: sql`mailed_at is not null`,
    why: 'Someone who is away for a year still finds them.',
  },
  {
    what: 'Webhook events of payment providers',
    table: 'provider_events',
    days: 180,
    since: 'received_at',
    why: 'A provider sends an event again for a month at most. Its effect is stored with the payment.',
  },
  {
    what: 'Calendar addresses that were removed',
    table: 'calendar_feeds',
    days: 30,
    since: 'revoked_at',
    why: 'They answer 404, as an unknown address does.',
  },
  {
    what: 'Changes that calendar addresses have to show',
    table: 'calendar_changes',
    days: 2,
    since: 'at',
    isDatabaseTime: true,
    why: 'A calendar that is remembered is made again after a day.',
  },
  {
    what: 'Changes for open screens',
    table: 'live_changes',
    days: 1,
    since: 'at',
    isDatabaseTime: true,
    why: 'A device that was away longer than a quarter of an hour reads again what it shows.',
  },
  {
    what: 'Audit entries',
    table: 'audit_log',
    days: 1095,
    since: 'at',
    why: 'Three years, as long as most claims can be made. Nothing about money is here alone.',
  },
];

/** Of files and not of rows; the time in a file's name counts. */
export const mailRetention: Pick<RetentionRule, 'what' | 'days' | 'why'> = {
  what: 'Mails in `DATA_DIR/mail`, written where no mail server is set',
  days: 30,
  why: 'No link in a mail works longer.',
};

/** The condition that a row of the rule's table has expired at the instant `at`, on columns without an alias. */
export function isExpired(
  rule: RetentionRule,
  at: Date,
  dialect: Pick<Dialect, 'daysAgo'>,
): RawBuilder<boolean> {
  const before = sql<boolean>`${sql.ref(rule.since)} < ${limitOf(rule, at, dialect)}`;
  const condition = rule.isOfSession
    ? sql<boolean>`session_id in (select id from sessions where ${before})`
    : before;
  return rule.only ? sql<boolean>`${condition} and ${rule.only}` : condition;
}

function limitOf(
  { days, isDay, isDatabaseTime }: RetentionRule,
  at: Date,
  dialect: Pick<Dialect, 'daysAgo'>,
) {
  if (isDatabaseTime) return dialect.daysAgo(days);
  const instant = new Date(at.getTime() - days * dayMs).toISOString();
  return isDay ? instant.slice(0, 10) : instant;
}
