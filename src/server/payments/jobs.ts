// What the clock does to payments: whatever has been pending too long is asked for at the provider, and checkouts whose
// place is no longer held are ended there.
import type { Deps } from '../deps.ts';
import { claimCheck, duePayments } from './check-queries.ts';
import { providerNamed } from './providers.ts';
import { findPayment, notePayment, type PaymentRow } from './queries.ts';
import { mustEnd, nextCheck, openStates } from './rules.ts';
import { settle } from './settle.ts';

const dueAtOnce = 50;
/** One that could not be checked is tried again after this. */
const claimMs = 60_000;
const dayMs = 24 * 60 * 60_000;

/** Looks at the payments that are due. Any number of processes may: each takes a check before it makes it. */
export async function checkDuePayments(deps: Deps): Promise<void> {
  const { database, now, log } = deps;
  const at = now().toISOString();
  for (const { id, check_after } of await duePayments(database.db, at, dueAtOnce)) {
    const until = new Date(Date.parse(at) + claimMs).toISOString();
    if (!(await claimCheck(database.db, id, check_after, until))) continue;
    const payment = await findPayment(database.db, id);
    if (payment)
      await checkPayment(deps, payment).catch((error: unknown) => {
        log.warn({ err: error, paymentId: id }, 'A payment could not be checked');
      });
  }
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
    const later = provider === null ? new Date(Date.parse(at) + dayMs).toISOString() : null;
    const again = isOpen ? nextCheck(payment.hold_expires_at, at) : null;
    return notePayment(database.db, payment.id, { check_after: ref === null ? again : later });
  }
  const place = { state: payment.registration_state, holdExpiresAt: payment.hold_expires_at };
  const truth = mustEnd(payment, place, at) ? await provider.cancel(ref) : await provider.status(ref);
  await settle(deps, payment, truth);
}
