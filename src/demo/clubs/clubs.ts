// Clubs and teams with their owners, coaches, trainees and former members.
import { type Activity, activities as activityFacts } from '../../contract/values/activities.ts';
import type { MembershipRole, membershipStatuses } from '../../contract/values/enums.ts';
import { fold, sortName } from '../../server/db/search-words.ts';
import { slugOf } from '../../server/text/slug.ts';
import { dayMs } from '../calendar.ts';
import { type ClubText, clubTexts } from '../texts/club-texts.ts';
import { type TeamText, teamTexts } from '../texts/team-texts.ts';
import { type City, type Club, type Context, named, type Person, stamp, type Team } from '../world.ts';
import { extraClub, extraTeam } from './extra-clubs.ts';
import { cityOf } from './people.ts';

type Status = (typeof membershipStatuses)[number];
type Scope = { club: Club } | { team: Team };
type Details = { role: MembershipRole; status?: Status; title?: string | null; jersey?: string | null };
type Found = { clubs: Club[]; teams: Team[] };

/** Adds the clubs and teams of the demo; their number grows with the number of people. */
export async function addClubs(
  context: Context,
  cities: City[],
  people: Person[],
  crowd: Map<string, Person[]>,
): Promise<Found> {
  const { random } = context;
  const byUsername = new Map(people.slice(0, 60).map((person) => [person.username, person]));
  const person = (username: string) => {
    const found = byUsername.get(username);
    if (!found) throw new Error(`The demo has no ${username}.`);
    return found;
  };
  const clubs = clubTexts.map((text) =>
    addClub(context, { city: cityOf(cities, text.region), text, person, slug: slugOf(fold(text.name)) }),
  );
  const teams = teamTexts.map((text) => {
    const club = text.club === null ? null : named(clubs, text.club);
    const city = cityOf(cities, text.region);
    const staff = new Set([text.owner, ...text.coaches].map(person));
    const fits = people.slice(0, 100).filter((one) => isTraineeFor(one, text, city) && !staff.has(one));
    return addTeam(context, {
      club,
      city,
      text,
      person,
      trainees: random.sample(fits, text.size),
      slug: slugOf(fold(text.name)),
    });
  });
  addDemoMemberships(context, teams, people.slice(0, 100), person);

  const leaders = people.filter((one) => one.isCoach && one.isPublic);
  const clubCount = clubs.length + Math.floor(Math.max(0, people.length - 60) / 500);
  while (clubs.length < clubCount) {
    const owner = random.pick(leaders);
    const text = extraClub(random, owner, clubs.length);
    const slug = numberedSlug(text.name, clubs.length);
    clubs.push(addClub(context, { city: owner.city, text, person: () => owner, slug }));
  }
  const teamCount = teams.length + Math.floor(Math.max(0, people.length - 60) / 100);
  while (teams.length < teamCount) {
    const club = random.chance(0.85)
      ? random.pick(clubs.slice(0, 6).concat(clubs.slice(clubTexts.length)))
      : null;
    const owner = club?.owner ?? random.pick(leaders);
    const trainees = random
      .sample(crowd.get(owner.city.region) ?? [], random.int(7, 12))
      .filter((one) => one !== owner);
    const text = extraTeam(random, owner, club, teams.length);
    const slug = numberedSlug(text.name, teams.length);
    teams.push(addTeam(context, { club, city: owner.city, text, person: () => owner, trainees, slug }));
    await context.buffer.flushIfLong();
  }
  return { clubs, teams };
}

function isTraineeFor(one: Person, { ages: [min, max] }: TeamText, city: City): boolean {
  const isDemo = one.username === 'coach' || one.username === 'trainee';
  if (one.city !== city || !one.isSettled || isDemo) return false;
  if (one.age === null) return max === null;
  return one.age >= (min ?? 18) && one.age <= (max ?? 99);
}

/** Generated names may repeat, but slugs must be unique. */
const numberedSlug = (name: string, number: number) => `${slugOf(fold(name)).slice(0, 50)}-${number}`;

type ClubPlan = { city: City; text: ClubText; person: (username: string) => Person; slug: string };

function addClub(context: Context, { city, text, person, slug }: ClubPlan): Club {
  const { now, random, buffer } = context;
  const row = stamp(random, now - random.int(170, 195) * dayMs, now - random.int(10, 140) * dayMs);
  const { name, region, activities, visibility, openness, description, url, email, telephone, address } =
    text;
  const isPublic = visibility === 'public';
  buffer.add('organizations', {
    ...row,
    name,
    sort_name: sortName(name),
    slug,
    description,
    logo: null,
    color: null,
    url,
    email,
    telephone,
    address,
    region,
    sort_region: fold(region),
    activities: JSON.stringify(activities),
    visibility,
    openness,
  });
  buffer.addSearch('organization', row.id, [name, region, ...activities.map(nameOf)]);
  const owner = person(text.owner);
  const others = [...text.admins, ...text.coaches].map(person);
  const club: Club = {
    id: row.id,
    name,
    city,
    activities,
    isPublic,
    owner,
    coaches: [...new Set([owner, ...others])],
  };
  addMember(context, { club }, owner, { role: 'owner', title: 'Chair' });
  for (const username of text.admins)
    addMember(context, { club }, person(username), { role: 'admin', title: 'Secretary' });
  for (const username of text.coaches) addMember(context, { club }, person(username), { role: 'coach' });
  return club;
}

type TeamPlan = {
  club: Club | null;
  city: City;
  text: TeamText;
  person: (username: string) => Person;
  trainees: Person[];
  slug: string;
};

