// A person's permissions at an event, by role and reply: one definition for `can` in answers and for writes. Pure.
import type { EventCan, MyEventCan } from '../../contract/events/events.ts';
import type {
  AttendingLead,
  EventStatus,
  RefusalReason,
  RegistrationState,
} from '../../contract/values/enums.ts';
import { canSeeEvent, type Seen, seesConfirmedPeople } from './policy.ts';
import { countsAsTeamMember, type EventRole, marksAttendance } from './role-rules.ts';

export type Phase = 'upcoming' | 'inProgress' | 'ended';

/** The phase of an event at an instant. All three are ISO 8601 in UTC with milliseconds, so they compare as texts. */
export function phaseOf(event: { starts_at: string; ends_at: string }, now: string): Phase {
  if (event.ends_at <= now) return 'ended';
  return event.starts_at <= now ? 'inProgress' : 'upcoming';
}

/** Free seats; null if unlimited. Not negative, although a lowered capacity evicts no one (docs/product.md, "Invariants" 5). */
export function remainingSeats(capacity: number | null, seatsHeld: number): number | null {
  return capacity === null ? null : Math.max(0, capacity - seatsHeld);
}

/** Age in full years on a day; both `YYYY-MM-DD`. A birthday on 29 February counts on 1 March. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The fields of an event that decide who may come. */
export type EventTerms = {
  publication: 'draft' | 'published' | 'archived';
  event_status: EventStatus;
  /** A person owns it whose account is suspended, so no one runs it. */
  is_owner_inactive: 0 | 1;
  starts_at: string;
  ends_at: string;
  /** The day of the start, in the event's zone. */
  starts_on: string;
  age_min: number | null;
  age_max: number | null;
  join_policy: 'open' | 'approval' | 'invite';
  roster_visibility: 'coaches' | 'participants' | 'countOnly';
  registration_opens_at: string | null;
  registration_closes_at: string | null;
  maximum_attendee_capacity: number | null;
  seats_held: number;
  waitlist_enabled: 0 | 1;
};

/** A person's own registration and age. */
export type Own = {
  my_state: RegistrationState | null;
  my_hold_expires_at: string | null;
  /** Null if the person has given none; undefined for visitors, who are asked once they have signed in. */
  my_birth_date: string | null | undefined;
  /** Was rejected or removed by the organizer. */
  my_must_ask: 0 | 1 | null;
  /** The price that they asked for a place with, in minor units; absent or null without one. */
  my_price?: number | null;
};

/** A visitor. */
export const noRegistration: Own = {
  my_state: null,
  my_hold_expires_at: null,
  my_birth_date: undefined,
  my_must_ask: null,
};

/** The effective state: treats a lapsed hold as expired, even if the row is not updated yet. */
export function stateNow(
  { my_state: state, my_hold_expires_at: until }: Pick<Own, 'my_state' | 'my_hold_expires_at'>,
  now: string,
) {
  const isOver = until !== null && until <= now;
  if (isOver && state === 'pendingPayment') return 'holdExpired';
  return isOver && state === 'offered' ? 'offerExpired' : state;
}

/** States with a seat, a request or a place on the waitlist, which the person can cancel. */
export const holdsOrWaits: ReadonlySet<RegistrationState | null> = new Set([
  'pendingApproval',
  'pendingPayment',
  'confirmed',
  'waitlisted',
  'offered',
]);

/**
 * `holds`: the person comes, may come, has requested a seat or waits; or had done so when the event was cancelled. `past`:
 * any other reply.
 */
export type ReplyStatus = 'holds' | 'past' | 'none';

export function replyStatus(
  event: Pick<EventTerms, 'event_status'>,
  own: Omit<Own, 'my_birth_date'>,
  now: string,
): ReplyStatus {
  const state = stateNow(own, now);
  if (state === null) return 'none';
  const endedWithEvent =
    state === 'cancelledByOrganizer' && event.event_status === 'EventCancelled' && own.my_must_ask !== 1;
  return holdsOrWaits.has(state) || state === 'tentative' || endedWithEvent ? 'holds' : 'past';
}

/** Why the event is closed for all replies; null if it is open. A postponed event is never over. */
export function closedFor(
  event: Pick<EventTerms, 'publication' | 'event_status' | 'starts_at' | 'ends_at'>,
  now: string,
): RefusalReason | null {
  if (event.publication !== 'published') return 'not_published';
  if (event.event_status === 'EventCancelled') return 'event_cancelled';
  if (event.event_status === 'EventPostponed') return null;
  return phaseOf(event, now) === 'ended' ? 'event_over' : null;
}

/**
 * Why new replies are closed, also while an event is postponed or its owner is inactive. Cancelling stays open then; while it is
 * postponed, so does `tentative` for people without a seat, who are notified of the new date.
 */
export function repliesClosedFor(
  event: Parameters<typeof closedFor>[0] & Pick<EventTerms, 'is_owner_inactive'>,
  now: string,
): RefusalReason | null {
  const closed = closedFor(event, now);
  if (closed) return closed;
  if (event.is_owner_inactive === 1) return 'organizer_inactive';
  return event.event_status === 'EventPostponed' ? 'event_postponed' : null;
}

/** Whether the person is invited: a member of a team of the event. */
export function isInvited(event: EventTerms, role: EventRole): boolean {
  return event.join_policy !== 'invite' || countsAsTeamMember(role);
}

/** Why an age limit refuses this person a place; null if it does not. */
export function ageRefusal(
  { age_min: min, age_max: max, starts_on: day }: Pick<EventTerms, 'age_min' | 'age_max' | 'starts_on'>,
  { my_birth_date: birthDate }: Pick<Own, 'my_birth_date'>,
): 'too_young' | 'too_old' | 'birth_date_needed' | null {
  if ((min === null && max === null) || birthDate === undefined) return null;
  if (birthDate === null) return 'birth_date_needed';
  const age = ageOn(birthDate, day);
  if (min !== null && age < min) return 'too_young';
  return max !== null && age > max ? 'too_old' : null;
}

