// Begins a payment for a held seat: inserts our row, creates the provider's checkout, stores its address. The provider is
// never called inside a transaction; the payment's id is the idempotency key.

import type { ParsedBody } from '../../contract/api.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Deps } from '../deps.ts';
import { replyStatus } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import { ProviderRefusal } from '../ports/payments/port.ts';
import {
  confirmSeat,
  holdSeat,
  holdWhilePaying,
  isOn,
  lockEvent,
  longestHoldMs,
  type RegistrationContext,
  type Tx,
} from '../registrations/money/seat-queries.ts';
import { t } from '../words/t.ts';
import { providerNamed } from './providers.ts';
import {
  addPayment,
  endOpenPayments,
  eventName,
  findMyPayment,
  findOffer,
  findOpenPayment,
  findPayment,
  firstBegun,
  newestBegun,
  type PaymentRow,
  setPaymentState,
  updatePayment,
} from './queries.ts';
import { refundableOf } from './refunds/refund-queries.ts';
import {
  checkoutMs,
  nextCheck,
  payableStates,
  policyFor,
  policyOf,
  shortestCheckoutMs,
  shortestOpeningMs,
} from './rules.ts';
import { withPayment } from './settle.ts';

const hourMs = 3_600_000;

type Ask = { eventId: string; userId: string; body: ParsedBody<'POST /api/events/{id}/payment'> };

const refuse = (detail: string) => new Problem('not_permitted', detail);

/**
 * Begins or continues the payment for a person's held seat. Throws not_permitted if no seat is held or the provider refuses
 * for good, validation_failed for an unknown offer or provider, and unavailable if the provider does not answer; the caller
 * can then retry.
 */
export async function beginPayment(deps: Deps, ask: Ask): Promise<void> {
  const { database, now } = deps;
  const begun = await database.db.transaction().execute(async (db) => {
    const tx = { db, dialect: database.dialect, at: now().toISOString() };
    const context = await lockEvent(tx, ask.eventId, ask.userId);
    if (!context) throw notFound('event');
    const role = roleOf(context);
    if (!canSeeEvent(context, role, replyStatus(context, context, tx.at))) throw notFound('event');
    if (context.removed_at !== null) throw new Problem('gone', t('This event was taken down.'));
    return begin(deps, tx, context, ask);
  });
  if (begun !== null) await openCheckout(deps, begun);
}

/** Returns the id of a payment that needs a checkout; null if none does. */
async function begin(
  deps: Deps,
  tx: Tx,
  context: RegistrationContext,
  { userId, body }: Ask,
): Promise<string | null> {
  const { db, at } = tx;
  if (context.my_state === 'confirmed' && (await findMyPayment(db, context.id, userId))) return null;
  if (!isOn(context, at)) throw refuse(t("The event isn't taking place any more, or is over."));
  if (context.event_status === 'EventPostponed')
    throw refuse(t('The event is postponed. You can pay once it has a new date.'));
  if (context.is_owner_inactive === 1)
    throw refuse(t("The organizer's account isn't active right now, so you can't pay."));
  if (context.my_state !== 'pendingPayment' || context.my_id === null)
    throw refuse(t('We are not holding a place for you. Take one first.'));
  const open = await findOpenPayment(db, context.my_id);
  if (open?.state === 'processing') return null;
  const offer = await offerFor(tx, context, body.offerId);
  const provider = providerFor(deps, body.provider, offer);
  // A person who gave up a seat without a refund and returns has already paid.
  const kept = await refundableOf(db, context.my_id);
  if (kept.some((one) => one.left_minor >= offer.price_minor && one.currency === offer.currency)) {
    if (open) await endOpenPayments(db, context.my_id, 'canceled', at);
    await confirmSeat(tx, context, userId, offer.id);
    return null;
  }
  const isSame =
    open?.provider === provider && policyOf(open.policy).offerId === offer.id && !isOver(open, at);
  if (open && isSame) return open.checkout_url === null && provider !== 'offline' ? open.id : null;
  const recently = new Date(Date.parse(at) - longestHoldMs).toISOString();
  const until = holdWhilePaying(context, at, (await firstBegun(db, context.my_id, recently)) ?? at);
  if (provider !== 'offline' && Date.parse(until) - Date.parse(at) < shortestCheckoutMs)
    throw refuse(t('The time to pay is nearly over. Take a place again.'));
  if (deps.config.rateLimit) await requireFewPayments(tx, context.my_id);
  if (open) await endOpenPayments(db, context.my_id, 'canceled', at);
  const id = await addPayment(
    db,
    {
      registrationId: context.my_id,
      amountMinor: offer.price_minor,
      currency: offer.currency,
      provider,
      policy: policyFor({ ...context, name: await eventName(db, context.id) }, offer),
      checkoutExpiresAt: new Date(Date.parse(at) + checkoutMs).toISOString(),
      checkAfter: provider === 'offline' ? null : nextCheck(until, at),
    },
    at,
  );
  if (provider !== 'offline') {
    await holdSeat(tx, context, { offerId: offer.id, until });
    return id;
  }
  // Paying on site confirms the seat; the payment stays due.
  await confirmSeat(tx, context, userId, offer.id);
  return null;
}

