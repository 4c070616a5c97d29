// The invariants of a step in a history: all data of people is still there, once and unchanged, and the
// preview agrees with the change.
import type { Db } from '../../../../src/server/db/open.ts';
import type { Step } from './series-history.ts';
import { lapses, ownerOf, type Said, wrongPreview } from './series-preview.ts';

/** The data that must not be lost, and the values that show whether a date changed. */
export async function look(db: Db) {
  const events = await db
    .selectFrom('events as e')
    .leftJoin('event_series as s', 's.id', 'e.series_id')
    .select(['e.id', 'e.version', 'e.sequence', 'e.starts_at', 'e.ends_at', 'e.place_id', 'e.series_id'])
    .select('e.starts_on')
    .select(['e.event_status', 'e.recurrence_id', 's.root_series_id'])
    .select(['e.owner_team_id', 'e.organizer_organization_id'])
    .select(['e.name', 'e.maximum_attendee_capacity', 'e.visibility', 'e.meeting_point'])
    .orderBy('e.id')
    .execute();
  const replies = await db
    .selectFrom('registrations')
    .select(['id', 'event_id', 'person_id', 'state', 'absence_id', 'hold_expires_at'])
    .select('reconfirm_asked_at')
    .orderBy('id')
    .execute();
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'registration_id', 'amount_minor', 'state'])
    .orderBy('id')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount_minor', 'state', 'approved_at'])
    .orderBy('id')
    .execute();
  const marks = await db
    .selectFrom('attendance')
    .select(['id', 'event_id', 'person_id', 'status'])
    .orderBy('id')
    .execute();
  const absences = await db
    .selectFrom('absences as a')
    .innerJoin('memberships as g', 'g.person_id', 'a.person_id')
    .select(['a.id', 'a.person_id', 'a.from_day', 'a.to_day', 'a.ended_at', 'g.team_id'])
    .execute();
  const notices = await db.selectFrom('notifications').select(['id', 'user_id', 'kind']).execute();
  const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    events: byId(events),
    replies: byId(replies),
    payments: byId(payments),
    refunds: byId(refunds),
    marks: byId(marks),
    absences: byId(absences),
    notices: byId(notices),
  };
}
export type Look = Awaited<ReturnType<typeof look>>;

/** Descriptions of violated invariants. `said`: what the preview of the step returned. `now`: when it was taken. */
export function broken(before: Look, after: Look, step: Step, said: Said | null, now: string): string[] {
  const { kind } = step;
  const hasReply = step.kind === 'together' && step.steps[1].kind === 'reply';
  const faults = [
    ...lost(before, after),
    ...wrongSequences(before, after),
    ...wrongMoney(before, after),
    ...wrongAbsences(after, kind, now),
  ];
  if (!byPeople.has(kind) && !hasReply) faults.push(...wrongAnswers(before, after, now));
  if (!byPeople.has(kind)) faults.push(...wrongDates(before, after, kind));
  if (said !== null) faults.push(...wrongPreview(before, after, said, step, now));
  if (said !== null && kind !== 'cancel') faults.push(...wrongBegun(before, after, said.editedId, now));
  if (said !== null && (kind === 'rule' || kind === 'end'))
    faults.push(...staleVersions(before, after, said.ownerId, now));
  if (kind !== 'mark' && kind !== 'begin' && after.marks.size > before.marks.size)
    faults.push('a mark was made');
  if (kind !== 'pay' && after.payments.size > before.payments.size) faults.push('a payment was made');
  const most = kind === 'together' ? 2 : 1;
  const fresh = [...after.notices.values()].filter(({ id }) => !before.notices.has(id));
  const ofPlans = fresh.filter((notice) => !offers.has(notice.kind) && !lapses.has(notice.kind));
  for (const [person, all] of Map.groupBy(ofPlans, ({ user_id }) => user_id))
    if (planning.has(kind) && all.length > most)
      faults.push(`${person} was notified ${all.length} times: ${all.map((notice) => notice.kind)}`);
  return faults;
}

/** Steps in which people change their own replies, or the clock ends their holds. */
const byPeople: ReadonlySet<Step['kind']> = new Set([
  'reply',
  'seriesReply',
  'pay',
  'refund',
  'absence',
  'endAbsence',
  'wait',
  'begin',
]);
const planning: ReadonlySet<Step['kind']> = new Set([
  'edit',
  'rule',
  'end',
  'postpone',
  'newDate',
  'give',
  'cancel',
  'delete',
  'together',
]);
/** An offer has its own expiry at each date, so there is one notification for each. */
const offers: ReadonlySet<string> = new Set(['placeOffered', 'paymentDue']);

