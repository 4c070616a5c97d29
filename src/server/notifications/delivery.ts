// Sends notification mails at each user's chosen frequency. One mail per user and run contains all due notifications.
//
// Claim, send, settle: each is its own statement, because no transaction spans a mail server. A crash between claim and
// send delays the mails until the claim expires; after a crash between send and settle they are sent again. The second
// mail has the same Message-ID as the first, so mailboxes can drop it.
import { createHash } from 'node:crypto';
import { isOutage } from '../db/outages.ts';
import type { Deps } from '../deps.ts';
import { logUnsent, notificationsAtOnce } from '../ports/mailer.ts';
import {
  changesMailedSince,
  claim,
  findRecipient,
  listWaiting,
  pause,
  peopleWithWaiting,
  postpone,
  type Recipient,
  settle,
  type WaitingRow,
} from './delivery-queries.ts';
import { peopleAsking } from './list-queries.ts';
import { notificationMail } from './mails.ts';
import { chosenFrequencies } from './preference-queries.ts';
import {
  type Chosen,
  changesOf,
  type MailClock,
  mailDueAt,
  maxAttempts,
  mergeRepeated,
  retryDelayAfter,
  withoutMailed,
} from './rules.ts';

/** Longer than the timeouts of `smtpMailer`. */
const claimMs = 15 * 60_000;
const peopleAtOnce = 200;

/** Sends all due mails, several concurrently, so that a slow one does not block the others. */
export async function deliverNotifications(deps: Deps): Promise<void> {
  const people = waitingPeople(deps);
  const deliver = async () => {
    for await (const userId of people)
      await deliverTo(deps, userId).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        // An error with one user's mail must not stop the others.
        deps.log.error({ err: error }, 'The mails of one person could not be prepared');
      });
  };
  const ends = await Promise.allSettled(Array.from({ length: notificationsAtOnce }, deliver));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Yields each user once, until shutdown. */
async function* waitingPeople({ database, now, shutdown }: Deps): AsyncGenerator<string, void> {
  const at = now().toISOString();
  for (let after: string | null = null; ; ) {
    const people: string[] = await peopleWithWaiting(database.db, { now: at, after, limit: peopleAtOnce });
    for (const userId of people) {
      if (shutdown.aborted) return;
      yield userId;
    }
    after = people.at(-1) ?? null;
    if (people.length < peopleAtOnce) return;
  }
}

async function deliverTo(deps: Deps, userId: string): Promise<void> {
  const { db } = deps.database;
  const now = deps.now();
  const waiting = await listWaiting(db, userId, now.toISOString());
  const recipient = await findRecipient(db, userId);
  // An unconfirmed address gets no mail except the confirmation.
  const isReachable = recipient?.email_verified_at != null && recipient.suspended_at === null;
  if (!isReachable) return settleAll(deps, waiting);
  const clock: MailClock = {
    timeZone: recipient.time_zone,
    quietFrom: recipient.quiet_from,
    quietTo: recipient.quiet_to,
  };
  const due = await dueNow(deps, waiting, { chosen: await chosenFrequencies(db, userId), clock, now });
  // What may have been sent already is sent alone, so that the mail has the same Message-ID.
  for (const rows of [due.filter(wasTried), due.filter((row) => !wasTried(row))])
    if (rows.length > 0) await sendMail(deps, recipient, rows);
}

const wasTried = ({ mail_attempts: attempts }: WaitingRow) => attempts > 0;

async function sendMail(deps: Deps, recipient: Recipient, due: readonly WaitingRow[]): Promise<void> {
  const { db } = deps.database;
  const now = deps.now();
  const claimed = await claim(
    deps.database,
    due.map((row) => row.id),
    { now: now.toISOString(), until: new Date(now.getTime() + claimMs).toISOString() },
  );
  const mine = due.filter((row) => claimed.has(row.id));
  if (mine.length === 0) return;
  try {
    const asking = await peopleAsking(db, mine);
    const named = mine.map((row) => ({ ...row, by: asking.get(row.id) ?? actorOf(row) }));
    const mail = notificationMail(recipient, mergeRepeated(named), deps.config);
    await deps.mailer.send({ ...mail, messageId: messageIdOf(mine, deps.config.publicOrigin) });
  } catch (error) {
    logUnsent(deps.log, error);
    return retryLater(deps, mine);
  }
  await settleAll(deps, mine);
}

