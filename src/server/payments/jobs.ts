// Job of payments: asks the provider for the status of pending payments, and ends checkouts whose seat is no longer held.
import { forEachClaimed, forEachUntilShutdown } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { checkEarlier, claimDueCheck, waitingChecks } from './check-queries.ts';
import { jobProviderNamed } from './providers.ts';
import { findPayment, type PaymentRow, updatePayment } from './queries.ts';
import { tryEarlier, waitingRefunds } from './refunds/refund-queries.ts';
import { mustEnd, nextCheck, openStates } from './rules.ts';
import { settle } from './settle.ts';

/** Checks in one run of the job; the next run takes the rest. */
const checksAtOnce = 50;
/** Checks moved to each instant after a start: half of one run, which leaves room for other due checks. */
const spreadAtOnce = 25;
const spreadEveryMs = 5_000;
/** The most checks to move: every pending payment is checked within ten minutes anyway. */
const spreadMost = (10 * 60_000 * spreadAtOnce) / spreadEveryMs;
/** A failed check is retried after this. */
const claimMs = 60_000;
const dayMs = 24 * 60 * 60_000;

const later = (from: Date, ms: number) => new Date(from.getTime() + ms).toISOString();

/** Checks the payments that are due. Any number of processes may run it: each claims a check first. */
export async function checkDuePayments(deps: Deps): Promise<void> {
  const { database, now, log, shutdown } = deps;
  const at = now().toISOString();
  await forEachClaimed(
    shutdown,
    checksAtOnce,
    () => claimDueCheck(database, at, later(now(), claimMs)),
    async (id) => {
      const payment = await findPayment(database.db, id);
      if (payment)
        await checkPayment(deps, payment).catch((error: unknown) => {
          log.warn({ err: error, paymentId: id }, 'A payment could not be checked');
        });
    },
  );
}

/**
 * Moves waiting checks and refunds to the next minutes, once after a start: a crashed server may have missed webhook events.
 * Spread over time because of the provider's rate limit.
 */
export async function spreadChecks({
  database,
  now,
  shutdown,
}: Pick<Deps, 'database' | 'now' | 'shutdown'>): Promise<void> {
  const { db } = database;
  const from = now();
  const at = from.toISOString();
  const stepAt = (step: number) => later(from, step * spreadEveryMs);
  const steps = async (
    ids: readonly string[],
    moveTo: (ids: readonly string[], at: string) => Promise<void>,
  ) => {
    const slices = Array.from({ length: Math.ceil(ids.length / spreadAtOnce) }, (_, step) => step);
    await forEachUntilShutdown(shutdown, slices, (step) =>
      moveTo(ids.slice(step * spreadAtOnce, (step + 1) * spreadAtOnce), stepAt(step)),
    );
  };
  await steps(await waitingChecks(db, at, spreadMost), (ids, until) => checkEarlier(db, ids, until));
  await steps(await waitingRefunds(db, at, spreadMost), (ids, until) => tryEarlier(db, ids, until));
}

/** Reads a payment's status at the provider, ends the checkout if its seat is not held, and settles the payment. */
export async function checkPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  const { database, now } = deps;
  const at = now().toISOString();
  const provider = jobProviderNamed(deps, payment.provider);
  const { provider_ref: ref } = payment;
  if (provider === null || ref === null) {
    const isOpen = (openStates as readonly string[]).includes(payment.state);
    // A payment without a checkout cannot have been paid. A provider that is switched off may return.
    const tomorrow = provider === null ? new Date(Date.parse(at) + dayMs).toISOString() : null;
    const again = isOpen ? nextCheck(payment.hold_expires_at, at) : null;
    return updatePayment(database.db, payment.id, { check_after: ref === null ? again : tomorrow });
  }
  const hold = { state: payment.registration_state, holdExpiresAt: payment.hold_expires_at };
  const checkout = mustEnd(payment, hold, at) ? await provider.cancel(ref) : await provider.status(ref);
  await settle(deps, payment, checkout);
}
