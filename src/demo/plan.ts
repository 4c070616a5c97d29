// The plan of an event before its rows are written, and how to plan one from a session.
import { type Activity, activities as activityFacts } from '../contract/values/activities.ts';
import type {
  attendanceModes,
  EventKind,
  EventStatus,
  eventRosterVisibilities,
  eventVisibilities,
  joinPolicies,
  Level,
  publications,
  RegistrationState,
} from '../contract/values/enums.ts';
import { awakeBefore, dayMs, hourMs } from './calendar.ts';
import { isIndoors, placeFor } from './clubs/places.ts';
import { fittingTexts } from './texts/fitting.ts';
import { bringFor, describe, type Session } from './texts/sessions.ts';
import { accessibility, meetingPoints, type Setting } from './texts/texts.ts';
import type { City, Club, Context, Person, Place, Team, World } from './world.ts';

type OneOf<T extends readonly string[]> = T[number];

export type OfferPlan = {
  name: string;
  priceMinor: number;
  currency: string;
  eligibility: string | null;
  refundUntil: string | null;
  acceptsOffline: boolean;
};

/** A fixed reply of a named person; `position` is their waitlist position. */
export type Reply = { person: Person; state: RegistrationState; position?: number };

export type Plan = {
  name: string;
  /** The first paragraph of the description. */
  hook: string;
  /** Null until `withTexts`. */
  description: string | null;
  kind: EventKind;
  activities: Activity[];
  level: Level | null;
  ages: [number | null, number | null];
  organizer: Club | Person;
  leaders: Person[];
  teams: Team[];
  city: City;
  place: Place | null;
  mode: OneOf<typeof attendanceModes>;
  startsAt: number;
  minutes: number;
  createdAt: number;
  series: { id: string; slot: string } | null;
  instructions: string | null;
  meetingPoint: string | null;
  arriveMinutes: number | null;
  accessibility: string[];
  visibility: OneOf<typeof eventVisibilities>;
  joinPolicy: OneOf<typeof joinPolicies>;
  rosterVisibility: OneOf<typeof eventRosterVisibilities>;
  publication: OneOf<typeof publications>;
  isRemoved: boolean;
  status: EventStatus;
  statusReason: string | null;
  /** Previous starts, newest first. */
  movedFrom: number[];
  capacity: number | null;
  hasWaitlist: boolean;
  opensAt: number | null;
  closesAt: number | null;
  repliesDueAt: number | null;
  /** When people without a reply were reminded. */
  remindedAt: number | null;
  offers: OfferPlan[];
  /** Seats to fill beside `replies`, and people to put on the waitlist; `full` lowers the capacity to what was filled. */
  crowd: { seats: number; waiting: number; isFull: boolean };
  replies: Reply[];
};

export const isClub = (organizer: Club | Person): organizer is Club => 'coaches' in organizer;

export function offer(currency: string, priceMinor: number, details: Partial<OfferPlan> = {}): OfferPlan {
  return {
    name: 'Standard',
    priceMinor,
    currency,
    eligibility: null,
    refundUntil: 'P2D',
    acceptsOffline: false,
    ...details,
  };
}

const prices: Partial<Record<EventKind, number[]>> = {
  training: [500, 600, 800],
  class: [600, 900, 1200, 1400],
  competition: [1500, 2000, 2800],
  camp: [3500, 4900, 7500],
  course: [4500, 6000, 9500],
  assessment: [1000, 1800],
  social: [800, 1200],
};
const priceChance: Partial<Record<EventKind, number>> = { training: 0.15, class: 0.45, social: 0.25 };

function randomOffers({ random }: Context, kind: EventKind, currency: string): OfferPlan[] {
  const known = prices[kind];
  if (!known || !random.chance(priceChance[kind] ?? 0.6)) return [];
  const priceMinor = random.pick(known);
  const refundUntil = random.pick(['P1D', 'P2D', 'P2D', 'P7D', 'PT12H', null]);
  const standard = offer(currency, priceMinor, { refundUntil, acceptsOffline: random.chance(0.2) });
  if (!random.chance(0.15)) return [standard];
  const reduced = Math.round((priceMinor * 0.7) / 100) * 100;
  return [
    standard,
    { ...standard, name: 'Reduced', priceMinor: reduced, eligibility: 'Students, job seekers and over-65s' },
  ];
}