/** The name as stored: the mail's text translates that of a former member into the recipient's language. */
const actorOf = ({ actor_name: name }: WaitingRow) => (name === null ? null : { names: [name], count: 1 });

/** Returns the due rows; settles the ones without a mail and postpones the others. */
async function dueNow(
  deps: Deps,
  waiting: readonly WaitingRow[],
  { chosen, clock, now }: { chosen: Chosen; clock: MailClock; now: Date },
): Promise<WaitingRow[]> {
  const due: WaitingRow[] = [];
  const unwanted: WaitingRow[] = [];
  for (const stored of waiting) {
    const isLate = stored.last_mailed_at !== null && stored.last_mailed_at >= stored.created_at;
    const row = isLate
      ? withoutMailed(stored, await changesMailedSince(deps.database.db, stored.id))
      : stored;
    // The role or invitation that it is about has ended since, or what it says is no longer true or was said.
    if (row === null || row.is_still_for_them === 0 || isOutdated(row)) {
      unwanted.push(stored);
      continue;
    }
    const notification = {
      kind: row.kind,
      createdAt: row.created_at,
      isRead: row.read_at !== null,
      replyBy: row.replies_due_at,
      starts: [row.starts_at, startBefore(row)].filter((start) => start !== null),
      // A retry stays with those it was tried with.
      lastMailedAt: wasTried(row) ? null : row.last_mailed_at,
    };
    const at = mailDueAt(notification, { chosen, clock, now: now.getTime() });
    if (at === null) unwanted.push(row);
    else if (at <= now.getTime()) due.push(row);
    else await postpone(deps.database.db, row.id, now.toISOString(), new Date(at).toISOString());
  }
  await settleAll(deps, unwanted);
  return due;
}

/** Until this start, people who have not heard of the new one may go there. */
const startBefore = ({ changes }: WaitingRow) =>
  changesOf(changes).find(({ field }) => field === 'startsAt')?.before ?? null;

/**
 * It says what changed at one event that is cancelled now, or that one has no date, but has one again: a later notification says
 * so. The other dates of a series may still take place, or have no date.
 */
function isOutdated({ kind, changes, event_status: status }: WaitingRow): boolean {
  const all = changesOf(changes);
  if (status === 'EventPostponed' || all.some(({ field }) => field === 'eventCount')) return false;
  if (status === 'EventCancelled') return kind === 'eventChanged';
  return all.some(({ field, after }) => field === 'eventStatus' && after === 'EventPostponed');
}

async function settleAll({ database, now }: Deps, rows: readonly WaitingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await settle(
    database.db,
    rows.map((row) => row.id),
    now().toISOString(),
  );
}

async function retryLater(deps: Deps, rows: readonly WaitingRow[]): Promise<void> {
  const attemptsOf = (row: WaitingRow) => row.mail_attempts + 1;
  await settleAll(
    deps,
    rows.filter((row) => attemptsOf(row) >= maxAttempts),
  );
  const at = deps.now().getTime();
  for (const row of rows.filter((row) => attemptsOf(row) < maxAttempts))
    await pause(deps.database.db, row.id, new Date(at + retryDelayAfter(attemptsOf(row))).toISOString());
}

/** Deterministic for a set of notifications, so that a resent mail has the same id. */
function messageIdOf(rows: readonly WaitingRow[], publicOrigin: string): string {
  const ids = rows.map((row) => row.id).join(' ');
  const name = createHash('sha256').update(ids).digest('base64url');
  return `<${name}@${new URL(publicOrigin).hostname}>`;
}
