// What the clock does to payments: whatever has been pending too long is asked for at the provider, and checkouts whose
// place is no longer held are ended there.
import { inClaimedSteps, inSteps } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { checkEarlier, claimDueCheck, waitingChecks } from './check-queries.ts';
import { providerNamed } from './providers.ts';
import { findPayment, notePayment, type PaymentRow } from './queries.ts';
import { tryEarlier, waitingRefunds } from './refund-queries.ts';
import { mustEnd, nextCheck, openStates } from './rules.ts';
import { settle } from './settle.ts';

/** Checks in one run of the job; the next run takes the rest. */
const checksAtOnce = 50;
/** After a start so many are brought forward to each instant: half of what one run checks, so that others are not late. */
const spreadAtOnce = 25;
const spreadEveryMs = 5_000;
/** Checked again within ten minutes, as every payment that is pending: what is beyond waits for that. */
const spreadMost = (10 * 60_000 * spreadAtOnce) / spreadEveryMs;
/** One that could not be checked is tried again after this. */
const claimMs = 60_000;
const dayMs = 24 * 60 * 60_000;

const later = (from: Date, ms: number) => new Date(from.getTime() + ms).toISOString();

/** Looks at the payments that are due. Any number of processes may: each takes a check before it makes it. */
export async function checkDuePayments(deps: Deps): Promise<void> {
  const { database, now, log, shutdown } = deps;
  const at = now().toISOString();
  await inClaimedSteps(
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
 * Brings checks and refunds that wait forward, once after a start: a server that died may have missed what became of them.
 * Spread over the next minutes, since a provider refuses a burst.
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
    bring: (ids: readonly string[], at: string) => Promise<void>,
  ) => {
    const slices = Array.from({ length: Math.ceil(ids.length / spreadAtOnce) }, (_, step) => step);
    await inSteps(shutdown, slices, (step) =>
      bring(ids.slice(step * spreadAtOnce, (step + 1) * spreadAtOnce), stepAt(step)),
    );
  };
  await steps(await waitingChecks(db, at, spreadMost), (ids, until) => checkEarlier(db, ids, until));
  await steps(await waitingRefunds(db, at, spreadMost), (ids, until) => tryEarlier(db, ids, until));
}

/** Asks the provider how a payment stands, ends its checkout where its place is not held, and takes over the answer. */
export async function checkPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  const { database, now } = deps;
  const at = now().toISOString();
  const provider = providerNamed(deps, payment.provider);
  const { provider_ref: ref } = payment;
  if (provider === null || ref === null) {
    const isOpen = (openStates as readonly string[]).includes(payment.state);
    // Without a checkout nobody can have paid. A provider that is off now may be on again.
    const tomorrow = provider === null ? new Date(Date.parse(at) + dayMs).toISOString() : null;
    const again = isOpen ? nextCheck(payment.hold_expires_at, at) : null;
    return notePayment(database.db, payment.id, { check_after: ref === null ? again : tomorrow });
  }
  const place = { state: payment.registration_state, holdExpiresAt: payment.hold_expires_at };
  const truth = mustEnd(payment, place, at) ? await provider.cancel(ref) : await provider.status(ref);
  await settle(deps, payment, truth);
}