/** Whether it makes no sense to ask this person: a guest of another age, without a reply. */
export function isOfOtherAge(event: EventTerms, role: EventRole, own: Own): boolean {
  const refused = ageRefusal(event, own);
  const isGuest = own.my_state === null && !countsAsTeamMember(role);
  return isGuest && (refused === 'too_young' || refused === 'too_old');
}

/** Why this person cannot join by themselves; null if they can. */
function notForThem(event: EventTerms, role: EventRole, own: Own, now: string): RefusalReason | null {
  const { registration_opens_at: opensAt, registration_closes_at: closesAt } = event;
  if (opensAt !== null && now < opensAt) return 'registration_not_open';
  if (closesAt !== null && closesAt <= now) return 'registration_closed';
  if (!isInvited(event, role)) return 'invitation_only';
  return ageRefusal(event, own);
}

export type Attending = { leadsTo: AttendingLead } | { refused: RefusalReason };

/**
 * The result of the reply `attending` for a person without a seat, request or place on the waitlist, or with an offered seat.
 * `by` organizer: an organizer replies for them, bound by the capacity but not by invitation, registration window, age or
 * approval. `isPaid`: the chosen offer costs money.
 */
export function attendingOf(
  event: EventTerms,
  { role, own, isPaid, by }: { role: EventRole; own: Own; isPaid: boolean; by: 'self' | 'organizer' },
  now: string,
): Attending {
  const state = stateNow(own, now);
  const closed = repliesClosedFor(event, now);
  if (closed) return { refused: closed };
  if (state === 'offered') return { leadsTo: isPaid ? 'payment' : 'place' };
  const isFull = remainingSeats(event.maximum_attendee_capacity, event.seats_held) === 0;
  const refused = by === 'self' ? notForThem(event, role, own, now) : null;
  if (refused) return { refused };
  if (isFull && event.waitlist_enabled === 0) return { refused: 'event_full' };
  // A person who was rejected or removed needs approval to come back.
  const asks = event.join_policy === 'approval' || own.my_must_ask === 1;
  if (asks && by === 'self' && role !== 'coach') return { leadsTo: 'approval' };
  if (isFull) return { leadsTo: 'waitlist' };
  return { leadsTo: isPaid ? 'payment' : 'place' };
}

const nothing: EventCan = {
  see: false,
  register: false,
  acceptPlace: false,
  respond: false,
  keepInterest: false,
  cancelRegistration: false,
  pay: false,
  seeRoster: false,
  edit: false,
  cancel: false,
  manageRegistrations: false,
  markAttendance: false,
};

/** The permissions of a role at an event, and the result of replying `attending`. `now` as instants are stored. */
export function eventCan(
  event: EventTerms & Seen & { lowest_offer: string | null },
  role: EventRole,
  own: Own,
  now: string,
): { can: EventCan; attendingLeadsTo: AttendingLead | null; attendingRefusedFor: RefusalReason | null } {
  if (!canSeeEvent(event, role, replyStatus(event, own, now)))
    return { can: nothing, attendingLeadsTo: null, attendingRefusedFor: null };
  const isCoach = role === 'coach';
  const marks = marksAttendance(role);
  const state = stateNow(own, now);
  const isOpen = closedFor(event, now) === null;
  const repliesClosed = repliesClosedFor(event, now);
  const takesReplies = repliesClosed === null;
  // An offered place keeps the price that it was asked for with.
  const held = state === 'offered' ? (own.my_price ?? null) : null;
  const isPaid = held === null ? isPriced(event.lowest_offer) : held > 0;
  const attending = attendingOf(event, { role, own, isPaid, by: 'self' }, now);
  const isOutside = !holdsOrWaits.has(state);
  const isAsked = isInvited(event, role) && !isOfOtherAge(event, role, own);
  const leadsTo = (isOutside || state === 'offered') && 'leadsTo' in attending ? attending.leadsTo : null;
  return {
    can: {
      see: true,
      register: isOutside && leadsTo !== null,
      acceptPlace: state === 'offered' && leadsTo !== null,
      respond: takesReplies && isAsked,
      keepInterest: repliesClosed === 'event_postponed' && isOutside && isAsked,
      cancelRegistration: isOpen && holdsOrWaits.has(state),
      pay: takesReplies && state === 'pendingPayment',
      seeRoster: marks || seesConfirmedPeople(event, state),
      edit: isCoach,
      cancel: isCoach && isOpen,
      manageRegistrations: isCoach,
      markAttendance: marks,
    },
    attendingLeadsTo: leadsTo,
    // That no one runs the event concerns those with a place, too.
    attendingRefusedFor:
      (isOutside || repliesClosed === 'organizer_inactive') && 'refused' in attending
        ? attending.refused
        : null,
  };
}

/** `eventCan` with the permissions of organizers. `hasPeople`: it has replies or attendance marks, or marks may still arrive. */
export function myEventCan(
  event: Parameters<typeof closedFor>[0],
  can: EventCan,
  { hasPeople, now }: { hasPeople: boolean; now: string },
): MyEventCan {
  const closed = closedFor(event, now);
  const isDone = closed === 'event_over' || closed === 'event_cancelled';
  return {
    ...can,
    archive: can.edit && isDone,
    delete: can.edit && (event.publication === 'draft' || !hasPeople),
  };
}

/** Whether a price such as `1250 EUR` is more than zero; null means no offer. */
export function isPriced(lowestOffer: string | null): boolean {
  return lowestOffer !== null && !lowestOffer.startsWith('0 ');
}
