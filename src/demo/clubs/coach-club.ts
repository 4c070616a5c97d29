// Further data for the demo coach: a training today, drafts, and players without an account.
import { fold } from '../../server/db/dialect.ts';
import { dayMs, minuteMs } from '../calendar.ts';
import { offer, type Plan, planEvent } from '../plan.ts';
import type { Session } from '../texts/sessions.ts';
import { type Context, named, type Person, stamp, type Team, type World } from '../world.ts';

type Managed = { name: string; birthYear?: number; guardianEmail?: string };

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
    hook: 'Two days, four sessions and one quiz. The bus leaves from the sports park on Friday evening.',
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
const children: Managed[] = [
  { name: 'Noor Lambrecht', birthYear: 2015, guardianEmail: 'an.lambrecht@example.com' },
  { name: 'Vic Van Hecke', birthYear: 2015, guardianEmail: 'vanhecke.home@example.com' },
  { name: 'Lina Baert', birthYear: 2014 },
];

export function addCoachClub(context: Context, world: World, write: (plan: Plan) => void): void {
  const { now, calendar } = context;
  const secondXi = named(world.teams, 'KV Rooigem Second XI');
  const { timeZone } = secondXi.city;
  const [first, second] = addManaged(context, secondXi, players);
  addManaged(context, named(world.teams, 'KV Rooigem U12'), children);
  const today = calendar.today(timeZone);
  const plan = (session: Session, startsAt: number, minutes: number, where: string, details: Partial<Plan>) =>
    planFor(context, world, secondXi, { session, startsAt, minutes, where, details });

  // At seven, or under way: on Wednesdays beside the weekly training, so for those of the futsal team.
  const quarter = 15 * minuteMs;
  const begun = Math.floor((now - quarter) / quarter) * quarter;
  const team = today.dayOfWeek === 3 ? named(world.teams, 'KV Rooigem Futsal') : secondXi;
  const answered = team === secondXi && first && second;
  write(
    plan(sessions.circuit, Math.max(calendar.at(today, '19:00', timeZone), begun), 75, 'Sporthal Tolhuis', {
      teams: [team],
      capacity: 18,
      replies: answered
        ? [
            { person: first, state: 'confirmed' },
            { person: second, state: 'declined' },
          ]
        : [],
    }),
  );
  const on = (week: number, weekday: number, time: string) =>
    calendar.at(calendar.weekday(timeZone, week, weekday), time, timeZone);
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

/** Adds managed members, whom the coach added a few days ago. */
function addManaged(context: Context, team: Team, list: Managed[]): Person[] {
  const { now, random, buffer } = context;
  return list.map(({ name, birthYear = null, guardianEmail = null }) => {
    const row = stamp(random, now - random.int(2, 6) * dayMs);
    buffer.add('people', {
      ...row,
      name,
      sort_name: fold(name),
      birth_year: birthYear,
      guardian_email: guardianEmail,
    });
    buffer.add('memberships', {
      ...stamp(random, Date.parse(row.created_at)),
      organization_id: null,
      team_id: team.id,
      person_id: row.id,
      role: 'trainee',
      status: 'active',
      title: null,
      jersey: null,
      ended_at: null,
    });
    return {
      id: row.id,
      username: '',
      name,
      city: team.city,
      activities: [team.activity],
      isCoach: false,
      isSettled: false,
      isPublic: false,
      age: null,
      answeredBy: team.coaches[0]?.id ?? null,
    };
  });
}
