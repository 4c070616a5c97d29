// Rules of editing a series: how its other dates, its rule and its template follow an edit of one date. Pure.
import type { ChangeWarning, OwnField } from '../../../contract/values/enums.ts';
import { datesOf } from '../../../recurrence/dates.ts';
import { daysOf } from '../../../recurrence/days.ts';
import {
  formatRule,
  isRuleError,
  parseRule,
  type RecurrenceRule,
  weekdays,
} from '../../../recurrence/rule.ts';
import { atStart, movedAlong, type Planned, without } from '../rules.ts';
import { type OwnName, ownGroups } from './own-field-rules.ts';

/** An edit of one date that others follow. */
export type FollowedEdit = {
  before: Planned;
  after: Planned;
  /** The slot of the edited date. */
  slot: string;
  /** The fields of the request. */
  fields: ReadonlySet<keyof Planned>;
  /** Whether the edit also overwrites values that dates have of their own. */
  replacesOwn: boolean;
  /** The ids of teams, leaders and a place that the planner may not add to dates that do not have them yet. */
  notUsable: ReadonlySet<string>;
};

const local = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
const instantAt = (time: Temporal.PlainDateTime, timeZone: string) =>
  new Date(time.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
const minuteText = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'minute' });

/** How far the edited date moves in local time: days and hours, the same across clock changes. */
export const shiftOf = ({ before, after }: Pick<FollowedEdit, 'before' | 'after'>): Temporal.Duration =>
  local(before.startsAt, before.timeZone).until(local(after.startsAt, after.timeZone), {
    largestUnit: 'day',
  });

export const movedSlot = (slot: string, shift: Temporal.Duration): string =>
  minuteText(Temporal.PlainDateTime.from(slot).add(shift));

/** The slot of a series' first date, and the instant of a slot. */
export const slotOf = ({ startsAt, timeZone }: Planned): string => minuteText(local(startsAt, timeZone));
export const slotStart = (slot: string, timeZone: string): string =>
  instantAt(Temporal.PlainDateTime.from(slot), timeZone);

/** The event that a series makes for a slot. */
export const asMade = (template: Planned, slot: string): Planned =>
  atStart(template, slotStart(slot, template.timeZone));

/** A date of a series: the stored event, its slot, and the event that the series makes for the slot. */
type SeriesDate = { date: Planned; slot: string; template: Planned };

const addable = {
  teamIds: 'teamsNotAdded',
  leaderIds: 'leadersNotAdded',
  placeId: 'placeNotAdded',
} as const satisfies Partial<Record<keyof Planned, ChangeWarning>>;
export const addableFields = new Set(Object.keys(addable) as (keyof typeof addable)[]);

/** What the edit sets and a date did not get, because the planner may not add it there; not of the fields that it has of its own. */
export function notAdded(
  { after, fields, notUsable }: Pick<FollowedEdit, 'after' | 'fields' | 'notUsable'>,
  date: Planned,
  own: ReadonlySet<string> = new Set(),
): ChangeWarning[] {
  const idsOf = (event: Planned, field: keyof typeof addable) => [event[field] ?? []].flat();
  const isMissing = (field: keyof typeof addable) =>
    idsOf(after, field).some((id) => notUsable.has(id) && !idsOf(date, field).includes(id));
  return [...addableFields]
    .filter((field) => fields.has(field) && !own.has(field) && isMissing(field))
    .map((field) => addable[field]);
}

/** The same as warnings of this many dates. */
export const warned = (codes: readonly ChangeWarning[], dates: number) =>
  Object.fromEntries(codes.map((code) => [code, dates]));

/** The edit for a date that keeps its time. */
export const withoutTimes = (edit: FollowedEdit): FollowedEdit => ({
  ...edit,
  fields: edit.fields.difference(new Set(['startsAt', 'endsAt', 'timeZone'])),
});

export const changesTimes = ({ fields }: Pick<FollowedEdit, 'fields'>): boolean =>
  fields.has('startsAt') || fields.has('endsAt') || fields.has('timeZone');

type Followed = {
  after: Planned;
  /** What it keeps of its own. */
  own: OwnField[];
  missing: ChangeWarning[];
};