function addTeam(context: Context, { club, city, text, person, trainees, slug }: TeamPlan): Team {
  const { now, random, buffer } = context;
  const row = stamp(random, now - random.int(150, 165) * dayMs, now - random.int(5, 140) * dayMs);
  const { name, region, activity, level, visibility, openness, description } = text;
  const [ageMin, ageMax] = text.ages;
  buffer.add('teams', {
    ...row,
    organization_id: club?.id ?? null,
    name,
    sort_name: sortName(name),
    slug,
    activity,
    level,
    age_min: ageMin,
    age_max: ageMax,
    season: seasonAt(now),
    description,
    region,
    sort_region: fold(region),
    visibility,
    openness,
    roster_visibility: ageMax !== null && ageMax < 18 ? 'coaches' : 'members',
    invite_code: random.id(now).slice(-12),
    logo: null,
    color: null,
    previous_team_id: null,
  });
  buffer.addSearch('team', row.id, [name, club?.name, nameOf(activity), region]);
  const owner = person(text.owner);
  const coaches = [...new Set(text.coaches.map(person))].filter((one) => one !== owner);
  const isPublic = visibility === 'public';
  const team: Team = {
    id: row.id,
    name,
    club,
    city,
    activity,
    level,
    ageMin,
    ageMax,
    isPublic,
    coaches: [...coaches, owner],
    trainees,
  };
  addMember(context, { team }, owner, {
    role: 'owner',
    title: coaches.length > 0 ? 'Team manager' : 'Head coach',
  });
  for (const coach of coaches) addMember(context, { team }, coach, { role: 'coach', title: 'Head coach' });
  const hasJerseys = ['pitch', 'rugby', 'court', 'rink'].includes(activityFacts[activity].field);
  const staff = new Set(team.coaches);
  team.trainees = trainees.filter((one) => !staff.has(one));
  for (const [at, trainee] of team.trainees.entries())
    addMember(context, { team }, trainee, {
      role: at === 0 && (trainee.age ?? 0) >= 18 ? 'assistant' : 'trainee',
      jersey: hasJerseys ? `${at + 2}` : null,
    });
  return team;
}

/** `2026/27` from July 2026 to June 2027. */
function seasonAt(nowMs: number): string {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear() - (now.getUTCMonth() < 6 ? 1 : 0);
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}

const nameOf = (activity: Activity) => activityFacts[activity].name;

function addMember({ now, random, buffer }: Context, scope: Scope, person: Person, details: Details): void {
  const { role, status = 'active', title = null, jersey = null } = details;
  const isOpen = status === 'invited' || status === 'requested';
  const since = now - (isOpen ? random.int(1, 6) : random.int(100, 145)) * dayMs - random.int(0, dayMs);
  const hasEnded = status === 'left' || status === 'removed' || status === 'rejected';
  const group = {
    organization_id: 'club' in scope ? scope.club.id : null,
    team_id: 'team' in scope ? scope.team.id : null,
  };
  if (status === 'invited') {
    buffer.add('invitations', {
      ...stamp(random, since),
      ...group,
      invited_as: person.username,
      user_id: person.id,
      role,
      invited_by: 'club' in scope ? scope.club.owner.id : (scope.team.coaches[0]?.id ?? null),
    });
    return;
  }
  const row = stamp(random, since, hasEnded ? now - random.int(8, 60) * dayMs : since);
  buffer.add('memberships', {
    ...row,
    ...group,
    person_id: person.id,
    role,
    status,
    title,
    jersey,
    ended_at: status === 'left' || status === 'removed' ? row.updated_at : null,
    active_since: isOpen || status === 'rejected' ? null : row.created_at,
  });
}

/** Adds the demo trainee's teams, club members, requests, invitations and former members. */
function addDemoMemberships(
  context: Context,
  teams: Team[],
  people: Person[],
  person: (username: string) => Person,
): void {
  const { random } = context;
  const trainee = person('trainee');
  for (const [name, jersey] of [
    ['KV Rooigem Second XI', '7'],
    ['Lys Masters', null],
    ['Citadel Dawn Runners', null],
  ] as const) {
    const team = named(teams, name);
    addMember(context, { team }, trainee, { role: 'trainee', jersey });
    team.trainees.unshift(trainee);
  }
  addMember(context, { team: named(teams, 'KV Rooigem Futsal') }, trainee, {
    role: 'trainee',
    status: 'invited',
  });
  addMember(context, { team: named(teams, 'Lys Tri Squad') }, trainee, {
    role: 'trainee',
    status: 'requested',
  });

  const ends: Status[] = ['left', 'requested', 'removed', 'invited', 'left', 'rejected'];
  const seen = new Map<Club, Set<Person>>();
  for (const [at, team] of teams.entries()) {
    const { club, trainees, coaches } = team;
    if (club) {
      const members = seen.get(club) ?? new Set(club.coaches);
      for (const one of [...coaches, ...trainees].filter((one) => !members.has(one) && random.chance(0.85))) {
        addMember(context, { club }, one, { role: coaches.includes(one) ? 'coach' : 'trainee' });
        members.add(one);
      }
      seen.set(club, members);
    }
    const outsiders = people.filter(
      (one) =>
        one.city === team.city &&
        one.isSettled &&
        one !== trainee &&
        !trainees.includes(one) &&
        !coaches.includes(one) &&
        (one.age ?? 18) >= (team.ageMin ?? 0) &&
        (one.age ?? 18) <= (team.ageMax ?? 99),
    );
    const outside = outsiders.length > 0 ? random.pick(outsiders) : null;
    if (outside)
      addMember(context, { team }, outside, { role: 'trainee', status: ends[at % ends.length] ?? 'left' });
  }
}
