// The cards of the sandbox and the ways its news travel: what a person or a test may choose on its page.
import { t } from '../../../words/t.ts';

export const cards = {
  '4242424242424242': { name: () => t('Is accepted'), leadsTo: 'succeeded' },
  '4000000000000002': { name: () => t('Is declined'), leadsTo: 'declined' },
  '4000000000003220': { name: () => t('Needs a second step at the bank'), leadsTo: 'requiresAction' },
  '4000000000000077': { name: () => t('Hangs for twelve minutes, then is accepted'), leadsTo: 'processing' },
} as const;
export type Card = keyof typeof cards;

export const newsWays = {
  now: () => t('Right away'),
  late: () => t('A minute late'),
  twice: () => t('Twice'),
  outOfOrder: () => t('Out of order'),
  never: () => t('Never'),
} as const;
export type SandboxNews = keyof typeof newsWays;

export const isCard = (text: string): text is Card => Object.hasOwn(cards, text);
export const isNewsWay = (text: string): text is SandboxNews => Object.hasOwn(newsWays, text);
