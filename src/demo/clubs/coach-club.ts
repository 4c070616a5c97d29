// Further data for the demo coach: events of today, drafts, and players without an account.
import { dayMs } from '../calendar.ts';
import { offer, type Plan, planEvent } from '../plan.ts';
import { challenge, challengeTime, daytimeSession, daytimeTime, eveningTime } from '../story/today.ts';
import type { Session } from '../texts/sessions.ts';
import { type Context, named, type Team, type World } from '../world.ts';
import { addManaged, type Managed } from './managed-members.ts';

const football = { activity: 'football', level: 'intermediate' } as const;
const sessions = {
  circuit: {
    ...football,
    kind: 'training',
    name: 'Gym circuit, then small sides',
    hook: 'Twenty minutes of legs and core, then four-a-side on the short court. Indoor shoes.',
  },
  weekend: {
    ...football,
    kind: 'camp',
    name: 'Training weekend by the sea',
    hook: 'Two days, four sessions and one quiz. The bus leaves from the sports park the evening before.',
  },
  supper: {
    ...football,
    kind: 'social',
    name: 'Shirts, chips and the season so far',
    hook: 'The new shirts are handed out. Partners and children are welcome.',
  },
} satisfies Record<string, Session>;

const players: Managed[] = [
  { name: 'Wannes De Rycke', birthYear: 1996 },
  { name: 'Sami El Idrissi' },
  { name: 'Robbe Maes', birthYear: 2001 },
];
export function addCoachClub(context: Context, world: World, write: (plan: Plan) => void): void {
  const { now, calendar } = context;
  const secondXi = named(world.teams, 'KV Rooigem Second XI');
  const { timeZone } = secondXi.city;
  const [first, second] = addManaged(context, secondXi, players);
  const today = calendar.today(timeZone);
  const runner = world.people.find(({ username }) => username === 'arjun.mehta') ?? world.coach;
  const plan = (session: Session, startsAt: number, minutes: number, where: string, details: Partial<Plan>) =>
    planFor(context, world, secondXi, { session, startsAt, minutes, where, details });

  const { city } = secondXi;
  // Their own weekly training is in the evening on Mondays and Wednesdays.
  const evening = [1, 3].includes(today.dayOfWeek) ? null : eveningTime(now, calendar, city);
  if (evening)
    write(
      plan(sessions.circuit, evening.startsAt, evening.minutes, 'Sporthal Tolhuis', {
        capacity: 18,
        replies:
          first && second
            ? [
                { person: first, state: 'confirmed' },
                { person: second, state: 'declined' },
              ]
            : [],
      }),
    );
  const daytime = daytimeTime(now, calendar, city);
  if (daytime)
    write(
      plan(daytimeSession, daytime.startsAt, daytime.minutes, 'Rooigem sports park', {
        teams: [],
        ages: [null, null],
        level: 'beginner',
        visibility: 'public',
        capacity: 16,
        crowd: { seats: 9, waiting: 0, isFull: false },
      }),
    );
  const always = challengeTime(calendar, city);
  write({
    ...plan(challenge, always.startsAt, always.minutes, 'Citadelpark', {
      teams: [],
      ages: [null, null],
      level: 'beginner',
      visibility: 'public',
      mode: 'online',
      crowd: { seats: 14, waiting: 0, isFull: false },
    }),
    place: null,
    organizer: runner,
    leaders: [runner],
  });
  const on = (week: number, weekday: number, time: string) =>
    calendar.at(calendar.openWeekday(timeZone, week, weekday), time, timeZone);
  const isDraft: Partial<Plan> = { publication: 'draft' };
  write(
    plan(sessions.weekend, on(6, 6, '09:00'), 1860, 'Rooigem sports park', {
      ...isDraft,
      capacity: 24,
      offers: [
        offer('EUR', 9500, { refundUntil: 'P14D' }),
        offer('EUR', 7500, { name: 'Students', eligibility: 'With a student card', refundUntil: 'P14D' }),
      ],
    }),
  );
  write(
    plan(sessions.supper, on(3, 5, '19:30'), 180, 'Rooigem sports park', {
      ...isDraft,
      capacity: 40,
      hasWaitlist: true,
      visibility: 'organization',
    }),
  );
}

type Moment = { session: Session; startsAt: number; minutes: number; where: string; details: Partial<Plan> };

function planFor(context: Context, world: World, team: Team, moment: Moment): Plan {
  const { session, startsAt, minutes, where, details } = moment;
  const places = world.cities.flatMap((city) => city.places);
  return {
    ...planEvent(context, world, session, team.club ?? world.coach, { startsAt, minutes }),
    place: named(places, where),
    teams: [team],
    leaders: [world.coach],
    ages: [team.ageMin, team.ageMax],
    level: team.level,
    createdAt: context.now - 5 * dayMs,
    closesAt: null,
    visibility: 'team',
    joinPolicy: 'open',
    rosterVisibility: 'participants',
    capacity: null,
    hasWaitlist: false,
    offers: [],
    crowd: { seats: 0, waiting: 0, isFull: false },
    ...details,
  };
}