/** A date after an edit that it follows. */
export function followed(one: SeriesDate, edit: FollowedEdit): Followed {
  const { date, slot } = one;
  const { before, after, fields } = edit;
  const made = asMade(one.template, slot);
  const own = new Set<OwnName>();
  /** A value is the date's own if it differs from the series' value and from the edited date's old value. */
  const isOwn = (name: OwnName, [value, ofSeries, ofEdited]: [string, string, string]) => {
    if (!edit.replacesOwn && value !== ofSeries && value !== ofEdited) own.add(name);
    return own.has(name);
  };
  const when = (event: Planned, from: string) =>
    `${slotDistance(event, from)} ${Date.parse(event.endsAt) - Date.parse(event.startsAt)}`;
  const staysWhen =
    !changesTimes(edit) || isOwn('when', [when(date, slot), when(made, slot), when(before, edit.slot)]);
  const staysWhere =
    fields.has('placeId') &&
    (isOwn('placeId', [textOf(date, 'placeId'), textOf(made, 'placeId'), textOf(before, 'placeId')]) ||
      (date.placeId !== after.placeId && edit.notUsable.has(after.placeId ?? '')));
  const timeZone = staysWhere || !fields.has('timeZone') ? date.timeZone : after.timeZone;
  const startsAt = staysWhen ? date.startsAt : startAfter(one, edit, timeZone);
  // The edited event, moved to this date's start.
  const like = atStart(after, startsAt);
  const next: Planned = { ...date, startsAt, timeZone, endsAt: staysWhen ? date.endsAt : like.endsAt };
  for (const field of followedFields)
    if (fields.has(field) && !isOwn(field, [textOf(date, field), textOf(made, field), textOf(before, field)]))
      Object.assign(next, { [field]: like[field] });
  if (staysWhere) next.placeId = date.placeId;
  if (fields.has('attendanceMode')) next.attendanceMode = modeAfter(date, next, after);
  const asBefore = atStart(before, date.startsAt);
  const move = { from: date.startsAt, to: startsAt, timeZone };
  for (const field of deadlines)
    if (!fields.has(field)) next[field] = date[field] && movedAlong(date[field], move);
    else if (!isOwn(field, [textOf(date, field), textOf(made, field), textOf(asBefore, field)]))
      next[field] = like[field];
  if (fields.has('offers') && !isOwn('offers', [offersText(date), offersText(made), offersText(before)]))
    next.offers = offersLike(date, edit);
  const { owner } = next;
  if (owner.kind === 'team' && !next.teamIds.includes(owner.id)) next.teamIds = [owner.id, ...next.teamIds];
  const usable = without(next, edit.notUsable, date);
  return { after: usable, own: ownGroups(own), missing: notAdded(edit, usable, own) };
}

function startAfter({ date, slot }: SeriesDate, edit: FollowedEdit, timeZone: string): string {
  const { before, after, replacesOwn } = edit;
  const isUnchanged = before.startsAt === after.startsAt && date.timeZone === timeZone;
  // An unchanged start returns the instant itself: a repeated local time is ambiguous.
  if (isUnchanged && !replacesOwn) return date.startsAt;
  // A clock change may have moved the date away from its slot, and only the slot moves back from there.
  if (replacesOwn || slotDistance(date, slot) === 0)
    return slotStart(movedSlot(slot, shiftOf(edit)), timeZone);
  return instantAt(local(date.startsAt, date.timeZone).add(shiftOf(edit)), timeZone);
}

/** How far a date is from its slot, in milliseconds. */
const slotDistance = ({ startsAt, timeZone }: Planned, slot: string) =>
  Date.parse(startsAt) - Date.parse(slotStart(slot, timeZone));

const deadlines = ['registrationOpensAt', 'registrationClosesAt', 'repliesDueAt'] as const;
const followedFields = [
  'name',
  'kind',
  'activities',
  'level',
  'onlineUrl',
  'placeId',
  'owner',
  'teamIds',
  'leaderIds',
  'description',
  'arriveMinutesBefore',
  'ageMin',
  'ageMax',
  'attendeeInstructions',
  'meetingPoint',
  'accessibilitySupport',
  'visibility',
  'joinPolicy',
  'rosterVisibility',
  'maximumAttendeeCapacity',
  'waitlistEnabled',
  'picture',
] as const satisfies readonly (keyof Planned)[];

/**
 * The mode of a date that follows an edit of the mode. The form derives the sent mode from the place and the link of the edited
 * date, so it is right only for dates that have a place and a link where that one has them. A date whose place and link stay
 * keeps its mode: the API can also announce a link or a place that is not known yet.
 */
