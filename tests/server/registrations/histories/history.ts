// One history of an event as data: replies, decisions, edits, memberships, absences and the clock.
import fc from 'fast-check';

const who = fc.nat({ max: 8 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('reply' as const),
      who,
      response: fc.constantFrom('attending', 'attending', 'attending', 'tentative', 'declined', 'cancel'),
      ifFull: fc.constantFrom('waitlist', 'waitlist', 'ask'),
      minutesAgo: fc.constantFrom(0, 0, 0, 20),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      who,
      action: fc.constantFrom('approve', 'approve', 'reject', 'remove', 'move', 'reply'),
      position: fc.integer({ min: 1, max: 6 }),
      response: fc.constantFrom('attending', 'declined'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      // A clock that was fast is corrected.
      minutes: fc.constantFrom(1, 20, 36, 90, 700, 1500, 1, 20, 36, 90, 700, 1500, -30),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('work' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      change: fc.oneof(
        { weight: 1, arbitrary: fc.constant({ eventStatus: 'EventPostponed' as const }) },
        {
          weight: 2,
          arbitrary: fc.record({
            eventStatus: fc.constant('EventScheduled' as const),
            daysLater: fc.constantFrom(0, 0, 1, 9),
          }),
        },
        {
          weight: 4,
          arbitrary: fc.record({
            maximumAttendeeCapacity: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null, freq: 8 }),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ joinPolicy: fc.constantFrom('open' as const, 'approval' as const) }),
        },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('leave' as const, 'join' as const, 'join' as const),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('away' as const, 'back' as const, 'back' as const),
      who,
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const history = fc.record({
  capacity: fc.integer({ min: 0, max: 4 }),
  isPaid: fc.boolean(),
  joinPolicy: fc.constantFrom('open' as const, 'open' as const, 'approval' as const),
  visibility: fc.constantFrom('public' as const, 'public' as const, 'team' as const),
  steps: fc.array(step, { minLength: 40, maxLength: 80, size: 'max' }),
});

export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const replies = (who: number, response: 'attending' | 'cancel' = 'attending'): Step => ({
  kind: 'reply',
  who,
  response,
  ifFull: 'waitlist',
  minutesAgo: 0,
});
const decides = (who: number, action: 'approve' | 'reject' | 'remove'): Step => ({
  kind: 'change',
  who,
  action,
  position: 1,
  response: 'attending',
});
/** With the transitions that fewer than one in six random histories have. */
export const rare: [History][] = [
  [
    {
      capacity: 1,
      isPaid: false,
      joinPolicy: 'approval',
      visibility: 'public',
      steps: [replies(0), replies(1), decides(0, 'approve'), decides(1, 'reject'), decides(0, 'remove')],
    },
  ],
  [
    {
      capacity: 1,
      isPaid: true,
      joinPolicy: 'approval',
      visibility: 'public',
      steps: [replies(0), decides(0, 'approve')],
    },
  ],
  [
    {
      capacity: 1,
      isPaid: false,
      joinPolicy: 'open',
      visibility: 'public',
      steps: [replies(0), replies(1), replies(0, 'cancel'), replies(1)],
    },
  ],
];
