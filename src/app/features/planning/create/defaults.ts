// The default values of a new event's form. Pure.
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { OwnerRef } from '../../../../contract/events/places.ts';
import type { EventKind } from '../../../../contract/values/enums.ts';
import { dayNumberOf, dayOf, wallTimeOf, writtenWallTime } from '../../../format/wall-clock.ts';
import { kindName } from '../../../format/words/vocabulary.ts';
import { withStart } from '../fields/times.ts';
import {
  type EventEdits,
  type EventKey,
  type EventValues,
  ownerText,
  type Visibility,
  valuesOf,
} from '../form/values.ts';

const usualStart = '18:00';
const usualMinutes = 90;
const weekDays = 7;

const visibilityFor: Record<OwnerRef['kind'], Visibility> = {
  team: 'team',
  organization: 'organization',
  person: 'unlisted',
};

export type Asked = {
  owner: OwnerRef;
  userId: string;
  /** `YYYY-MM-DD`, in the zone of the device. */
  today: string;
  timeZone: string;
  /** The day that was chosen in a calendar. */
  day: string | null;
};

const nextDay = (day: string, days = 1) => dayOf(dayNumberOf(day) + days);

/** The defaults without a template: a training tomorrow evening, for the whole team. */
export function plainDefaults({ owner, userId, today, timeZone, day }: Asked): EventValues {
  const first = day ?? nextDay(today);
  const end = writtenWallTime(wallTimeOf(first, usualStart) + usualMinutes);
  return {
    owner: ownerText(owner),
    teamIds: owner.kind === 'team' ? [owner.id] : [],
    name: kindName('training'),
    kind: 'training',
    day: first,
    start: usualStart,
    endDay: end.day,
    end: end.time,
    timeZone,
    repeat: null,
    place: '',
    newPlace: null,
    capacity: '',
    waitlist: true,
    offers: [],
    visibility: visibilityFor[owner.kind],
    joinPolicy: 'open',
    rosterVisibility: 'participants',
    opens: '',
    closes: '',
    due: '',
    bring: '',
    meetingPoint: '',
    accessibility: '',
    description: '',
    leaderIds: [userId],
    arrive: '',
    activities: [],
    level: '',
    ageMin: '',
    ageMax: '',
    onlineUrl: '',
  };
}

/** An event further ahead is one of a season that is planned already. */
const nextDays = 28;

/** The day for an event like the one on `day`: a week after it; tomorrow if that is past, the next such weekday if far ahead. */
function dayAfter(day: string, today: string): string {
  const week = nextDay(day, weekDays);
  if (week <= today) return nextDay(today);
  if (week <= nextDay(today, nextDays)) return week;
  const ahead = dayNumberOf(day) - dayNumberOf(today);
  return nextDay(today, ahead % weekDays || weekDays);
}

/** The defaults from an existing event, at its time of day, on the requested day. Prices are copied without their ids. */
export function defaultsFrom(event: MyEvent, { owner, userId, today, day }: Asked): EventValues {
  const like = valuesOf(event);
  const wanted = day ?? dayAfter(like.day, today);
  const isOwn = event.owner?.kind === owner.kind && event.owner.id === owner.id;
  return {
    ...like,
    ...withStart(like, { day: wanted }),
    ...(isOwn
      ? {}
      : {
          owner: ownerText(owner),
          teamIds: owner.kind === 'team' ? [owner.id] : [],
          visibility: visibilityFor[owner.kind],
        }),
    leaderIds: [userId],
    offers: like.offers.map((offer) => ({ ...offer, id: '' })),
  };
}

/** Changes the kind, and the name while that still is the default. */
export function withKind({ name, kind }: EventValues, next: EventKind): Partial<EventValues> {
  return name.trim() === '' || name === kindName(kind)
    ? { kind: next, name: kindName(next) }
    : { kind: next };
}

/** Fields that make sense together only: with one of them typed, the others stay too. */
const together: readonly (readonly EventKey[])[] = [
  ['day', 'start', 'endDay', 'end', 'opens', 'closes', 'due', 'repeat'],
  ['place', 'newPlace', 'timeZone'],
];

/** The values that stay when another template is used, because they belong to what was typed. */
export function keptWithTyped({ base, typed }: EventEdits): Partial<EventValues> {
  const keys = together.filter((group) => group.some((key) => key in typed)).flat();
  return Object.fromEntries(keys.map((key) => [key, base[key]]));
}

/** Changes the owner: its teams, and the visibility where that does not apply to the new owner. */
export function withOwner({ visibility }: EventValues, owner: OwnerRef): Partial<EventValues> {
  const fits =
    visibility === 'public' || visibility === 'unlisted' || visibility === visibilityFor[owner.kind];
  return {
    owner: ownerText(owner),
    teamIds: owner.kind === 'team' ? [owner.id] : [],
    ...(fits ? {} : { visibility: visibilityFor[owner.kind] }),
  };
}
