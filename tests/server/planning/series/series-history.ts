// One history of a series as data: its rule, the price of a place, and the steps of two coaches, three
// members, the provider, the clock and the jobs.
import fc from 'fast-check';

const one = <T>(...of: T[]) => fc.constantFrom(...of);
const kind = <K extends string>(name: K) => fc.constant(name);
/** One of the dates that exist when the step is made. */
const which = fc.nat({ max: 11 });
const who = fc.nat({ max: 2 });
const scope = one('this' as const, 'following' as const, 'all' as const);
const several = one('following' as const, 'all' as const);
const response = one('attending' as const, 'attending' as const, 'declined' as const, 'tentative' as const);
const leftOut = one('separate' as const, 'cancel' as const);
/** Of the start and the end; null keeps them. */
const minutes = one(null, 30, -60, 24 * 60, -2 * 24 * 60, 7 * 24 * 60);

const rules = [
  'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
  'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6',
  'FREQ=WEEKLY;BYDAY=WE,FR;COUNT=3',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=3',
  'FREQ=DAILY;COUNT=5',
  'FREQ=MONTHLY;BYDAY=2TU;COUNT=3',
  'FREQ=WEEKLY;BYDAY=TH',
];

const edit = fc.record({
  kind: kind('edit'),
  which,
  scope,
  minutes,
  fields: fc.record(
    {
      name: one('Row', 'Long row', 'Evening row'),
      maximumAttendeeCapacity: one(null, 1, 2),
      visibility: one('team' as const, 'public' as const),
      eventStatus: one('EventPostponed' as const, 'EventScheduled' as const),
      meetingPoint: one(null, 'At the gate'),
    },
    { requiredKeys: [] },
  ),
  handEdits: one('keep' as const, 'replace' as const),
});
const rule = fc.record({ kind: kind('rule'), which, scope: several, rrule: one(...rules), leftOut });
/** The series ends with one of its dates. */
const end = fc.record({ kind: kind('end'), which, leftOut });
/** Dates get another owner, or go back to the first one. */
const give = fc.record({
  kind: kind('give'),
  which,
  scope,
  to: one('organization' as const, 'otherTeam' as const, 'team' as const),
});
const cancel = fc.record({ kind: kind('cancel'), which, scope });
const reply = fc.record({ kind: kind('reply'), who, which, response });
const seriesReply = fc.record({ kind: kind('seriesReply'), who, response, from: fc.option(fc.nat(30)) });
const extend = fc.record({ kind: kind('extend') });
const together = fc.record({
  kind: kind('together'),
  steps: fc.tuple(fc.oneof(edit, rule, cancel), fc.oneof(edit, rule, end, cancel, reply, extend)),
});
const pay = fc.record({
  kind: kind('pay'),
  who,
  which,
  how: one('card' as const, 'card' as const, 'declinedCard' as const, 'notYet' as const, 'cash' as const),
});

const refund = fc.record({ kind: kind('refund') });
/** Soon, or among the dates that the job adds to a series without an end. */
const absentFrom = fc.oneof({ weight: 3, arbitrary: fc.nat(20) }, fc.constant(180));
const absence = fc.record({ kind: kind('absence'), who, from: absentFrom, days: fc.nat(20) });
const endAbsence = fc.record({ kind: kind('endAbsence') });

/** The next date begins, and is marked. */
const begin = fc.record({ kind: kind('begin'), who });

const step = fc.oneof(
  { weight: 6, arbitrary: edit.map((each) => [each]) },
  { weight: 3, arbitrary: rule.map((each) => [each]) },
  { weight: 2, arbitrary: end.map((each) => [each]) },
  { weight: 4, arbitrary: reply.map((each) => [each]) },
  { weight: 2, arbitrary: seriesReply.map((each) => [each]) },
  { weight: 4, arbitrary: pay.map((each) => [each]) },
  { weight: 2, arbitrary: fc.tuple(pay, edit, refund) },
  { weight: 2, arbitrary: fc.record({ kind: kind('mark'), who, which }).map((each) => [each]) },
  { weight: 4, arbitrary: fc.tuple(begin, fc.oneof(edit, rule, end)) },
  { weight: 2, arbitrary: give.map((each) => [each]) },
  { weight: 1, arbitrary: cancel.map((each) => [each]) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), which, scope }).map((each) => [each]) },
  { weight: 2, arbitrary: together.map((each) => [each]) },
  { weight: 1, arbitrary: fc.record({ kind: kind('removeCoach') }).map((each) => [each]) },
  { weight: 2, arbitrary: absence.map((each) => [each]) },
  { weight: 2, arbitrary: fc.tuple(absence, fc.oneof(edit, rule), endAbsence) },
  { weight: 2, arbitrary: fc.record({ kind: kind('wait'), days: one(1, 9, 40) }).map((each) => [each]) },
  {
    weight: 2,
    arbitrary: fc
      .record({ which, minutes })
      .map((given) => [
        { kind: 'postpone' as const, ...given },
        ...(given.minutes === null ? [] : [{ kind: 'newDate' as const, ...given }]),
      ]),
  },
);
export type Step = typeof step extends fc.Arbitrary<(infer T)[]> ? T : never;
/** The requests of those who plan. */
export type Change = Extract<
  Step,
  { kind: 'edit' | 'rule' | 'end' | 'postpone' | 'newDate' | 'give' | 'cancel' | 'delete' }
>;

export const histories = fc.record({
  /** Before the clocks go back and forward in Europe, and in winter. */
  startsAt: one('2026-10-10', '2026-11-21', '2027-03-13'),
  rrule: one(...rules),
  priceMinor: one(0, 1250),
  steps: fc.array(step, { minLength: 4, maxLength: 9, size: 'max' }).map((parts) => parts.flat()),
});
export type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;
