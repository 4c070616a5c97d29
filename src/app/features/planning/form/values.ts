// The values of an event's form: initial values, changes, and conflicts with changes made elsewhere. Pure.

import type { Body } from '../../../../contract/api.ts';
import type { Money } from '../../../../contract/common.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { OwnerRef } from '../../../../contract/events/places.ts';
import type { Activity } from '../../../../contract/values/activities.ts';
import { decimalsOf } from '../../../../contract/values/currencies.ts';
import type {
  EventKind,
  eventRosterVisibilities,
  eventVisibilities,
  joinPolicies,
  Level,
} from '../../../../contract/values/enums.ts';
import type { Edits } from '../../../data/forms/edits.ts';
import { wallTime, writtenWallTime } from '../../../format/wall-clock.ts';
import { isRepeat, type Repeat, repeatOf } from '../repeat/repeat.ts';

export type Visibility = (typeof eventVisibilities)[number];
export type JoinPolicy = (typeof joinPolicies)[number];
export type RosterVisibility = (typeof eventRosterVisibilities)[number];

/** A price as form fields. */
export type OfferValues = {
  /** The id of an existing price; empty for a new one. */
  id: string;
  name: string;
  amount: string;
  currency: string;
  /** ISO 8601 duration before the start; empty without a refund. */
  refund: string;
  cash: boolean;
  /** Only the API can set it; the form preserves it. */
  eligibility: string;
};

/** A new place that is created with the event. */
export type NewPlace = {
  id: string;
  name: string;
  address: string;
  region: string;
  countryCode: string;
  directions: string;
};

/**
 * The fields as their controls hold them: an empty text is a missing value. Days and times are on the wall
 * clock of `timeZone`.
 */
export type EventValues = {
  /** `team 01a1…`, `organization …` or `person …`. */
  owner: string;
  teamIds: string[];
  name: string;
  kind: EventKind;
  day: string;
  start: string;
  endDay: string;
  end: string;
  timeZone: string;
  /** Null for a new event that does not repeat, and for a date of a series whose rule is unchanged. */
  repeat: Repeat | null;
  /** The id of a place; empty for none, or a new one. */
  place: string;
  newPlace: NewPlace | null;
  capacity: string;
  waitlist: boolean;
  offers: OfferValues[];
  visibility: Visibility;
  joinPolicy: JoinPolicy;
  rosterVisibility: RosterVisibility;
  /** `2026-11-24T20:00`, or empty. */
  opens: string;
  closes: string;
  /** The date until which answers are wanted. */
  due: string;
  bring: string;
  meetingPoint: string;
  /** One per line. */
  accessibility: string;
  description: string;
  leaderIds: string[];
  arrive: string;
  activities: Activity[];
  level: Level | '';
  ageMin: string;
  ageMax: string;
  onlineUrl: string;
};
export type EventKey = keyof EventValues;

/** The changes, and the form's values before them. */
export type EventEdits = Edits<EventValues>;

export const ownerText = ({ kind, id }: OwnerRef): string => `${kind} ${id}`;

export function ownerOf(text: string): OwnerRef {
  const [kind = '', id = ''] = text.split(' ');
  return { kind: kind as OwnerRef['kind'], id };
}

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const holdsTexts = (value: unknown, keys: readonly string[]) =>
  isObject(value) && keys.every((key) => isText(value[key]));

const newPlaceKeys = ['id', 'name', 'address', 'region', 'countryCode', 'directions'] as const;
const offerKeys = ['id', 'name', 'amount', 'currency', 'refund', 'eligibility'] as const;

const checks: Record<EventKey, (value: unknown) => boolean> = {
  owner: isText,
  teamIds: isTexts,
  name: isText,
  kind: isText,
  day: isText,
  start: isText,
  endDay: isText,
  end: isText,
  timeZone: isText,
  // Earlier builds had no such field.
  repeat: (value) => value === undefined || value === null || isRepeat(value),
  place: isText,
  newPlace: (value) => value === null || holdsTexts(value, newPlaceKeys),
  capacity: isText,
  waitlist: isFlag,
  offers: (value) =>
    Array.isArray(value) && value.every((offer) => holdsTexts(offer, offerKeys) && isFlag(offer.cash)),
  visibility: isText,
  joinPolicy: isText,
  rosterVisibility: isText,
  opens: isText,
  closes: isText,
  due: isText,
  bring: isText,
  meetingPoint: isText,
  accessibility: isText,
  description: isText,
  leaderIds: isTexts,
  arrive: isText,
  activities: isTexts,
  level: isText,
  ageMin: isText,
  ageMax: isText,
  onlineUrl: isText,
};
const eventKeys = Object.keys(checks) as EventKey[];

