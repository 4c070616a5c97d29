// What an event's answer says about its payments. Answers that older versions saved lack it: there the prices decide. Pure.
import type { MyEvent, Offer } from '../../../../contract/events/events.ts';

const hasPrice = ({ offers }: MyEvent): boolean => offers.some(({ price }) => price.amountMinor > 0);

/** Whether I have a payment for it, in any state. */
export const hasPayment = (event: MyEvent): boolean => event.hasPayment ?? hasPrice(event);

/** Whether anyone has a payment for it; for those who run it. */
export const hasPayments = (event: MyEvent): boolean => event.hasPayments ?? hasPrice(event);

/** Whether the outcome of giving up my place depends on my payment, which only the server knows. */
export const dependsOnPayment = (event: MyEvent): boolean =>
  event.registration?.state === 'confirmed' && hasPayment(event);

/** All prices that may be mine: those of the event, and the one that my registration holds, which may have been withdrawn. */
export function offersWithHeld({ offers, heldOffer }: MyEvent): Offer[] {
  return heldOffer && offers.every(({ id }) => id !== heldOffer.id) ? [heldOffer, ...offers] : offers;
}

/** The price of what I have to pay. */
export const dueOfferOf = (event: MyEvent): Offer | undefined =>
  offersWithHeld(event).find(({ id }) => id === event.due?.offerId);
