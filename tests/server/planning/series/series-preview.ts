// What the preview of a step says, compared with what the step did to the data.
import type { ChangePreview } from '../../../../src/contract/events/planning.ts';
import type { ChangeWarning } from '../../../../src/contract/values/enums.ts';
import type { Step } from './series-history.ts';
import type { Look } from './series-invariants.ts';

/** The preview of a change, its scope, and the edited date with its owner. */
export type Said = ChangePreview & {
  ownerId: string | null;
  editedId: string;
  scope: 'this' | 'following' | 'all';
};

type Rows<K extends keyof Look> = Look[K] extends Map<string, infer T> ? T : never;
type DateSeen = Rows<'events'>;
type ReplySeen = Rows<'replies'>;

export const ownerOf = (date: Pick<DateSeen, 'owner_team_id' | 'organizer_organization_id'>) =>
  date.owner_team_id ?? date.organizer_organization_id;

/** Of the clock, even where a planner's step writes it down. */
export const lapses: ReadonlySet<string> = new Set(['holdExpired', 'offerExpired']);

/** What is wrong in a preview. `now`: when it was taken. */
export function wrongPreview(before: Look, after: Look, said: Said, step: Step, now: string): string[] {
  const { changed, ...dates } = changesOf(before, after, said, step);
  const done = { ...dates, ...peopleOf(before, after, { changed, step, now }) };
  const counted = ({ code, count }: ChangePreview['warnings'][number]) => [code, count] as const;
  const warnings = new Map<ChangeWarning, number>(said.warnings.map(counted));
  const given = {
    dates: said.dates,
    kept: said.kept,
    notified: said.notified,
    registrations: said.registrations,
    payments: said.payments,
    askedAgain: said.askedAgain,
    ...Object.fromEntries(countedWarnings.map((code) => [code, warnings.get(code) ?? 0])),
  };
  const faults = Object.entries(given).flatMap(([name, count]) => {
    const is = (done as Record<string, number | null>)[name] ?? null;
    return is === null || is === count ? [] : [`the preview says ${name} ${count}, and it was ${is}`];
  });
  return [...faults, ...wrongKeptDates(before, after, said, { step, changed, now })];
}

const countedWarnings = [
  'datesAdded',
  'datesDeleted',
  'datesSeparated',
  'datesCancelled',
  'losePlace',
  'placesOffered',
  'repliesEnded',
  'refunded',
] as const satisfies ChangeWarning[];

const ownValues = ({
  version: _,
  series_id: __,
  root_series_id: ___,
  recurrence_id: ____,
  ...own
}: DateSeen) => JSON.stringify(own);

/** The ids of the dates that changed, and how many changed in which way. */
function changesOf(before: Look, after: Look, said: Said, step: Step) {
  const isOfRule = step.kind === 'rule' || step.kind === 'end';
  const existing = [...before.events.values()];
  const is = ({ id }: DateSeen) => after.events.get(id);
  const isNewlyOff = (was: DateSeen) =>
    was.event_status !== 'EventCancelled' && is(was)?.event_status === 'EventCancelled';
  // A date that is cancelled or of another owner stays unchanged when a new rule no longer names it.
  const isSeparated = (was: DateSeen) =>
    was.series_id !== null &&
    is(was)?.series_id === null &&
    was.event_status !== 'EventCancelled' &&
    ownerOf(was) === said.ownerId;
  const isChanged = (was: DateSeen) => {
    const now = is(was);
    if (!now || isSeparated(was)) return true;
    // A date gets a version for a change of the rule, too; only its own values count as a change of the date.
    return said.scope === 'this' ? now.version > was.version : ownValues(now) !== ownValues(was);
  };
  const changed = existing.filter(isChanged);
  const added = [...after.events.keys()].filter((id) => !before.events.has(id)).length;
  const ofSeries = existing.filter(({ series_id }) => series_id !== null);
  return {
    changed: new Set(changed.map(({ id }) => id)),
    dates: changed.length + added,
    kept: said.scope === 'this' ? 0 : ofSeries.filter((was) => !changed.includes(was)).length,
    datesAdded: added,
    datesDeleted: existing.filter((was) => !is(was)).length,
    datesSeparated: existing.filter((was) => isSeparated(was) && !isNewlyOff(was)).length,
    datesCancelled: isOfRule ? existing.filter(isNewlyOff).length : 0,
  };
}

const active: ReadonlySet<string> = new Set([
  'pendingApproval',
  'pendingPayment',
  'confirmed',
  'waitlisted',
  'offered',
  'tentative',
]);
const hasLapsed = ({ state, hold_expires_at: until }: ReplySeen, now: string) =>
  (state === 'pendingPayment' || state === 'offered') && until !== null && until <= now;

