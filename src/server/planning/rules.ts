// Rules of planned events: validation, notified fields, status, moves and offers. Pure.

import type { EventDraft, OfferDraft } from '../../contract/events/planning.ts';
import type { EventStatus, EventTimes } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import type { FieldError } from '../../contract/values/problems.ts';
import { storedInstant } from '../events/rules.ts';
import { t } from '../words/t.ts';
import type { Owner } from './policy.ts';

const dayMs = 86_400_000;

/** A stored offer; `refundBefore` is an ISO 8601 duration. */
export type PlannedOffer = Omit<OfferDraft, 'id' | 'refundUntil'> & {
  id: string | null;
  refundBefore: string | null;
};

/** The fields of an event that planning decides, as stored. */
export type Planned = Pick<
  EventDraft,
  | 'name'
  | 'kind'
  | 'level'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'attendanceMode'
  | 'onlineUrl'
  | 'teamIds'
  | 'description'
  | 'arriveMinutesBefore'
  | 'ageMin'
  | 'ageMax'
  | 'attendeeInstructions'
  | 'meetingPoint'
  | 'accessibilitySupport'
  | 'joinPolicy'
  | 'maximumAttendeeCapacity'
  | 'waitlistEnabled'
  | 'registrationOpensAt'
  | 'registrationClosesAt'
  | 'repliesDueAt'
> & {
  activities: NonNullable<EventDraft['activities']>;
  leaderIds: string[];
  visibility: NonNullable<EventDraft['visibility']>;
  rosterVisibility: NonNullable<EventDraft['rosterVisibility']>;
  placeId: string | null;
  owner: Owner;
  offers: PlannedOffer[];
  /** The name of the file of its picture. */
  picture: string | null;
};

/** Validates an event, field by field. `now` as instants are stored. */
export function complaints(event: Planned, now: string): FieldError[] {
  const found: FieldError[] = [];
  const complain = (path: string, code: string, message: string) => found.push({ path, code, message });
  const { startsAt, endsAt, registrationOpensAt: opensAt, registrationClosesAt: closesAt } = event;
  const startMs = Date.parse(startsAt);
  const endMs = Date.parse(endsAt);
  const nowMs = Date.parse(now);
  if (startMs < nowMs - limits.plannedPastDays * dayMs || startMs > nowMs + limits.plannedAheadDays * dayMs)
    complain('startsAt', 'out_of_range', t('Check the year'));
  if (endMs <= startMs) complain('endsAt', 'too_early', t('Ends before it starts'));
  else if (endMs - startMs > limits.eventDurationDays * dayMs)
    complain('endsAt', 'too_late', t('At most {max} days long', { max: limits.eventDurationDays }));
  if (event.ageMin !== null && event.ageMax !== null && event.ageMin > event.ageMax)
    complain('ageMax', 'too_low', t('Below the minimum age'));
  if (closesAt !== null && Date.parse(closesAt) > endMs)
    complain('registrationClosesAt', 'too_late', t('Later than the event'));
  if (opensAt !== null && Date.parse(opensAt) >= (closesAt === null ? endMs : Date.parse(closesAt)))
    complain('registrationOpensAt', 'too_late', t('Replies would never open'));
  if (event.repliesDueAt !== null && Date.parse(event.repliesDueAt) > startMs)
    complain('repliesDueAt', 'too_late', t('Later than the start'));
  if (event.visibility === 'team' && event.teamIds.length === 0)
    complain('visibility', 'no_team', t('Choose a team first'));
  if (event.visibility === 'organization' && event.owner.organizationId === null)
    complain('visibility', 'no_organization', t('This team does not belong to an organization'));
  if (event.owner.kind === 'person' && event.teamIds.length > 0)
    complain('owner', 'has_teams', t('An event with teams belongs to one of them, or to an organization'));
  if (new Set(event.offers.map(({ price }) => price.currency)).size > 1)
    complain('offers', 'currencies', t('Use one currency for all prices'));
  return found;
}

/** Fields whose change notifies people and raises `sequence` (docs/product.md, "Invariants" 11). */
type NotifiedFields = {
  startsAt: string;
  endsAt: string;
  timeZone: string;
  place: string | null;
  eventStatus: EventStatus;
  meetingPoint: string | null;
};

