// Weekly trainings: one series for each team of the showcase, and for many other teams in a large demo.
import { activities as activityFacts } from '../../contract/values/activities.ts';
import type { eventVisibilities } from '../../contract/values/enums.ts';
import type { Planned } from '../../server/planning/rules.ts';
import { dayMs, isHoliday, iso, minuteMs } from '../calendar.ts';
import { placeFor } from '../clubs/places.ts';
import { offer, type Plan, planEvent, type Reply, withTexts } from '../plan.ts';
import { sessions } from '../texts/sessions.ts';
import { type Context, named, type Place, stamp, type Team, type World } from '../world.ts';

type SeriesText = {
  team: string;
  name: string;
  /** Its name from November to February. */
  winterName?: string;
  hook: string;
  /** 1 is Monday. */
  weekday: number;
  time: string;
  minutes: number;
  place: string;
  visibility: (typeof eventVisibilities)[number];
  capacity: number | null;
  priceMinor?: number;
};

const texts: SeriesText[] = [
  {
    team: 'KV Rooigem U12',
    name: 'U12 training',
    winterName: 'U12 winter training',
    hook: 'First touch, quick feet, and a game at the end in which everyone has been goalkeeper once.',
    weekday: 6,
    time: '09:30',
    minutes: 90,
    place: 'Blaarmeersen, pitch 3',
    visibility: 'public',
    capacity: 18,
  },
  {
    team: 'KV Rooigem Second XI',
    name: 'Second XI under the lights',
    hook: 'Pressing in pairs, playing out from the back, and set pieces until the lights go off.',
    weekday: 3,
    time: '19:30',
    minutes: 90,
    place: 'Rooigem sports park',
    visibility: 'team',
    capacity: 22,
  },
  {
    team: 'KV Rooigem Futsal',
    name: 'Monday night futsal',
    hook: 'Four against four while we wait for the fifth, then proper games.',
    weekday: 1,
    time: '20:30',
    minutes: 75,
    place: 'Sporthal Tolhuis',
    visibility: 'organization',
    capacity: 12,
  },
  {
    team: 'Lys Masters',
    name: 'Masters: four lanes, one plan',
    hook: 'About 2,400 metres, with a theme that changes every week and a hard part that you choose.',
    weekday: 2,
    time: '20:00',
    minutes: 75,
    place: 'Strop swimming pool',
    visibility: 'public',
    capacity: 24,
    priceMinor: 450,
  },
  {
    team: 'Citadel Dawn Runners',
    name: 'Dawn seven',
    hook: 'Seven kilometres while the city makes its coffee. Two paces, one bandstand.',
    weekday: 4,
    time: '06:45',
    minutes: 60,
    place: 'Citadelpark',
    visibility: 'public',
    capacity: null,
  },
  {
    team: 'Spreekreis Handball Women',
    name: 'Handball: full-hall Thursday',
    hook: 'Fast break in three waves, then sixty minutes of six against six.',
    weekday: 4,
    time: '19:00',
    minutes: 105,
    place: 'Sporthalle Lobeck',
    visibility: 'team',
    capacity: 16,
  },
  {
    team: 'Avenue D Wheels',
    name: 'Wheels practice',
    hook: 'Chair skills first, then five on five until somebody has to fix a tyre.',
    weekday: 3,
    time: '18:30',
    minutes: 120,
    place: 'Avenue D Gymnasium',
    visibility: 'public',
    capacity: 14,
  },
];

const occurrenceCount = 10;
const firstWeek = -4;

export function planSeries(context: Context, world: World): Plan[] {
  const places = world.cities.flatMap((city) => city.places);
  return texts.flatMap((text) => {
    const team = named(world.teams, text.team);
    return applyStory(context, world, team, expand(context, world, team, text, named(places, text.place)));
  });
}

/** A series of about ten events for a generated team. */
export function planExtraSeries(context: Context, world: World, team: Team): Plan[] {
  const { random } = context;
  const text: SeriesText = {
    team: team.name,
    name: `${activityFacts[team.activity].name}: ${random.pick(['weekly practice', 'team night', 'regular session', 'squad hour'])}`,
    hook: 'The weekly one. Come when you can, reply either way.',
    weekday: random.int(1, 7),
    time: random.pick(['18:00', '18:30', '19:00', '19:15', '20:00']),
    minutes: random.pick([75, 90]),
    place: '',
    visibility: random.pick(['public', 'public', 'team', 'organization']),
    capacity: random.pick([14, 18, 20, null]),
  };
  if (team.club === null && text.visibility === 'organization') text.visibility = 'team';
  const place = placeFor(context, world.cities, team.city, activityFacts[team.activity].field);
  return expand(context, world, team, text, place);
}

