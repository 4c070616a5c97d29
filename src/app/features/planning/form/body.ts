// The request bodies of the form: of a new event and of an edit, validation before anything is sent, and
// which field a message of the server belongs to. Pure.

import type { Body } from '../../../../contract/api.ts';
import { decimalsOf } from '../../../../contract/values/currencies.ts';
import { msg, t } from '../../../words/t.ts';
import { endInstant, instantOfText, minutesOf, startInstant } from '../fields/times.ts';
import { recurrenceOf } from '../repeat/repeat.ts';
import { repeatErrors } from '../repeat/repeat-errors.ts';
import { type EventKey, type EventValues, type OfferValues, ownerOf } from './values.ts';

export type NewEventBody = Body<'POST /api/events'>;
export type EditBody = Body<'PATCH /api/events/{id}'>;
/** Which dates of a series follow an edit, and how. `eventStatus`: what was postponed takes place. */
export type Following = Pick<EditBody, 'scope' | 'handEdits' | 'leftOut' | 'eventStatus'>;
export type Errors = Record<string, string>;

/**
 * An amount in minor units of its currency; null for other text. Comma and point both separate the decimals.
 */
export function amountMinor(text: string, currency: string): number | null {
  const [, whole, fraction = ''] =
    /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim().replace(/[\s\u00a0']/g, '')) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === undefined || fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
const textOrNull = (text: string) => text.trim() || null;

const offerOf = ({ id, name, amount, currency, refund, cash, eligibility }: OfferValues) => ({
  ...(id && { id }),
  name,
  price: { amountMinor: amountMinor(amount, currency) ?? 0, currency },
  eligibility: textOrNull(eligibility),
  refundUntil: refund || null,
  acceptsOffline: cash,
});

/** Places and prices, as shown before publishing. */
export const termsOf = ({ capacity, waitlist, offers }: EventValues) => ({
  capacity: wholeNumber(capacity),
  hasWaitlist: waitlist,
  offers: offers.map(offerOf),
});

function placeOf({ place, newPlace, timeZone }: EventValues): NonNullable<NewEventBody['place']> | null {
  if (newPlace === null) return place === '' ? null : { id: place };
  return { ...newPlace, timeZone, directions: textOrNull(newPlace.directions) };
}

function modeOf({ place, newPlace, onlineUrl }: EventValues) {
  if (onlineUrl.trim() === '') return 'offline';
  return place === '' && newPlace === null ? 'online' : 'mixed';
}

export type Publication = NonNullable<NewEventBody['publication']>;
type Fields = Omit<NewEventBody, 'id' | 'publication' | 'recurrence'>;

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Which properties of the body each field of the form determines. */
const determines: Record<EventKey, readonly (keyof Fields)[]> = {
  owner: ['owner'],
  teamIds: ['teamIds'],
  name: ['name'],
  kind: ['kind'],
  day: ['startsAt'],
  start: ['startsAt'],
  endDay: ['endsAt'],
  end: ['endsAt'],
  timeZone: ['timeZone', 'startsAt', 'endsAt', 'registrationOpensAt', 'registrationClosesAt', 'repliesDueAt'],
  // Sent as `recurrence`, outside of these fields.
  repeat: [],
  place: ['place', 'attendanceMode'],
  newPlace: ['place', 'attendanceMode'],
  capacity: ['maximumAttendeeCapacity'],
  waitlist: ['waitlistEnabled'],
  offers: ['offers'],
  visibility: ['visibility'],
  joinPolicy: ['joinPolicy'],
  rosterVisibility: ['rosterVisibility'],
  opens: ['registrationOpensAt'],
  closes: ['registrationClosesAt'],
  due: ['repliesDueAt'],
  bring: ['attendeeInstructions'],
  meetingPoint: ['meetingPoint'],
  accessibility: ['accessibilitySupport'],
  description: ['description'],
  leaderIds: ['leaderIds'],
  arrive: ['arriveMinutesBefore'],
  activities: ['activities'],
  level: ['level'],
  ageMin: ['ageMin'],
  ageMax: ['ageMax'],
  onlineUrl: ['onlineUrl', 'attendanceMode'],
};

/** The whole body, from valid values. */
function fieldsOf(values: EventValues): Required<Fields> {
  const { timeZone } = values;
  return {
    owner: ownerOf(values.owner),
    teamIds: values.teamIds,
    name: values.name,
    kind: values.kind,
    activities: values.activities,
    level: values.level || null,
    startsAt: startInstant(values) ?? '',
    endsAt: endInstant(values) ?? '',
    timeZone,
    attendanceMode: modeOf(values),
    place: placeOf(values),
    onlineUrl: textOrNull(values.onlineUrl),
    leaderIds: values.leaderIds,
    description: values.description,
    arriveMinutesBefore: wholeNumber(values.arrive),
    ageMin: wholeNumber(values.ageMin),
    ageMax: wholeNumber(values.ageMax),
    attendeeInstructions: textOrNull(values.bring),
    meetingPoint: textOrNull(values.meetingPoint),
    accessibilitySupport: lines(values.accessibility),
    visibility: values.visibility,
    joinPolicy: values.joinPolicy,
    rosterVisibility: values.rosterVisibility,
    maximumAttendeeCapacity: wholeNumber(values.capacity),
    waitlistEnabled: values.waitlist,
    registrationOpensAt: instantOfText(values.opens, timeZone),
    registrationClosesAt: instantOfText(values.closes, timeZone),
    repliesDueAt: instantOfText(values.due, timeZone),
    offers: values.offers.map(offerOf),
  };
}

/**
 * The body of a new event. Without activities of its own it gets those of its teams; unless `isRosterChosen`, coaches alone see the
 * names where the roster of one of its teams, which this device may not have, is for coaches.
 */
export function newBody(
  values: EventValues,
  {
    id,
    publication,
    isRosterChosen = false,
  }: { id: string; publication: Publication; isRosterChosen?: boolean },
): NewEventBody {
  const { activities, rosterVisibility, ...fields } = fieldsOf(values);
  const recurrence = recurrenceOf(values.repeat, values.day);
  return {
    id,
    publication,
    ...fields,
    ...(values.activities.length > 0 && { activities }),
    ...((isRosterChosen || rosterVisibility !== 'participants') && { rosterVisibility }),
    ...(recurrence && { recurrence }),
  };
}

/** The body of an edit: only the properties of these form fields. Can publish a draft, too. */
export function editBody(
  values: EventValues,
  keys: readonly EventKey[],
  {
    version,
    publication = 'draft',
    following,
  }: { version: number; publication?: Publication; following?: Following },
): EditBody {
  const fields = fieldsOf(values);
  const names = new Set(keys.flatMap((key) => determines[key]));
  const recurrence = keys.includes('repeat') ? recurrenceOf(values.repeat, values.day) : null;
  return {
    version,
    ...(publication === 'published' && { publication }),
    ...following,
    ...(recurrence && { recurrence }),
    ...Object.fromEntries([...names].map((name) => [name, fields[name]])),
  };
}

const placeMessages = {
  name: msg('Give the place a name.'),
  address: msg('Enter the street and number.'),
  region: msg('Enter the town.'),
  countryCode: msg('Choose the country.'),
};

/** The errors of missing fields of a place. */
export function placeErrors(place: Record<keyof typeof placeMessages, string>): Errors {
  const missing = Object.entries(placeMessages).filter(
    ([name]) => place[name as keyof typeof placeMessages].trim() === '',
  );
  return Object.fromEntries(missing.map(([name, text]) => [name, t(text)]));
}

/** The validation errors, by the server's paths; empty where there are none. The server checks more. */
export function validationErrors(values: EventValues): Errors {
  const found: Errors = {};
  const required = (path: string, text: string, message: string) => {
    if (text.trim() === '') found[path] = message;
  };
  required('name', values.name, t('Give the event a name.'));
  if (startInstant(values) === null) found.startsAt = t('Choose a day and a time.');
  if (endInstant(values) === null) found.endsAt = t('Choose when it ends.');
  else if (minutesOf(values) <= 0) found.endsAt = t('It ends before it starts.');
  if (values.repeat !== null && startInstant(values) !== null)
    Object.assign(found, repeatErrors(values.repeat, values.day));
  if (values.newPlace)
    for (const [name, message] of Object.entries(placeErrors(values.newPlace)))
      found[`place.${name}`] = message;
  const numeric = (path: string, text: string) => {
    if (text.trim() !== '' && wholeNumber(text) === null) found[path] = t('Enter a whole number.');
  };
  numeric('maximumAttendeeCapacity', values.capacity);
  numeric('arriveMinutesBefore', values.arrive);
  numeric('ageMin', values.ageMin);
  numeric('ageMax', values.ageMax);
  values.offers.forEach((offer, index) => {
    required(`offers.${index}.name`, offer.name, t('Give this price a name, for example Member.'));
    if (amountMinor(offer.amount, offer.currency) === null)
      found[`offers.${index}.price.amountMinor`] = t('Enter an amount, for example 7.50.');
  });
  return found;
}

/** The folded groups of the form. */
type GroupName =
  | 'teams'
  | 'places'
  | 'price'
  | 'who'
  | 'replies'
  | 'bring'
  | 'description'
  | 'leaders'
  | 'arrive'
  | 'ages'
  | 'online'
  | 'picture';

/** The folded group of each field that is in one. */
export const groupOfField: Record<string, GroupName> = {
  teamIds: 'teams',
  maximumAttendeeCapacity: 'places',
  waitlistEnabled: 'places',
  offers: 'price',
  visibility: 'who',
  joinPolicy: 'who',
  rosterVisibility: 'who',
  registrationOpensAt: 'replies',
  registrationClosesAt: 'replies',
  repliesDueAt: 'replies',
  attendeeInstructions: 'bring',
  meetingPoint: 'bring',
  accessibilitySupport: 'bring',
  description: 'description',
  leaderIds: 'leaders',
  arriveMinutesBefore: 'arrive',
  level: 'ages',
  ageMin: 'ages',
  ageMax: 'ages',
  activities: 'ages',
  onlineUrl: 'online',
  attendanceMode: 'online',
  image: 'picture',
};

const shownPaths = new Set([
  'owner',
  'name',
  'kind',
  'startsAt',
  'endsAt',
  'timeZone',
  'recurrence',
  'place',
]);

/**
 * Messages that no field of the form shows, for the form as a whole. `hasGroups`: the form has its folded
 * groups.
 */
export const strayMessages = (errors: Errors, hasGroups = true): string[] =>
  Object.entries(errors)
    .filter(([path]) => {
      const [field = ''] = path.split('.');
      return !shownPaths.has(field) && !(hasGroups && field in groupOfField);
    })
    .map(([, message]) => message);