function lost(before: Look, after: Look): string[] {
  const faults: string[] = [];
  const paying = new Set([...before.payments.values()].map(({ registration_id }) => registration_id));
  for (const [id, reply] of before.replies) {
    const is = after.replies.get(id);
    const isAbsence = reply.absence_id !== null && !paying.has(id);
    if (!is && !isAbsence) faults.push(`a registration (${reply.state}) is lost`);
    if (is && (is.event_id !== reply.event_id || is.person_id !== reply.person_id))
      faults.push('a registration is another one');
  }
  for (const [id, payment] of before.payments) {
    const is = after.payments.get(id);
    if (is?.registration_id !== payment.registration_id || is.amount_minor !== payment.amount_minor)
      faults.push(`a payment (${payment.state}) is lost`);
    if (isPaid(payment) && is && !isPaid(is)) faults.push(`a payment is ${is.state} and was paid`);
  }
  for (const [id, refund] of before.refunds)
    if (after.refunds.get(id)?.payment_id !== refund.payment_id) faults.push('a refund is lost');
  for (const [id, mark] of before.marks) {
    const is = after.marks.get(id);
    if (is?.event_id !== mark.event_id || is.person_id !== mark.person_id || is.status !== mark.status)
      faults.push('a mark is lost');
  }
  const people = new Set([...after.replies.values()].map((row) => `${row.event_id} ${row.person_id}`));
  if (people.size !== after.replies.size) faults.push('a registration is there twice');
  return faults;
}

function wrongSequences(before: Look, after: Look): string[] {
  const faults: string[] = [];
  for (const [id, was] of before.events) {
    const is = after.events.get(id);
    if (!is) continue;
    const isOther = (['starts_at', 'ends_at', 'place_id', 'event_status'] as const).some(
      (field) => is[field] !== was[field],
    );
    if (isOther ? is.sequence <= was.sequence : is.sequence < was.sequence)
      faults.push(`the sequence went from ${was.sequence} to ${is.sequence}`);
  }
  return faults;
}

const isPaid = ({ state }: { state: string }) => state === 'succeeded' || state === 'offlineReceived';

/**
 * The amount paid for a registration and not refunded or due to be: at most once; none when nothing takes
 * place.
 */
function wrongMoney(before: Look, after: Look): string[] {
  const faults: string[] = [];
  for (const [id, all] of Map.groupBy(after.payments.values(), (payment) => payment.registration_id)) {
    const back = (paymentId: string) =>
      [...after.refunds.values()]
        .filter(({ payment_id, state }) => payment_id === paymentId && !gone.has(state))
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    const held = all.filter((payment) => isPaid(payment) && back(payment.id) < payment.amount_minor);
    if (held.length > 1) faults.push(`a place is paid ${held.length} times`);
    if (all.some((payment) => back(payment.id) > payment.amount_minor))
      faults.push('more is paid back than was paid');
    const eventId = after.replies.get(id)?.event_id ?? '';
    const isOff = after.events.get(eventId)?.event_status === 'EventCancelled';
    const wasOff = before.events.get(eventId)?.event_status === 'EventCancelled';
    if (isOff && !wasOff && held.length > 0) faults.push('a cancelled date does not pay back');
  }
  return faults;
}
const gone: ReadonlySet<string> = new Set(['failed', 'declined']);

/** The effect of a planner's step on a reply. */
const mayBecome: Record<string, readonly string[]> = {
  waitlisted: ['offered', 'confirmed'],
  pendingPayment: ['confirmed'],
};
/** The state of a hold or an offer after its time. */
const expired: Record<string, string> = { pendingPayment: 'holdExpired', offered: 'offerExpired' };

