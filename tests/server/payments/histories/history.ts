// One history as data: an event with one or two places and a waitlist, and the actions of four people, the
// coach, the provider, the clock and faults.
import fc from 'fast-check';
import type { CheckoutAction } from '../test-providers.ts';
import { type Fault, faults } from './faults.ts';

export type Step =
  | { do: 'attend' | 'cancel' | 'begin' | 'family' | 'cash' | 'remove'; who: number }
  | { do: 'received' | 'waived' | 'returned' | 'ask' | 'decline'; who: number }
  | { do: 'act'; who: number; which: number; action: CheckoutAction }
  | { do: 'webhook'; which: number }
  | { do: 'refund'; who: number; minor: number }
  | { do: 'wait'; minutes: number }
  /** `hear`: the newest webhook events are delivered. `slow`: the next refund stays pending. */
  | { do: 'jobs' | 'arrive' | 'hear' | 'slow' | 'cancelEvent' | 'postpone' }
  /** `release`: as when the account is deleted. */
  | { do: 'release'; who: number }
  | { do: 'takeDown' }
  | { do: 'capacity'; capacity: number | null }
  /** What the offers are from now on; the cheap one at this price. A withdrawn one comes back as a new one. */
  | { do: 'offers'; offers: ('adult' | 'family')[]; minor: number; isOnSite: boolean }
  /** So many days after the first date. */
  | { do: 'newDate'; daysLater: number }
  | { do: 'fault'; fault: Fault }
  | { do: 'together'; steps: Step[] };

const who = fc.nat({ max: 3 });
const which = fc.nat({ max: 5 });
const action = fc.constantFrom<CheckoutAction>(
  'succeeded',
  'succeeded',
  'succeeded',
  'declined',
  'requiresAction',
  'processing',
);
const one = <T>(...of: T[]) => fc.constantFrom(...of);
const single: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('attend' as const), who }) },
  { weight: 5, arbitrary: fc.record({ do: one('begin' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: one('act' as const), who, which, action }) },
  { weight: 5, arbitrary: fc.record({ do: one('webhook' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: one('cancel' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('cash' as const, 'remove' as const, 'family' as const), who }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one(
        'received' as const,
        'waived' as const,
        'returned' as const,
        'ask' as const,
        'decline' as const,
      ),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('refund' as const), who, minor: fc.integer({ min: 1, max: 600 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('wait' as const),
      // A clock that was wrong is corrected: a day late, or a while back.
      minutes: one(1, 5, 11, 31, 34, 36, 80, 1, 5, 11, 31, 34, 36, 80, 1440, -20, -90),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: one('jobs' as const, 'arrive' as const, 'hear' as const, 'slow' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('fault' as const), fault: one(...faults) }) },
);

/**
 * Someone replies, opens the checkout and pays at the first, second or third try; its webhook events are
 * delivered or lost.
 */
const visit: fc.Arbitrary<Step[]> = fc
  .tuple(
    who,
    fc.array(one<CheckoutAction>('declined', 'requiresAction'), { maxLength: 2 }),
    one<CheckoutAction>('succeeded', 'succeeded', 'succeeded', 'processing'),
    fc.boolean(),
  )
  .map(([person, before, last, isHeard]): Step[] => [
    { do: 'attend', who: person },
    { do: 'begin', who: person },
    ...[...before, last].flatMap((how): Step[] => [
      { do: 'act', who: person, which: 0, action: how },
      ...(isHeard ? [{ do: 'hear' as const }] : []),
    ]),
  ]);
/** Someone opens a second checkout, or chooses cash, and still pays at the first one. */
const twice: fc.Arbitrary<Step[]> = fc
  .tuple(
    who,
    one('cash' as const, 'family' as const),
    one('received' as const, 'waived' as const, 'act' as const),
  )
  .map(([person, other, then]): Step[] => [
    { do: 'attend', who: person },
    { do: 'begin', who: person },
    { do: other, who: person },
    { do: 'act', who: person, which: 0, action: 'succeeded' },
    then === 'act' ? { do: 'act', who: person, which: 1, action: 'succeeded' } : { do: then, who: person },
  ]);
/** Someone pays, gives the place up and replies again. */
const back: fc.Arbitrary<Step[]> = fc
  .tuple(who, one('begin' as const, 'family' as const))
  .map(([person, how]): Step[] => [
    { do: 'attend', who: person },
    { do: 'begin', who: person },
    { do: 'act', who: person, which: 0, action: 'succeeded' },
    { do: 'hear' },
    { do: 'cancel', who: person },
    { do: 'attend', who: person },
    { do: how, who: person },
    { do: 'act', who: person, which: 1, action: 'succeeded' },
  ]);
/** The event has no date for a while, in which holds do not expire; sometimes it gets none. */
const postponed: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(single, { maxLength: 4 }), one(null, 0, 1, 7))
  .map(([meanwhile, daysLater]): Step[] => [
    { do: 'postpone' },
    ...meanwhile,
    ...(daysLater === null ? [] : [{ do: 'newDate' as const, daysLater }]),
  ]);
/** The organizer changes capacity or prices, the same person comes and goes, or an account is deleted. */
const change: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: one('capacity' as const), capacity: one<number | null>(1, 1, 2, 3, null) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one('offers' as const),
      offers: one<('adult' | 'family')[]>(
        ['adult', 'family'],
        ['adult', 'family'],
        ['adult'],
        ['family'],
        [],
      ),
      minor: one(1250, 1250, 900, 2600, 0),
      isOnSite: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('release' as const), who }) },
);
/** Prices or capacity change while someone pays. */
const changedWhilePaying: fc.Arbitrary<Step[]> = fc
  .tuple(who, change, one('begin' as const, 'family' as const, 'cash' as const), one(0, 1), change)
  .map(([person, first, how, which, then]): Step[] => [
    { do: 'attend', who: person },
    { do: 'begin', who: person },
    first,
    { do: how, who: person },
    { do: 'act', who: person, which, action: 'succeeded' },
    then,
    { do: 'hear' },
  ]);
const together = fc.record({
  do: one('together' as const),
  steps: fc.array(fc.oneof({ weight: 6, arbitrary: single }, { weight: 1, arbitrary: change }), {
    minLength: 2,
    maxLength: 4,
  }),
});

/**
 * `startsInHours`: nine days leave time for a refund, thirty hours none, and with three hours the event soon
 * ends.
 */
export type History = { capacity: number; startsInHours: number; steps: Step[] };

/** Up to some 40 steps, some of them concurrent; sometimes, late, the event is cancelled. */
export const histories: fc.Arbitrary<History> = fc.record({
  capacity: one(1, 1, 2),
  startsInHours: one(216, 216, 216, 30, 3),
  steps: fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 12, arbitrary: single.map((step) => [step]) },
          { weight: 2, arbitrary: together.map((step): Step[] => [step]) },
          { weight: 4, arbitrary: visit },
          { weight: 2, arbitrary: twice },
          { weight: 1, arbitrary: back },
          { weight: 1, arbitrary: postponed },
          { weight: 1, arbitrary: change.map((step) => [step]) },
          { weight: 1, arbitrary: changedWhilePaying },
        ),
        { minLength: 3, maxLength: 22, size: 'max' },
      ),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) },
      ),
      one('cancelEvent' as const, 'cancelEvent' as const, 'takeDown' as const),
    )
    .map(([parts, endsAt, how]): Step[] =>
      endsAt === null ? parts.flat() : parts.flat().toSpliced(-endsAt, 0, { do: how }),
    ),
});