function modeAfter(date: Planned, next: Planned, edited: Planned): Planned['attendanceMode'] {
  if (hasSameParts(next, edited)) return edited.attendanceMode;
  if (hasSameParts(next, date)) return date.attendanceMode;
  if (next.onlineUrl === null) return 'offline';
  return next.placeId === null ? 'online' : 'mixed';
}

/** Whether both events or neither have a place, and the same of a link. */
const hasSameParts = (one: Planned, other: Planned) =>
  (one.placeId === null) === (other.placeId === null) &&
  (one.onlineUrl === null) === (other.onlineUrl === null);

/** A field as text, to compare it. Teams have no order: stored ones are sorted, and those of a template are as sent. */
function textOf(event: Planned, field: (typeof followedFields | typeof deadlines)[number]): string {
  if (field === 'owner') return event.owner.id;
  return JSON.stringify(field === 'teamIds' ? event.teamIds.toSorted() : event[field]);
}

/** Offers as text, to compare them. They have no order, like teams. */
const offersText = ({ offers }: Planned) =>
  offers
    .map(({ name, price, eligibility, refundBefore, acceptsOffline }) =>
      JSON.stringify([name, price.amountMinor, price.currency, eligibility, refundBefore, acceptsOffline]),
    )
    .toSorted()
    .join();

/** The edit's offers for another date. Offers are matched by name, and of several with one name the first with the first. */
function offersLike(date: Planned, { before, after }: FollowedEdit): Planned['offers'] {
  const withoutMatch = [...date.offers];
  const ids = new Map<string | null, string | null>();
  for (const { id, name } of before.offers) {
    const index = withoutMatch.findIndex((offer) => offer.name === name);
    const [match] = index < 0 ? [] : withoutMatch.splice(index, 1);
    ids.set(id, match?.id ?? null);
  }
  return after.offers.map((offer) => ({
    ...offer,
    id: offer.id === null ? null : (ids.get(offer.id) ?? null),
  }));
}

type Start = { startsAt: string; timeZone: string };

/** The rule of the same dates, some days later or earlier; null if no such rule exists. */
export function shiftedRule(rrule: string, { startsAt, timeZone }: Start, shift: Temporal.Duration) {
  const rule = parseRule(rrule);
  if (isRuleError(rule)) return null;
  const first = minuteText(local(startsAt, timeZone));
  const days = daysBetween(first, movedSlot(first, shift));
  if (days === 0) return rrule;
  const moved: RecurrenceRule = {
    ...rule,
    byDay: rule.byDay.map(({ weekday, nth }) => ({ weekday: weekdayAfter(weekday, days), nth })),
    byMonthDay: rule.byMonthDay.map((day) => day + days),
    until: rule.until && dayAfter(rule.until, days),
  };
  if (moved.byMonthDay.some((day) => day === 0 || day < -31 || day > 31)) return null;
  // Shifting the days of a monthly rule may not shift its days alike, so the days of both rules are compared, without the clock
  // changes that may skip one of them.
  const daysFrom = (one: RecurrenceRule, day: string) =>
    daysOf({ ...one, until: null, count: null }, day, dayAfter(day, daysCompared))
      .take(datesCompared)
      .toArray();
  const firstDay = first.slice(0, 10);
  const wanted = daysFrom(rule, firstDay).map((day) => dayAfter(day, days));
  return daysFrom(moved, dayAfter(firstDay, days)).join() === wanted.join() ? formatRule(moved) : null;
}

const datesCompared = 110;
/** With some leap years. */
const daysCompared = 10 * 366;

/** The rule of the dates from a slot on: COUNT without the dates before it. */
export function restOfRule(rrule: string, start: Start, slot: string): string {
  const rule = parseRule(rrule);
  if (isRuleError(rule) || rule.count === null) return rrule;
  const before = datesOf(rule, start, { throughDay: slot.slice(0, 10), max: rule.count });
  return formatRule({ ...rule, count: rule.count - before.filter(({ local: one }) => one < slot).length });
}

export const dayAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

export const daysBetween = (slot: string, other: string): number =>
  Temporal.PlainDate.from(slot.slice(0, 10)).until(other.slice(0, 10)).days;

function weekdayAfter(weekday: RecurrenceRule['byDay'][number]['weekday'], days: number) {
  const index = (((weekdays.indexOf(weekday) + days) % 7) + 7) % 7;
  return weekdays[index] ?? weekday;
}
