// Reasons that the server itself gives for a refund. They are stored in English; people read them in their language. Pure.
import { t } from '../words/t.ts';

/** By what is stored: once given, a reason keeps its name here. */
const texts = {
  'The organizer cancelled the place.': () => t('The organizer cancelled the place.'),
  'Cancelled in time.': () => t('Cancelled in time.'),
  'Made at the payment provider.': () => t('Refunded at the payment provider.'),
  'The event does not take place any more, or is over.': () =>
    t("The event isn't taking place any more, or is over."),
  'The place was paid for already.': () => t('The place was already paid for.'),
  'The payment came after the time to pay, and the place is taken.': () =>
    t('The payment came too late, and the place is taken.'),
  'The place had been given up.': () => t('The place had been given up.'),
};

export type RefundReason = keyof typeof texts;

/** The reason of a refund for people; what someone wrote stays as it is. */
export const refundReasonText = (reason: string): string =>
  Object.hasOwn(texts, reason) ? texts[reason as RefundReason]() : reason;
