// The cards of the sandbox and the ways its news travel: what a person or a test may choose on its page.

export const cards = {
  '4242424242424242': { name: 'Is accepted', leadsTo: 'succeeded' },
  '4000000000000002': { name: 'Is declined', leadsTo: 'declined' },
  '4000000000003220': { name: 'Needs a second step at the bank', leadsTo: 'requiresAction' },
  '4000000000000077': { name: 'Hangs for twelve minutes, then is accepted', leadsTo: 'processing' },
} as const;
export type Card = keyof typeof cards;

export const newsWays = {
  now: 'At once',
  late: 'A minute late',
  twice: 'Twice',
  outOfOrder: 'Out of order',
  never: 'Never',
} as const;
export type SandboxNews = keyof typeof newsWays;

export const isCard = (text: string): text is Card => Object.hasOwn(cards, text);
export const isNewsWay = (text: string): text is SandboxNews => Object.hasOwn(newsWays, text);
