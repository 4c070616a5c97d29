// Begins a payment for a place that is held: first our row, then the checkout at the provider, then its address on the
// row. The provider is never asked inside a transaction, and is asked the same for the same row, however often.

import type { ParsedBody } from '../../contract/api.ts';
import type { Deps } from '../deps.ts';
import { replyStanding } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import { ProviderRefusal } from '../ports/payments/port.ts';
import {
  confirmPlace,
  holdPlace,
  holdWhilePaying,
  isOn,
  longestHoldMs,
  openPlace,
  type SceneRow,
  type Work,
} from '../registrations/money/place-queries.ts';
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
  notePayment,
  type PaymentRow,
  setPaymentState,
} from './queries.ts';
import { refundableOf } from './refund-queries.ts';
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

type Ask = { eventId: string; userId: string; body: ParsedBody<'POST /api/events/{id}/payment'> };

const refuse = (detail: string) => new Problem('not_permitted', detail);

/**
 * Begins to pay for the place that is held for a person, or goes on with what was begun. Throws not_permitted where no
 * place is held, validation_failed for an offer or a way to pay that is not there, and unavailable where the provider
 * does not answer: then nothing was charged, and the same call goes on.
 */
export async function beginPayment(deps: Deps, ask: Ask): Promise<void> {
  const { database, now } = deps;
  const begun = await database.db.transaction().execute(async (db) => {
    const work = { db, dialect: database.dialect, at: now().toISOString() };
    const scene = await openPlace(work, ask.eventId, ask.userId);
    if (!scene) throw notFound('event');
    const role = roleOf(scene);
    if (!canSeeEvent(scene, role, replyStanding(scene, scene, work.at))) throw notFound('event');
    if (scene.removed_at !== null) throw new Problem('gone', t('This event was taken down.'));
    return begin(deps, work, scene, ask);
  });
  if (begun !== null) await openCheckout(deps, begun);
}

/** The id of the payment that still needs a checkout; null where there is nothing to open. */
async function begin(deps: Deps, work: Work, scene: SceneRow, { userId, body }: Ask): Promise<string | null> {
  const { db, at } = work;
  if (scene.my_state === 'confirmed' && (await findMyPayment(db, scene.id, userId))) return null;
  if (!isOn(scene, at)) throw refuse(t("The event isn't taking place any more, or is over."));
  if (scene.event_status === 'EventPostponed')
    throw refuse(t('The event is postponed. You can pay once it has a new date.'));
  if (scene.my_state !== 'pendingPayment' || scene.my_id === null)
    throw refuse(t('We are not holding a place for you. Take one first.'));
  const open = await findOpenPayment(db, scene.my_id);
  if (open?.state === 'processing') return null;
  const offer = await offerFor(work, scene, body.offerId);
  const provider = providerFor(deps, body.provider, offer);
  // Who gave up a place after the limit and comes back has paid already.
  const kept = await refundableOf(db, scene.my_id);
  if (kept.some((one) => one.left_minor >= offer.price_minor && one.currency === offer.currency)) {
    if (open) await endOpenPayments(db, scene.my_id, 'canceled', at);
    await confirmPlace(work, scene, userId, offer.id);
    return null;
  }
  const isSame =
    open?.provider === provider && policyOf(open.policy).offerId === offer.id && !isOver(open, at);
  if (open && isSame) return open.checkout_url === null && provider !== 'offline' ? open.id : null;
  const recently = new Date(Date.parse(at) - longestHoldMs).toISOString();
  const until = holdWhilePaying(scene, at, (await firstBegun(db, scene.my_id, recently)) ?? at);
  if (provider !== 'offline' && Date.parse(until) - Date.parse(at) < shortestCheckoutMs)
    throw refuse(t('The time to pay is nearly over. Take a place again.'));
  if (open) await endOpenPayments(db, scene.my_id, 'canceled', at);
  const id = await addPayment(
    db,
    {
      registrationId: scene.my_id,
      amountMinor: offer.price_minor,
      currency: offer.currency,
      provider,
      policy: policyFor({ ...scene, name: await eventName(db, scene.id) }, offer),
      checkoutExpiresAt: new Date(Date.parse(at) + checkoutMs).toISOString(),
      checkAfter: provider === 'offline' ? null : nextCheck(until, at),
    },
    at,
  );
  if (provider !== 'offline') {
    await holdPlace(work, scene, { offerId: offer.id, until });
    return id;
  }
  // Who pays on the spot has the place; the payment stays due.
  await confirmPlace(work, scene, userId, offer.id);
  return null;
}

/** A checkout that the provider has closed by now, whether or not it has told us; or would not open any more. */
function isOver(open: PaymentRow, at: string): boolean {
  if (open.provider === 'offline' || open.checkout_expires_at === null) return false;
  const leftMs = Date.parse(open.checkout_expires_at) - Date.parse(at);
  return leftMs <= (open.checkout_url === null ? shortestOpeningMs : 0);
}

async function offerFor({ db }: Work, scene: SceneRow, named: string | undefined) {
  const offer = await findOffer(db, scene.id, named ?? scene.my_offer_id, scene.my_offer_id);
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

/** Has the provider open the checkout of a payment, and keeps its address. */
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
      // What the provider will never open makes way for a new payment at the next try.
      if (error instanceof ProviderRefusal)
        await withPayment(deps, payment, ({ db, at }) => setPaymentState(db, id, 'canceled', at));
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
    await notePayment(db, id, {
      provider_ref: checkout.ref,
      checkout_url: checkout.url,
      // Given up while the provider was asked: nobody knows its address, and it is ended.
      ...(row.state === 'canceled' || row.state === 'expired' ? { check_after: at } : {}),
    });
    return isOpen || row.state === 'succeeded' || row.state === 'processing';
  });
  if (!isStillOpen) throw refuse(t('The place was given up in the meantime. Take one again.'));
}
