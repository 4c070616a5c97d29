// Members without an account: players of the demo coach, and the children of their team.
import { sortName } from '../../server/db/search-words.ts';
import { dayMs } from '../calendar.ts';
import { type Context, type Person, stamp, type Team, type World } from '../world.ts';
import { emailOf } from './people.ts';

export type Managed = {
  name: string;
  birthYear?: number;
  guardianEmail?: string;
  jersey?: string | null;
  /** How many days ago they were added, at least and at most. */
  since?: [number, number];
};

/** Given names of children, and the family name where no parent has an account. */
const children: [given: string, family: string, guardian: string | null][] = [
  ['Noor', 'Lambrecht', 'an.lambrecht@example.com'],
  ['Vic', 'Van Hecke', 'vanhecke.home@example.com'],
  ['Lina', 'Baert', 'baert.sofie@example.com'],
  ['Amir', 'El Idrissi', 'elidrissi.gent@example.com'],
  ['Fien', 'De Backer', null],
  ['Mats', 'Verstraete', 'jo.verstraete@example.com'],
];
const givenNames = ['Juna', 'Otis', 'Ella', 'Cas', 'Yasmin', 'Finn', 'Lou', 'Ilyas'];

/**
 * Adds the children of a team: ten or eleven years old, with a number and a guardian. Some guardians have accounts in that
 * town.
 */
export function addChildren(context: Context, team: Team, { people }: Pick<World, 'people'>): void {
  const year = new Date(context.now).getUTCFullYear();
  const staff = new Set(team.coaches);
  const parents = people.filter(
    (one) => one.city === team.city && one.isSettled && one.age !== null && one.age >= 36 && one.age <= 47,
  );
  const families = parents.filter((one) => !one.isCoach && !staff.has(one)).slice(0, givenNames.length);
  const list = [
    ...children.map(([given, family, guardian]) => ({ name: `${given} ${family}`, guardian })),
    ...families.map(({ name, username }, at) => ({
      name: `${givenNames[at]} ${name.slice(name.indexOf(' ') + 1)}`,
      guardian: emailOf(username),
    })),
  ].map(
    ({ name, guardian }, at): Managed => ({
      name,
      // A year alone counts as 31 December.
      birthYear: year - (at % 3 === 0 ? 11 : 12),
      ...(guardian === null ? {} : { guardianEmail: guardian }),
      jersey: `${at + 1}`,
      since: [80, 110],
    }),
  );
  team.trainees.push(...addManaged(context, team, list));
}

/** Adds members without an account to a team, added by its coach, who also answers for them. */
export function addManaged(context: Context, team: Team, list: Managed[]): Person[] {
  const { now, random, buffer } = context;
  return list.map(({ name, birthYear = null, guardianEmail = null, jersey = null, since = [2, 6] }) => {
    const row = stamp(random, now - random.int(...since) * dayMs);
    buffer.add('people', {
      ...row,
      name,
      sort_name: sortName(name),
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
      jersey,
      ended_at: null,
      active_since: row.created_at,
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
      age: birthYear === null ? null : new Date(now).getUTCFullYear() - birthYear,
      answeredBy: team.coaches[0]?.id ?? null,
    };
  });
}
