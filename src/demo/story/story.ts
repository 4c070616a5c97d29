// Plans a showcase event from a session name, an organizer, a time and its special properties.
import { type Plan, planEvent, type Reply } from '../plan.ts';
import { bringFor, type Session, sessions } from '../texts/sessions.ts';
import { timingOf } from '../texts/timing.ts';
import { type Context, named, type World } from '../world.ts';

type Changes = Partial<Omit<Plan, 'place' | 'leaders' | 'replies' | 'teams'>> & {
  where?: string;
  lead?: string;
  team?: string;
  /** The demo trainee's reply. */
  trainee?: Reply['state'];
  position?: number;
};
/** Week 0 ends with the first weekend after today; weekday 1 is Monday; local time. */
type When = [week: number, weekday: number, time: string, minutes: number];

/** Sessions that only the showcase uses. */
const own: Session[] = [
  {
    activity: 'football',
    kind: 'meeting',
    level: 'beginner',
    name: 'General assembly, with soup',
    hook: 'Accounts, new goals (the metal kind), and the annual vote on the colour of the away shirt.',
  },
  {
    activity: 'football',
    kind: 'meeting',
    level: 'advanced',
    name: 'What did not work last month',
    hook: 'Each coach brings one session that failed. No advice for the first twenty minutes.',
  },
  ...['Coupure', 'Sint-Lievens'].map(
    (opponent): Session => ({
      activity: 'football',
      kind: 'match',
      level: 'beginner',
      name: `U12 v ${opponent}`,
      hook: `Eight against eight at home, four quarters of fifteen minutes. Everyone plays at least two of them.`,
    }),
  ),
  ...['Sint-Denijs Boys', 'Ledeberg Rovers', 'FC Muide', 'Patijntje Athletic'].map(
    (opponent): Session => ({
      activity: 'football',
      kind: 'match',
      level: 'intermediate',
      name: `Second XI v ${opponent}`,
      hook: `League match against ${opponent}. Meet an hour before; shirts are washed this time.`,
    }),
  ),
];

/** Returns the function that plans one showcase event. */
export function createStory(context: Context, world: World) {
  const places = world.cities.flatMap((city) => city.places);
  const byUsername = new Map(world.people.slice(0, 60).map((person) => [person.username, person]));
  const person = (username: string) => byUsername.get(username) ?? named(world.people, username);

  return function on(
    name: string,
    who: string,
    [week, weekday, time, minutes]: When,
    changes: Changes,
  ): Plan {
    const { where, lead, team, trainee, position, ...rest } = changes;
    const organizer = world.clubs.find((club) => club.name === who) ?? person(who);
    const session = named([...own, ...sessions], name);
    const { timeZone } = organizer.city;
    const day = context.calendar.openWeekday(timeZone, week, weekday);
    const startsAt = context.calendar.at(day, timingOf(session, day.month).time ?? time, timeZone);
    const plan = planEvent(context, world, session, organizer, { startsAt, minutes });
    const place = where ? named(places, where) : plan.place;
    const reply = trainee && {
      person: world.trainee,
      state: trainee,
      ...(position === undefined ? {} : { position }),
    };
    return {
      ...plan,
      place,
      instructions: plan.kind === 'meeting' || plan.kind === 'social' ? null : bringFor(session.activity),
      joinPolicy: 'open',
      closesAt: null,
      level: session.level,
      leaders: lead ? [person(lead)] : plan.leaders,
      teams: team ? [named(world.teams, team)] : [],
      replies: reply ? [reply] : [],
      ...rest,
    };
  };
}
