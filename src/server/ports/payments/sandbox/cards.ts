// The sandbox's test cards, and when its webhook events arrive: the choices on its checkout page.
import { t } from '../../../words/t.ts';

export const cards = {
  '4242424242424242': { name: () => t('Is accepted'), leadsTo: 'succeeded' },
  '4000000000000002': { name: () => t('Is declined'), leadsTo: 'declined' },
  '4000000000003220': { name: () => t('Needs a second step at the bank'), leadsTo: 'requiresAction' },
  '4000000000000077': { name: () => t('Hangs for twelve minutes, then is accepted'), leadsTo: 'processing' },
} as const;
export type Card = keyof typeof cards;

export const webhookTimings = {
  now: () => t('Right away'),
  late: () => t('A minute late'),
  twice: () => t('Twice'),
  outOfOrder: () => t('Out of order'),
  never: () => t('Never'),
} as const;
export type WebhookTiming = keyof typeof webhookTimings;

export const isCard = (text: string): text is Card => Object.hasOwn(cards, text);
export const isWebhookTiming = (text: string): text is WebhookTiming => Object.hasOwn(webhookTimings, text);