/** Whether a value stored on the device is one that this version of the app writes. */
export function isEdits(value: unknown): value is EventEdits {
  if (!isObject(value)) return false;
  const { base, typed, at } = value;
  return (
    Number.isFinite(at) &&
    isObject(base) &&
    isObject(typed) &&
    eventKeys.every((key) => checks[key](base[key])) &&
    Object.entries(typed).every(([key, field]) => checks[key as EventKey]?.(field) === true)
  );
}

/** Edits of any build, with the fields that it lacks. */
export const upgradedEdits = <T extends EventEdits>(edits: T | null): T | null =>
  edits && { ...edits, base: { ...edits.base, repeat: edits.base.repeat ?? null } };

type NewEvent = Body<'POST /api/events'>;

const numberText = (value: number | null | undefined) => (value == null ? '' : String(value));

/** An amount as a text field has it: `7.50`. */
function amountTyped({ amountMinor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (amountMinor / 10 ** decimals).toFixed(amountMinor % 10 ** decimals === 0 ? 0 : decimals);
}

/** An instant as a `datetime-local` text. */
function wallText(at: string | null | undefined, timeZone: string): string {
  if (!at) return '';
  const { day, time } = writtenWallTime(wallTime(timeZone, at));
  return `${day}T${time}`;
}

/** The form's values of an existing event. */
export const valuesOf = (event: MyEvent): EventValues => ({
  ...plannedValues({
    ...event,
    owner: event.owner ?? undefined,
    teamIds: event.teams.map(({ id }) => id),
    leaderIds: event.leaders.map(({ id }) => id),
    offers: event.offers.map((offer) => ({ ...offer, refundUntil: offer.refundBefore })),
  }),
  place: event.place?.id ?? '',
});

/** The form's values of a new event, from its queued request body. */
export function valuesOfBody(body: NewEvent): EventValues {
  const { place, recurrence } = body;
  const planned = plannedValues(body);
  const values = { ...planned, repeat: recurrence ? repeatOf(recurrence, planned.day) : null };
  if (!place) return values;
  if (!('name' in place)) return { ...values, place: place.id };
  const { id = '', name, address, region, countryCode, directions } = place;
  return { ...values, newPlace: { id, name, address, region, countryCode, directions: directions ?? '' } };
}

function plannedValues(planned: Omit<NewEvent, 'id' | 'publication' | 'place' | 'recurrence'>): EventValues {
  const { timeZone } = planned;
  const from = writtenWallTime(wallTime(timeZone, planned.startsAt));
  const to = writtenWallTime(wallTime(timeZone, planned.endsAt));
  return {
    owner: planned.owner ? ownerText(planned.owner) : '',
    teamIds: planned.teamIds ?? [],
    name: planned.name,
    kind: planned.kind,
    day: from.day,
    start: from.time,
    endDay: to.day,
    end: to.time,
    timeZone,
    repeat: null,
    place: '',
    newPlace: null,
    capacity: numberText(planned.maximumAttendeeCapacity),
    waitlist: planned.waitlistEnabled ?? true,
    offers: (planned.offers ?? []).map((offer) => ({
      id: offer.id ?? '',
      name: offer.name,
      amount: amountTyped(offer.price),
      currency: offer.price.currency,
      refund: offer.refundUntil ?? '',
      cash: offer.acceptsOffline ?? false,
      eligibility: offer.eligibility ?? '',
    })),
    visibility: planned.visibility ?? 'team',
    joinPolicy: planned.joinPolicy ?? 'open',
    rosterVisibility: planned.rosterVisibility ?? 'participants',
    opens: wallText(planned.registrationOpensAt, timeZone),
    closes: wallText(planned.registrationClosesAt, timeZone),
    due: wallText(planned.repliesDueAt, timeZone),
    bring: planned.attendeeInstructions ?? '',
    meetingPoint: planned.meetingPoint ?? '',
    accessibility: (planned.accessibilitySupport ?? []).join('\n'),
    description: planned.description ?? '',
    leaderIds: planned.leaderIds ?? [],
    arrive: numberText(planned.arriveMinutesBefore),
    activities: planned.activities ?? [],
    level: planned.level ?? '',
    ageMin: numberText(planned.ageMin),
    ageMax: numberText(planned.ageMax),
    onlineUrl: planned.onlineUrl ?? '',
  };
}