/** Random participation: most events are partly filled, some full, some with a waitlist, some without a limit. */
function randomCrowd({ random }: Context, kind: EventKind): Pick<Plan, 'capacity' | 'hasWaitlist' | 'crowd'> {
  const kindOfCrowd = random.next();
  if (kindOfCrowd < 0.07)
    return { capacity: 8, hasWaitlist: false, crowd: { seats: random.int(6, 8), waiting: 0, isFull: true } };
  if (kindOfCrowd < 0.17)
    return {
      capacity: 8,
      hasWaitlist: true,
      crowd: { seats: random.int(5, 8), waiting: random.int(1, 4), isFull: true },
    };
  const seats = random.int(0, 8);
  if (kindOfCrowd < 0.32)
    return {
      capacity: Math.max(6, seats + random.int(1, 4)),
      hasWaitlist: true,
      crowd: { seats, waiting: 0, isFull: false },
    };
  const isUnlimited = kind === 'meeting' || kind === 'social' ? random.chance(0.6) : random.chance(0.15);
  const capacity = isUnlimited ? null : random.pick([12, 14, 16, 18, 20, 24, 30, 40]);
  return {
    capacity,
    hasWaitlist: capacity !== null && random.chance(0.5),
    crowd: { seats, waiting: 0, isFull: false },
  };
}

/** Ten in the morning, some days ahead. */
export function morningIn({ calendar }: Context, { timeZone }: City, days: number): number {
  return calendar.at(calendar.today(timeZone).add({ days }), '10:00', timeZone);
}

type Moment = { startsAt: number; minutes: number };

/** Plans an event from a session; values that are not given are random. */
export function planEvent(
  context: Context,
  world: World,
  session: Session,
  organizer: Club | Person,
  moment: Moment,
): Plan {
  const { now, random } = context;
  const { city } = organizer;
  const { activity, kind } = session;
  const place = placeFor(context, world.cities, city, activityFacts[activity].field);
  const earliest = Math.min(moment.startsAt - 2 * dayMs, now - hourMs);
  return {
    name: session.name,
    hook: session.hook,
    description: null,
    kind,
    activities: [activity],
    level: random.chance(0.8) ? session.level : null,
    ages: /child|famil|parent|partner/i.test(`${session.name} ${session.hook}`)
      ? [null, null]
      : random.pick([
          [16, null],
          [18, null],
          [null, null],
          [null, null],
        ]),
    organizer,
    leaders: isClub(organizer) ? [leaderOf(context, organizer, activity)] : [organizer],
    teams: [],
    city: place.city,
    place,
    mode: 'offline',
    ...moment,
    createdAt: earliest - random.int(2 * hourMs, 40 * dayMs),
    series: null,
    instructions: kind !== 'meeting' && kind !== 'social' && random.chance(0.9) ? bringFor(activity) : null,
    meetingPoint: null,
    arriveMinutes: random.pick([null, 5, 10, 15, kind === 'match' || kind === 'competition' ? 45 : 15]),
    accessibility: random.sample(accessibility, random.int(0, 3)),
    visibility: 'public',
    joinPolicy:
      kind === 'assessment'
        ? 'approval'
        : random.pick(['open', 'open', 'open', 'open', 'open', 'open', 'approval', 'invite']),
    rosterVisibility: random.pick(['coaches', 'participants', 'participants', 'countOnly']),
    publication: 'published',
    isRemoved: false,
    status: 'EventScheduled',
    statusReason: null,
    movedFrom: [],
    ...randomCrowd(context, kind),
    opensAt: null,
    closesAt: random.chance(0.3)
      ? awakeBefore(moment.startsAt - random.pick([2, 12, 24]) * hourMs, place.city.timeZone)
      : null,
    repliesDueAt: null,
    remindedAt: null,
    offers: randomOffers(context, kind, place.city.currency),
    replies: [],
  };
}

/** What the texts of an event must fit. */
export function settingOf({ kind, activities, place, mode, offers, startsAt }: Plan): Setting {
  return {
    kind,
    activity: activities[0] ?? 'fitness',
    isOutdoors: mode === 'offline' && place !== null && !isIndoors(place),
    isOnline: mode === 'online',
    isPaid: offers.length > 0,
    month: new Date(startsAt).getUTCMonth() + 1,
  };
}

/** The plan with a description and a meeting point that fit its place, price and kind, if it has none yet. */
export function withTexts({ random }: Context, plan: Plan): Plan {
  if (plan.description !== null) return plan;
  const setting = settingOf(plan);
  return {
    ...plan,
    description: describe(random, plan.hook, setting),
    meetingPoint: plan.place && random.chance(0.5) ? random.pick(fittingTexts(meetingPoints, setting)) : null,
  };
}

/** A coach of the club for that activity; its owner without one. */
function leaderOf({ random }: Context, club: Club, activity: Activity): Person {
  const able = club.coaches.filter((coach) => coach.isCoach && coach.activities.includes(activity));
  return able.length > 0 ? random.pick(able) : club.owner;
}