/** How many different people the step concerned; null where the data does not show it. */
function peopleOf(
  before: Look,
  after: Look,
  { changed, step, now }: { changed: ReadonlySet<string>; step: Step; now: string },
) {
  const replies = [...before.replies.values()].filter(({ event_id }) => changed.has(event_id));
  const count = (isOne: (was: ReplySeen, is: ReplySeen | undefined) => boolean) =>
    new Set(replies.filter((was) => isOne(was, after.replies.get(was.id))).map(({ person_id }) => person_id))
      .size;
  const isOff = ({ event_id }: ReplySeen) =>
    before.events.get(event_id)?.event_status !== 'EventCancelled' &&
    after.events.get(event_id)?.event_status === 'EventCancelled';
  const isActive = (was: ReplySeen) => active.has(was.state) && !hasLapsed(was, now);
  // A maybe to a cancelled date stays stored, but there is nothing to come to any more.
  const isEnded = (was: ReplySeen, is?: ReplySeen) =>
    isActive(was) && (isOff(was) || is?.state === 'cancelledByOrganizer');
  const [paidBefore, paidAfter] = [moneyOf(before), moneyOf(after)];
  const isPaying = ({ id }: ReplySeen, { left, open }: Money) => (left.get(id) ?? 0) > 0 || open.has(id);
  const isPaidBack = ({ id }: ReplySeen) =>
    (paidBefore.left.get(id) ?? 0) > 0 && (paidAfter.left.get(id) ?? 0) === 0;
  const hasMoved = ({ event_id }: ReplySeen) => {
    const [was, is] = [before.events.get(event_id), after.events.get(event_id)];
    return (
      was?.starts_at !== is?.starts_at ||
      was?.ends_at !== is?.ends_at ||
      was?.event_status !== is?.event_status
    );
  };
  const fresh = [...after.notices.values()].filter(
    ({ id, kind }) => !before.notices.has(id) && !lapses.has(kind),
  );
  const isCancel = step.kind === 'cancel';
  const isRule = step.kind === 'rule' || step.kind === 'end';
  return {
    notified: new Set(fresh.map(({ user_id }) => user_id)).size,
    registrations: count((was, is) => isActive(was) && (isCancel || !isEnded(was, is))),
    payments: isCancel
      ? count(isPaidBack)
      : count((was) => isPaying(was, paidBefore) && isPaying(was, paidAfter)),
    askedAgain: count(
      (was, is) =>
        is !== undefined &&
        !isOff(was) &&
        // A question stays stored at a date that is in the past.
        (after.events.get(was.event_id)?.starts_at ?? '') > now &&
        after.events.get(was.event_id)?.event_status !== 'EventPostponed' &&
        is.reconfirm_asked_at !== null &&
        (was.reconfirm_asked_at === null || hasMoved(was)),
    ),
    losePlace: count((was, is) => isEnded(was, is) && !isOff(was)),
    // A lapsed hold frees a place before the change.
    placesOffered: replies.some((was) => hasLapsed(was, now))
      ? null
      : count(
          (was, is) => was.state === 'waitlisted' && (is?.state === 'offered' || is?.state === 'confirmed'),
        ),
    repliesEnded: isRule ? count((was, is) => isEnded(was, is) && isOff(was)) : 0,
    refunded: isCancel ? 0 : count(isPaidBack),
  };
}

type Money = ReturnType<typeof moneyOf>;
const isPaid = ({ state }: Rows<'payments'>) => state === 'succeeded' || state === 'offlineReceived';
const opened: ReadonlySet<string> = new Set([
  'offlineDue',
  'requiresPayment',
  'requiresAction',
  'processing',
]);
const isVoid = ({ state }: Rows<'refunds'>) => state === 'failed' || state === 'declined';

/** By registration: what was paid and is not refunded, and which ones have an open payment. */
function moneyOf({ payments, refunds }: Look) {
  const left = new Map<string, number>();
  const open = new Set<string>();
  for (const payment of payments.values()) {
    const { id, registration_id, amount_minor, state } = payment;
    if (opened.has(state)) open.add(registration_id);
    if (!isPaid(payment)) continue;
    const back = [...refunds.values()]
      .filter((refund) => refund.payment_id === id && refund.approved_at !== null && !isVoid(refund))
      .reduce((sum, refund) => sum + refund.amount_minor, 0);
    left.set(registration_id, (left.get(registration_id) ?? 0) + amount_minor - back);
  }
  return { left, open };
}

/** The columns of the fields of an edit, and the name of what a date keeps of its own. */
const columns = [
  ['name', 'name', 'name'],
  ['meetingPoint', 'meeting_point', 'meetingPoint'],
  ['maximumAttendeeCapacity', 'maximum_attendee_capacity', 'capacity'],
  ['visibility', 'visibility', 'access'],
] as const;

/** A changed date has what the edit sets, except what the preview says that it keeps; and it keeps that. */
function wrongKeptDates(
  before: Look,
  after: Look,
  { keptDates, editedId }: Said,
  { step, changed, now }: { step: Step; changed: ReadonlySet<string>; now: string },
): string[] {
  if (step.kind === 'give') return [];
  if (step.kind !== 'edit' || step.scope === 'this' || step.handEdits === 'replace')
    return keptDates.length === 0 ? [] : ['dates are said to keep what they do not keep'];
  const faults: string[] = [];
  const dates = [...before.events.values()].filter(({ series_id }) => series_id !== null);
  for (const was of dates) {
    const is = after.events.get(was.id);
    // The preview names dates by their start.
    if (!is || dates.some(({ id, starts_at }) => id !== was.id && starts_at === was.starts_at)) continue;
    const kept = keptDates
      .filter(({ startsAt }) => startsAt === was.starts_at)
      .flatMap(({ fields }) => fields);
    const check = (group: (typeof kept)[number], isNew: boolean, isSame: boolean) => {
      if (kept.includes(group) ? !isSame : changed.has(was.id) && !isNew)
        faults.push(`a date ${kept.includes(group) ? 'lost' : 'has'} its own ${group}`);
    };
    for (const [field, column, group] of columns)
      if (field in step.fields) check(group, is[column] === step.fields[field], is[column] === was[column]);
    const isRunning = was.id !== editedId && was.starts_at <= now && was.event_status !== 'EventPostponed';
    if (step.minutes !== null && !isRunning)
      check('time', is.starts_at !== was.starts_at, is.starts_at === was.starts_at);
  }
  for (const { startsAt } of keptDates)
    if (!dates.some(({ starts_at }) => starts_at === startsAt)) faults.push('a kept date is no date');
  return faults;
}