function wrongAnswers(before: Look, after: Look, now: string): string[] {
  return [...before.replies.values()].flatMap((was) => {
    const is = after.replies.get(was.id);
    if (!is || is.state === was.state || was.absence_id !== null) return [];
    const isOff = after.events.get(was.event_id)?.event_status === 'EventCancelled';
    const isEnded = is.state === 'cancelledByOrganizer' && isOff;
    // A hold lapses when its event is moved into the past; the next step that counts the seats writes it down.
    const hasLapsed = was.hold_expires_at !== null && was.hold_expires_at <= now;
    const isAllowed =
      isEnded ||
      (hasLapsed && is.state === expired[was.state]) ||
      (mayBecome[was.state]?.includes(is.state) ?? false);
    return isAllowed ? [] : [`an answer went from ${was.state} to ${is.state}`];
  });
}

/** An absence answers only for dates that it covers, and after the jobs for all of them. `team_id`: of the person away. */
function wrongAbsences({ replies, absences, events }: Look, kind: Step['kind'], now: string): string[] {
  const faults: string[] = [];
  const ahead = [...events.values()].filter(
    ({ starts_at, event_status }) => starts_at > now && event_status !== 'EventCancelled',
  );
  const idsAhead = new Set(ahead.map(({ id }) => id));
  const covers = (absenceId: string, { starts_on: day }: { starts_on: string }) => {
    const absence = absences.get(absenceId);
    return !!absence && absence.ended_at === null && absence.from_day <= day && day <= absence.to_day;
  };
  for (const { event_id, absence_id, state } of replies.values()) {
    const date = events.get(event_id);
    if (absence_id === null || !date || !idsAhead.has(event_id)) continue;
    if (state !== 'declined') faults.push(`an absence answers ${state}`);
    if (!covers(absence_id, date)) faults.push(`an absence answers for ${date.starts_on}`);
  }
  if (kind !== 'wait' && kind !== 'begin') return faults;
  const replied = new Set([...replies.values()].map((reply) => `${reply.event_id} ${reply.person_id}`));
  for (const { id, person_id, team_id } of absences.values())
    for (const date of ahead)
      if (
        date.owner_team_id === team_id &&
        date.event_status !== 'EventPostponed' &&
        covers(id, date) &&
        !replied.has(`${date.id} ${person_id}`)
      )
        faults.push(`someone away has not answered for ${date.starts_on}`);
  return faults;
}

/** Only new rules delete, separate and create dates, and a new date never replaces a reply. */
function wrongDates(before: Look, after: Look, kind: Step['kind']): string[] {
  const faults: string[] = [];
  const added = [...after.events.values()].filter(({ id }) => !before.events.has(id));
  const isOfRule = kind === 'rule' || kind === 'end' || kind === 'together';
  if (!isOfRule && added.length > 0) faults.push(`${added.length} dates were made`);
  const slots = new Set(added.map((date) => `${date.root_series_id} ${date.recurrence_id}`));
  for (const [id, was] of before.events) {
    const is = after.events.get(id);
    if (!is && !isOfRule && kind !== 'delete') faults.push('a date is gone');
    if (is && !isOfRule && (is.series_id === null) !== (was.series_id === null))
      faults.push('a date left its series');
    const isOut = was.series_id !== null && (is?.series_id ?? null) === null;
    if (isOut && kind !== 'together' && slots.has(`${was.root_series_id} ${was.recurrence_id}`))
      faults.push('a date has another id');
  }
  return faults;
}

/** After a new rule an edit of any date to come that does not know it must be stale. */
const staleVersions = (before: Look, after: Look, ownerId: string | null, now: string): string[] =>
  [...before.events.values()].flatMap((was) => {
    const isToCome = was.ends_at > now || was.event_status === 'EventPostponed';
    const is = after.events.get(was.id);
    const isOurs = was.series_id !== null && ownerOf(was) === ownerId;
    return is && isOurs && isToCome && is.version === was.version
      ? ['a new rule left a version as it was']
      : [];
  });

/** A date that has begun, and is not the edited one, is where its people and marks are. */
function wrongBegun(before: Look, after: Look, editedId: string, now: string): string[] {
  const marked = new Set([...before.marks.values()].map(({ event_id }) => event_id));
  return [...before.events.values()].flatMap((was) => {
    const isPostponed = was.event_status === 'EventPostponed';
    if (was.id === editedId || was.series_id === null || was.starts_at > now || isPostponed) return [];
    const is = after.events.get(was.id);
    const isSame = (['starts_at', 'ends_at', 'event_status', 'root_series_id'] as const).every(
      (field) => is?.[field] === was[field],
    );
    return isSame ? [] : [`a date that had begun${marked.has(was.id) ? ', with marks,' : ''} was changed`];
  });
}