/** Each payment is a session at the provider, and checks of its status later on. Throws rate_limited. */
async function requireFewPayments({ db, at }: Tx, registrationId: string): Promise<void> {
  const after = new Date(Date.parse(at) - hourMs).toISOString();
  const begun = await newestBegun(db, registrationId, { after, limit: limits.paymentsPerHour });
  const first = begun[limits.paymentsPerHour - 1];
  if (first !== undefined)
    throw new Problem('rate_limited', t('You started a lot of payments in a short time. Wait a moment.'), {
      retryAfterSeconds: Math.ceil((Date.parse(first) + hourMs - Date.parse(at)) / 1000),
    });
}

/** Whether the provider's checkout has expired, or is too short to be opened. */
function isOver(open: PaymentRow, at: string): boolean {
  if (open.provider === 'offline' || open.checkout_expires_at === null) return false;
  const leftMs = Date.parse(open.checkout_expires_at) - Date.parse(at);
  return leftMs <= (open.checkout_url === null ? shortestOpeningMs : 0);
}

async function offerFor({ db }: Tx, context: RegistrationContext, named: string | undefined) {
  const offer = await findOffer(db, context.id, named ?? context.my_offer_id, context.my_offer_id);
  if (offer && offer.price_minor > 0) return offer;
  if (named === undefined) throw refuse(t('There is nothing to pay.'));
  throw invalid({
    path: 'offerId',
    code: offer ? 'nothing_to_pay' : 'unknown_offer',
    message: offer ? t('This price is free: reply with it') : t('Not a price of this event'),
  });
}

function providerFor(
  deps: Deps,
  named: Ask['body']['provider'],
  offer: { accepts_offline: 0 | 1 },
): 'offline' | 'sandbox' | 'stripe' {
  if (named === undefined) return deps.payments.online.name;
  const isThere = named === 'cash' ? offer.accepts_offline === 1 : providerNamed(deps, named) !== null;
  if (isThere) return named === 'cash' ? 'offline' : named;
  throw invalid({ path: 'provider', code: 'not_offered', message: t("You can't pay this way here") });
}

/** Creates the checkout of a payment at the provider, and stores its address. */
async function openCheckout(deps: Deps, id: string): Promise<void> {
  const payment = await findPayment(deps.database.db, id);
  const provider = payment && providerNamed(deps, payment.provider);
  if (!payment || !provider) throw new Error('A payment was begun with a provider that is not there.');
  const checkout = await provider
    .create({
      paymentId: payment.id,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      description: policyOf(payment.policy).description ?? t('A place'),
      returnPath: `/my/events/${payment.event_id}/payment`,
      expiresAt: payment.checkout_expires_at ?? payment.created_at,
    })
    .catch(async (error: unknown) => {
      deps.log.error({ err: error, paymentId: id }, 'A checkout could not be opened');
      if (error instanceof ProviderRefusal) {
        // The provider will never open this checkout, so another price or provider needs a new payment.
        await withPayment(deps, payment, ({ db, at }) => setPaymentState(db, id, 'canceled', at));
        throw refuse(t("This price can't be paid online. Ask the organizer."));
      }
      throw new Problem(
        'unavailable',
        t('The payment service does not answer. Nothing was charged. Try again.'),
        {
          retryAfterSeconds: 5,
        },
      );
    });
  const isStillOpen = await withPayment(deps, payment, async ({ db, at }, _scene, row) => {
    const isOpen = payableStates.has(row.state);
    await updatePayment(db, id, {
      provider_ref: checkout.ref,
      checkout_url: checkout.url,
      // The payment ended during the provider call: end its checkout soon.
      ...(row.state === 'canceled' || row.state === 'expired' ? { check_after: at } : {}),
    });
    return isOpen || row.state === 'succeeded' || row.state === 'processing';
  });
  if (!isStillOpen) throw refuse(t('The place was given up in the meantime. Take one again.'));
}