export const notifiedFieldsOf = (
  event: Planned,
  place: string | null,
  eventStatus: EventStatus,
): NotifiedFields => ({
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  timeZone: event.timeZone,
  place,
  eventStatus,
  meetingPoint: event.meetingPoint,
});

/** The changed fields for notifications, with old and new values. */
export function notifiedChanges(before: NotifiedFields, after: NotifiedFields) {
  return (Object.keys(before) as (keyof NotifiedFields)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

/** The status of an event after an edit: of its start, or an explicit status. */
export function statusAfter(
  before: { eventStatus: EventStatus; startsAt: string; isPublished: boolean },
  after: { startsAt: string; asked: 'EventScheduled' | 'EventPostponed' | undefined },
): EventStatus {
  if (after.asked === 'EventPostponed') return 'EventPostponed';
  const isMoved = after.startsAt !== before.startsAt;
  if (isMoved && before.isPublished) return 'EventRescheduled';
  if (after.asked === 'EventScheduled' && before.eventStatus === 'EventPostponed') return 'EventScheduled';
  return before.eventStatus;
}

/** The earlier starts that an event keeps: they are in every answer, so the many moves of one event must not fill lists. */
const mostPreviousStarts = 20;

/** The earlier starts after an edit, newest first. The earliest of all stays, because marks are open from then on. */
export function previousStarts(
  known: readonly string[],
  change: { before: Planned; after: Planned; status: EventStatus },
): string[] {
  const { before, after, status } = change;
  const isMoved = status === 'EventRescheduled' && after.startsAt !== before.startsAt;
  const starts = isMoved ? [before.startsAt, ...known] : [...known];
  const oldest = starts.splice(mostPreviousStarts - 1).sort()[0];
  return oldest === undefined ? starts : [...starts, oldest];
}

/** Moves an instant by the local-time difference of two starts: 18:00 stays 18:00 across clock changes. */
export function movedAlong(instant: string, move: { from: string; to: string; timeZone: string }): string {
  // An unchanged start returns the instant itself: a repeated local time is ambiguous.
  if (move.from === move.to) return instant;
  const local = (text: string) =>
    Temporal.Instant.from(text).toZonedDateTimeISO(move.timeZone).toPlainDateTime();
  const difference = local(move.from).until(local(instant));
  const moved = local(move.to).add(difference).toZonedDateTime(move.timeZone);
  return new Date(moved.epochMilliseconds).toISOString();
}

const instantsOf = (event: Planned, moved: (instant: string) => string) => ({
  startsAt: moved(event.startsAt),
  endsAt: moved(event.endsAt),
  registrationOpensAt: event.registrationOpensAt && moved(event.registrationOpensAt),
  registrationClosesAt: event.registrationClosesAt && moved(event.registrationClosesAt),
  repliesDueAt: event.repliesDueAt && moved(event.repliesDueAt),
});

/** Whether an edit changes who organizes the event (`setOrganizer`). */
export const isGivenAway = (before: Planned, after: Planned): boolean =>
  before.owner.id !== after.owner.id || before.owner.organizationId !== after.owner.organizationId;

/** The event with its instants as they are stored, so that sent and stored ones can be compared as text. */
export const withStoredInstants = (event: Planned): Planned => ({
  ...event,
  ...instantsOf(event, storedInstant),
});

/** The same event at another start: its deadlines move along, and its offers are new ones. */
export function atStart(event: Planned, startsAt: string): Planned {
  const move = { from: event.startsAt, to: startsAt, timeZone: event.timeZone };
  const moved = { ...event, ...instantsOf(event, (instant) => movedAlong(instant, move)), startsAt };
  return { ...inOrder(event, moved), offers: event.offers.map((offer) => ({ ...offer, id: null })) };
}

/** The event without these teams, leaders and place. `own`: the event before a change, which keeps those that it has. */
export function without(event: Planned, ids: ReadonlySet<string>, own?: Planned): Planned {
  const staying = (field: 'teamIds' | 'leaderIds') =>
    event[field].filter((id) => !ids.has(id) || own?.[field].includes(id));
  const { placeId } = event;
  const left = {
    ...event,
    teamIds: staying('teamIds'),
    leaderIds: staying('leaderIds'),
    placeId: placeId !== own?.placeId && ids.has(placeId ?? '') ? null : placeId,
  };
  // An event that lost its last team with the end of a role is not shown to more people by an edit of another date.
  const isNewlyForNoOne = isForNoOne(left) && !(own && isForNoOne(own));
  return isNewlyForNoOne ? { ...left, visibility: narrowest(left.owner, left.teamIds) } : left;
}

/** For teams alone, of which none is left: no one would see it. */
const isForNoOne = ({ visibility, teamIds }: Planned) => visibility === 'team' && teamIds.length === 0;

/** The visibility for the fewest people. */
export function narrowest(owner: Owner, teamIds: readonly string[]): Planned['visibility'] {
  if (teamIds.length > 0) return 'team';
  return owner.organizationId === null ? 'unlisted' : 'organization';
}

/** The moved event; where a clock change would reorder its times, all move by the same duration as the start. */
function inOrder(event: Planned, moved: Planned): Planned {
  if (complaints(moved, moved.startsAt).length === complaints(event, event.startsAt).length) return moved;
  const differenceMs = Date.parse(moved.startsAt) - Date.parse(event.startsAt);
  const shifted = (instant: string) => new Date(Date.parse(instant) + differenceMs).toISOString();
  return { ...moved, ...instantsOf(event, shifted) };
}

/** An event after its place has moved to another zone; keeps either its clock times or its instants. */
export function inZone(event: Planned, timeZone: string, times: EventTimes): Planned {
  if (times === 'keepInstant') return { ...event, timeZone };
  const atSameClock = (instant: string) => {
    const local = Temporal.Instant.from(instant).toZonedDateTimeISO(event.timeZone).toPlainDateTime();
    return new Date(local.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  };
  return inOrder(event, { ...event, timeZone, ...instantsOf(event, atSameClock) });
}

/** The duration before the start at which full refunds end, from a duration or an instant; null without a refund promise. */
export function refundBeforeOf(refundUntil: string | null, startsAt: string): string | null {
  if (refundUntil === null || refundUntil.startsWith('P')) return refundUntil;
  const minutes = Math.max(0, Math.round((Date.parse(startsAt) - Date.parse(refundUntil)) / 60_000));
  return `PT${minutes}M`;
}

/** Whether a refund promise is at least as generous as before: a later end is more generous. */
export function isAtLeastAsGenerous(before: string | null, after: string | null): boolean {
  if (before === null) return true;
  if (after === null) return false;
  const minutes = (text: string) =>
    Temporal.Duration.from(text).total({ unit: 'minutes', relativeTo: '2026-01-01' });
  return minutes(after) <= minutes(before);
}

/** The writes for an edit of offers. A used offer is withdrawn, so that its registrations keep their price. */
export function offerSteps(
  before: readonly (PlannedOffer & { id: string; isUsed: boolean })[],
  after: readonly PlannedOffer[],
) {
  const wanted = new Map(after.flatMap((offer) => (offer.id === null ? [] : [[offer.id, offer]])));
  const gone = before.filter((offer) => !wanted.has(offer.id));
  const repriced = before.filter((offer) => {
    const next = wanted.get(offer.id);
    return next !== undefined && offer.isUsed && !hasSamePrice(offer, next);
  });
  const known = new Map(before.map((offer) => [offer.id, offer]));
  const replaced = new Set(repriced.map(({ id }) => id));
  return {
    withdraw: [...gone.filter(({ isUsed }) => isUsed), ...repriced].map(({ id }) => id),
    remove: gone.filter(({ isUsed }) => !isUsed).map(({ id }) => id),
    change: after.filter(
      (offer): offer is PlannedOffer & { id: string } =>
        offer.id !== null && !replaced.has(offer.id) && !isSameOffer(known.get(offer.id), offer),
    ),
    add: after.filter((offer) => offer.id === null || replaced.has(offer.id)),
  };
}

const hasSamePrice = (one: PlannedOffer, other: PlannedOffer) =>
  one.price.amountMinor === other.price.amountMinor && one.price.currency === other.price.currency;

const isSameOffer = (one: PlannedOffer | undefined, other: PlannedOffer) =>
  one !== undefined &&
  hasSamePrice(one, other) &&
  one.name === other.name &&
  one.eligibility === other.eligibility &&
  one.refundBefore === other.refundBefore &&
  one.acceptsOffline === other.acceptsOffline;