function expand(context: Context, world: World, team: Team, text: SeriesText, place: Place): Plan[] {
  const { now, random, calendar, buffer } = context;
  const { timeZone, currency } = place.city;
  const row = stamp(random, now - random.int(72, 95) * dayMs);
  const slots = Array.from({ length: occurrenceCount }, (_, at) =>
    calendar.weekday(timeZone, firstWeek + at, text.weekday),
  );
  const days = slots.filter((day) => !isHoliday(day));
  const coach = team.coaches[0] ?? team.club?.owner ?? world.coach;
  const session = sessions.find(({ activity }) => activity === team.activity);
  if (!session) throw new Error(`No sessions of ${team.activity}.`);
  const { hook, minutes, visibility, capacity } = text;
  const { month } = calendar.today(timeZone);
  const name = (month >= 11 || month <= 2 ? text.winterName : null) ?? text.name;
  const base = planEvent(
    context,
    world,
    { activity: team.activity, kind: 'training', level: team.level ?? 'beginner', name, hook },
    team.club ?? coach,
    { startsAt: now, minutes },
  );
  const common = withTexts(context, {
    ...base,
    name,
    level: team.level,
    ages: [team.ageMin, team.ageMax],
    leaders: team.coaches.slice(0, 2),
    teams: [team],
    city: place.city,
    place,
    createdAt: Date.parse(row.created_at),
    visibility,
    joinPolicy: 'open',
    rosterVisibility: team.ageMax !== null && team.ageMax < 18 ? 'coaches' : 'participants',
    capacity,
    hasWaitlist: capacity !== null,
    closesAt: null,
    offers: text.priceMinor === undefined ? [] : [offer(currency, text.priceMinor, { refundUntil: 'PT12H' })],
    crowd: { seats: 0, waiting: 0, isFull: false },
  });
  const first = slots[0] ?? calendar.today(timeZone);
  const dayCode = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][text.weekday - 1];
  buffer.add('event_series', {
    ...row,
    rrule: `FREQ=WEEKLY;BYDAY=${dayCode};COUNT=${occurrenceCount}`,
    time_zone: timeZone,
    exceptions: JSON.stringify(slots.filter(isHoliday).map(String)),
    template: JSON.stringify(templateOf(common, team, calendar.at(first, text.time, timeZone))),
    root_series_id: row.id,
    created_by: coach.id,
    extended_until: null,
  });
  return days.map((day) => {
    const startsAt = calendar.at(day, text.time, timeZone);
    return { ...common, startsAt, series: { id: row.id, slot: `${day}T${text.time}` } };
  });
}

/** The template of the series, which an edit of all dates starts from. */
function templateOf(plan: Plan, team: Team, startsAt: number): Planned {
  return {
    name: plan.name,
    kind: plan.kind,
    activities: plan.activities,
    level: plan.level,
    startsAt: iso(startsAt),
    endsAt: iso(startsAt + plan.minutes * minuteMs),
    timeZone: plan.city.timeZone,
    attendanceMode: plan.mode,
    placeId: plan.place?.id ?? null,
    onlineUrl: null,
    owner: { kind: 'team', id: team.id, organizationId: team.club?.id ?? null },
    teamIds: [team.id],
    leaderIds: plan.leaders.map(({ id }) => id),
    description: plan.description ?? '',
    arriveMinutesBefore: plan.arriveMinutes,
    ageMin: plan.ages[0],
    ageMax: plan.ages[1],
    attendeeInstructions: plan.instructions,
    meetingPoint: plan.meetingPoint,
    accessibilitySupport: plan.accessibility,
    visibility: plan.visibility,
    joinPolicy: plan.joinPolicy,
    rosterVisibility: plan.rosterVisibility,
    maximumAttendeeCapacity: plan.capacity,
    waitlistEnabled: plan.hasWaitlist,
    registrationOpensAt: null,
    registrationClosesAt: null,
    repliesDueAt: null,
    offers: plan.offers.map((one) => ({
      id: null,
      name: one.name,
      price: { amountMinor: one.priceMinor, currency: one.currency },
      eligibility: one.eligibility,
      refundBefore: one.refundUntil,
      acceptsOffline: one.acceptsOffline,
    })),
    picture: null,
  };
}

/** Changes some occurrences, and adds the demo trainee's replies to those of their teams. */
function applyStory({ now }: Context, world: World, team: Team, plans: Plan[]): Plan[] {
  const { trainee } = world;
  const upcoming = plans.filter((plan) => plan.startsAt > now);
  const past = plans.filter((plan) => plan.startsAt <= now);
  const [, second, third, fourth] = upcoming;
  if (team.name === 'KV Rooigem U12' && second) {
    second.movedFrom = [second.startsAt];
    second.startsAt += 60 * 60_000;
    second.status = 'EventRescheduled';
    second.statusReason = 'The first team needs the pitch at half past nine.';
  }
  if (team.name === 'Lys Masters' && third) {
    third.status = 'EventCancelled';
    third.statusReason = 'The pool closes for a safety inspection. Next week is on.';
  }
  if (team.name === 'Avenue D Wheels' && fourth) {
    fourth.status = 'EventPostponed';
    fourth.statusReason = 'The gym hosts a blood drive that night. New date to come.';
  }
  if (!team.trainees.includes(trainee)) return plans;
  const secondReply = { 'KV Rooigem Second XI': 'tentative', 'Citadel Dawn Runners': 'declined' } as const;
  const reply = (plan: Plan | undefined, state: Reply['state']) =>
    plan?.replies.push({ person: trainee, state });
  for (const plan of plans) plan.replies = [];
  for (const [at, plan] of past.toReversed().entries()) reply(plan, at === 1 ? 'declined' : 'confirmed');
  reply(upcoming[0], 'confirmed');
  reply(second, team.name in secondReply ? secondReply[team.name as keyof typeof secondReply] : 'confirmed');
  return plans;
}
