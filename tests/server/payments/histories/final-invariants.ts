// Invariants at the end of a history: each person is charged for exactly the place they have, was notified,
// and the ledger equals the provider's.
import type { Db } from '../../../../src/server/db/open.ts';
import type { Taken, TestProvider } from '../test-providers.ts';
import { givenUpAfter } from './transition-record.ts';

type Given = {
  eventId: string;
  people: { id: string }[];
  refundLimit: string;
  wasRepriced: boolean;
  now: string;
};

/** Descriptions of every violation; empty when all invariants hold. */
export async function violationsAtEnd(db: Db, testProvider: TestProvider, given: Given): Promise<string[]> {
  const found: string[] = [];
  const { event_status } = await db
    .selectFrom('events')
    .select('event_status')
    .where('id', '=', given.eventId)
    .executeTakeFirstOrThrow();
  const isOff = event_status === 'EventCancelled';
  for (const [at, { id }] of given.people.entries()) {
    const payments = await paymentsOf(db, given.eventId, id);
    const taken = await testProvider.taken(payments.map((payment) => payment.id));
    const place = await db
      .selectFrom('registrations')
      .select('state')
      .where('event_id', '=', given.eventId)
      .where('person_id', '=', id)
      .executeTakeFirst();
    const wrong = [
      ...(await wrongCharges(db, { payments, taken, state: place?.state, isOff }, given)),
      ...wrongEnds(payments, taken, given.now),
      ...(await wrongBooks(db, testProvider.provider.name, payments, taken)),
      ...(await wrongNotices(db, given.eventId, id, payments)),
    ];
    found.push(...wrong.map((words) => `person ${at} ${words}`));
  }
  return found;
}

async function paymentsOf(db: Db, eventId: string, userId: string) {
  const payments = await db
    .selectFrom('payments as y')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .select(['y.id', 'y.provider', 'y.state', 'y.amount_minor', 'y.check_after', 'y.receipt_number'])
    .select(['y.provider_ref', 'm.hold_expires_at'])
    .where('m.event_id', '=', eventId)
    .where('m.person_id', '=', userId)
    .orderBy('y.id')
    .execute();
  const ids = payments.map(({ id }) => id);
  const refunds =
    ids.length === 0
      ? []
      : await db.selectFrom('refunds').selectAll().where('payment_id', 'in', ids).execute();
  return payments.map((payment) => ({
    ...payment,
    refunds: refunds.filter(({ payment_id }) => payment_id === payment.id),
  }));
}
type Paid = Awaited<ReturnType<typeof paymentsOf>>[number];

async function wrongCharges(
  db: Db,
  {
    payments,
    taken,
    state,
    isOff,
  }: { payments: Paid[]; taken: Taken[]; state: string | undefined; isOff: boolean },
  { refundLimit, wasRepriced }: Given,
): Promise<string[]> {
  const online = taken.filter(({ takenMinor, refundedMinor }) => takenMinor > refundedMinor);
  const cash = payments.filter(
    (one) => one.state === 'offlineReceived' && one.amount_minor > sum(one.refunds.filter(isOwedBack)),
  );
  const kept = [...online.map(({ paymentId }) => paymentId), ...cash.map(({ id }) => id)];
  // By the policy: no refund for a place given up after the deadline, unless the event does not take place.
  const forfeited = isOff ? new Set() : await givenUpAfter(db, kept, refundLimit);
  const charged = kept.filter((id) => !forfeited.has(id)).length;
  const hasPlace = state === 'confirmed' && !isOff;
  const isSettled = payments.some(
    (one) => one.state === 'offlineDue' || one.state === 'waived' || one.state === 'offlineReceived',
  );
  return [
    charged > 1 && `is charged ${charged} times`,
    charged > 0 && !hasPlace && `paid and is ${state}${isOff ? ', the event is off' : ''}`,
    // The event may have been free for a while.
    hasPlace && taken.length === 0 && !isSettled && !wasRepriced && 'has a place and no payment',
    taken.some((one) => one.refundedMinor > one.takenMinor) && 'was paid back more than was taken',
  ].filter((words) => words !== false);
}

const isOwedBack = (refund: { approved_at: string | null; state: string }) =>
  refund.approved_at !== null && refund.state !== 'failed' && refund.state !== 'declined';
const sum = (rows: { amount_minor: number }[]) => rows.reduce((total, row) => total + row.amount_minor, 0);

function wrongEnds(payments: Paid[], taken: Taken[], now: string): string[] {
  // Without a checkout no one can have paid. A place is held for days if its event was postponed.
  const mayWait = ({ provider_ref, hold_expires_at }: Paid) =>
    provider_ref === null && (hold_expires_at ?? '') > now;
  return payments
    .filter(({ provider }) => provider !== 'offline')
    .flatMap((payment) => {
      const wasTaken = taken.some(({ paymentId }) => paymentId === payment.id);
      return [
        wasTaken !== (payment.state === 'succeeded') &&
          `has a payment that ${wasTaken ? 'was' : 'was not'} taken and is ${payment.state}`,
        wasTaken && payment.receipt_number === null && 'has no receipt',
        payment.check_after !== null &&
          !mayWait(payment) &&
          `has a payment that is ${payment.state} and waits for its provider`,
        ...payment.refunds.map(
          ({ state, approved_at }) =>
            !(
              state === 'succeeded' ||
              state === 'declined' ||
              (state === 'requested' && approved_at === null)
            ) && `has a refund that is left ${state}`,
        ),
      ];
    })
    .filter((words) => words !== false);
}

async function wrongBooks(db: Db, provider: string, payments: Paid[], taken: Taken[]): Promise<string[]> {
  if (payments.length === 0) return [];
  const entries = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where(
      'payment_id',
      'in',
      payments.map(({ id }) => id),
    )
    .execute();
  const found = [...Map.groupBy(entries, (entry) => entry.transaction_id).values()]
    .filter((parts) => sum(parts) !== 0)
    .map(() => 'has a transaction that is not zero');
  for (const { id, ...payment } of payments) {
    const account = payment.provider === 'offline' ? 'cash' : provider;
    const booked = sum(entries.filter((entry) => entry.payment_id === id && entry.account === account));
    const truth = taken.find(({ paymentId }) => paymentId === id);
    const returned = sum(payment.refunds.filter(({ state }) => state === 'succeeded'));
    const inCash = payment.state === 'offlineReceived' ? payment.amount_minor - returned : 0;
    const really = truth ? truth.takenMinor - truth.refundedMinor : inCash;
    if (booked !== really) found.push(`has ${booked} in the books, and ${really} really`);
  }
  return found;
}

/** Each payment and each refund notified its person once. */
async function wrongNotices(db: Db, eventId: string, userId: string, payments: Paid[]): Promise<string[]> {
  const notices = await db
    .selectFrom('notifications')
    .select('kind')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .execute();
  const expected = {
    paymentReceived: payments.filter(({ state }) => state === 'succeeded' || state === 'offlineReceived')
      .length,
    paymentRefunded: payments.flatMap(({ refunds }) => refunds).filter(({ state }) => state === 'succeeded')
      .length,
  };
  return Object.entries(expected).flatMap(([kind, times]) => {
    const told = notices.filter((notice) => notice.kind === kind).length;
    return told === times ? [] : [`was told ${told} times of ${times} ${kind}`];
  });
}
