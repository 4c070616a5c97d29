// Reasons of refunds that the server approves. They are stored in English and shown in the reader's language. Pure.
import { t } from '../../words/t.ts';

/** By the stored text, so the keys never change. */
const texts = {
  'The organizer cancelled the place.': () => t('The organizer cancelled the place.'),
  'Cancelled in time.': () => t('Cancelled in time.'),
  'Made at the payment provider.': () => t('Refunded at the payment provider.'),
  'The event does not take place any more, or is over.': () =>
    t("The event isn't taking place any more, or is over."),
  'The place was paid for already.': () => t('The place was already paid for.'),
  'There was nothing to pay.': () => t('There is nothing to pay.'),
  'The payment came after the time to pay, and the place is taken.': () =>
    t('The payment came too late, and the place is taken.'),
  'The place had been given up.': () => t('The place had been given up.'),
};

export type RefundReason = keyof typeof texts;

/** All of them; other reasons are a person's own words. */
export const refundReasons = Object.keys(texts);

/** The text of a refund's reason; a person's own words stay unchanged. */
export const refundReasonText = (reason: string): string =>
  Object.hasOwn(texts, reason) ? texts[reason as RefundReason]() : reason;
