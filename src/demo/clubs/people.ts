// Generates accounts with profiles: the cast, and the requested number of others.
import {
  type Activity,
  activities as activityFacts,
  activityNames,
} from '../../contract/values/activities.ts';
import { type Audience, levels, type ProfileField } from '../../contract/values/enums.ts';
import { fold, sortName } from '../../server/db/search-words.ts';
import { dayMs, hourMs, iso } from '../calendar.ts';
import { fittingTexts } from '../texts/fitting.ts';
import { createUsernames, locales, randomName, randomPhone } from '../texts/names.ts';
import { coachBios, qualifications, traineeBios } from '../texts/people-texts.ts';
import { type City, type Context, type Person, stamp } from '../world.ts';
import { cast, type Role } from './cast.ts';

type Draft = Omit<Role, 'age' | 'region' | 'bio' | 'username'> & {
  username: string;
  city: City;
  age: number | null;
  bio: string | null;
  isPublic: boolean;
  accountStatus: 'settled' | 'unverified' | 'suspended';
};

/** The first people live where the clubs are; later ones anywhere. */
const firstHomes = ['Ghent', 'Berlin', 'Ghent', 'New York', 'Ghent', 'Leeds', 'Ghent', 'Lisbon'];

export async function addPeople(
  context: Context,
  cities: City[],
  count: number,
  passwordHash: string,
): Promise<Person[]> {
  const usernameFor = createUsernames();
  const people: Person[] = [];
  for (const role of cast) {
    usernameFor(role.name);
    const city = cityOf(cities, role.region);
    people.push(
      addPerson(context, { ...role, city, isPublic: true, accountStatus: 'settled' }, passwordHash),
    );
  }
  for (let at = people.length; at < count; at++) {
    people.push(addPerson(context, draftPerson(context, cities, at, usernameFor), passwordHash));
    await context.buffer.flushIfLong();
  }
  return people;
}

export function cityOf(cities: City[], region: string): City {
  const found = cities.find((city) => city.region === region);
  if (!found) throw new Error(`The demo has no ${region}.`);
  return found;
}

function draftPerson(
  context: Context,
  cities: City[],
  at: number,
  usernameFor: (name: string) => string,
): Draft {
  const { random } = context;
  const isEarly = at < 100;
  // Of ten: two children, one teenager, one who gave no birth date, six adults. Children of the first hundred have no
  // account: their parents have.
  const tenth = at % 10;
  const group =
    tenth === 0 || tenth === 3
      ? isEarly
        ? 'parent'
        : 'child'
      : tenth === 6
        ? 'teenager'
        : tenth === 9
          ? 'unknown'
          : 'adult';
  const home = {
    child: 'Ghent',
    parent: 'Ghent',
    teenager: 'Leeds',
    unknown: 'Ghent',
    adult: firstHomes[at % firstHomes.length] ?? 'Ghent',
  };
  const isAdult = group === 'adult' || group === 'parent';
  const city = isEarly ? cityOf(cities, home[group]) : random.pick(cities);
  const age = {
    child: random.int(10, 11),
    parent: random.int(36, 47),
    teenager: random.int(14, 15),
    unknown: null,
    adult: random.int(19, 67),
  }[group];
  const accountStatus =
    at % 211 === 41 ? 'suspended' : at % 53 === 24 || at % 53 === 52 ? 'unverified' : 'settled';
  const isCoach = !isEarly && isAdult && accountStatus === 'settled' && random.chance(0.42);
  const activities = pickActivities(
    context,
    city,
    group === 'child' ? 'football' : group === 'teenager' ? 'rugby' : null,
  );
  const { name, languages } = randomName(random, city.countryCode);
  const bios = isCoach ? coachBios : traineeBios;
  const main = activities[0] ?? 'fitness';
  return {
    username: usernameFor(name),
    name,
    city,
    age,
    isCoach,
    activities,
    level: random.pick(isCoach ? levels.slice(2) : levels.slice(0, 3)),
    languages,
    bio:
      isAdult && random.chance(0.8)
        ? random
            .pick(fittingTexts(bios, { activity: main, age: age ?? 18 }))
            .replaceAll('{activity}', activityFacts[main].name.toLowerCase())
            .replaceAll('{town}', city.region)
            .replace(/^./, (letter) => letter.toUpperCase())
        : null,
    isPublic: isAdult && accountStatus === 'settled' && random.chance(isCoach ? 0.7 : 0.35),
    accountStatus,
  };
}

/** One to three activities that the town has fields for. */
function pickActivities({ random }: Context, city: City, first: Activity | null): Activity[] {
  const fields = new Set(city.places.flatMap((place) => place.fields));
  const possible = activityNames.filter((activity) => fields.has(activityFacts[activity].field));
  const sampled = random.sample(possible, random.int(1, 3));
  return first ? [...new Set([first, ...sampled])].slice(0, 2) : sampled;
}

function addPerson({ now, random, buffer }: Context, draft: Draft, passwordHash: string): Person {
  const { username, name, city, age, isCoach, activities, accountStatus, isPublic } = draft;
  const isNew = accountStatus === 'unverified';
  const createdAt =
    now - (isNew ? random.int(1, 40) * hourMs : random.int(200, 900) * dayMs + random.int(0, dayMs));
  const changedAt = isNew ? createdAt : now - random.int(1, 120) * dayMs;
  const row = stamp(random, createdAt, changedAt);
  const isSettled = accountStatus === 'settled';
  buffer.add('people', { ...row, name, sort_name: sortName(name), birth_year: null, guardian_email: null });
  buffer.add('users', {
    ...row,
    username,
    email: emailOf(username),
    email_verified_at: isNew ? null : iso(createdAt + random.int(2, 90) * 60_000),
    phone: randomPhone(random, city.countryCode),
    country_code: city.countryCode,
    password_hash: passwordHash,
    is_coach: isCoach ? 1 : 0,
    birth_date: age === null ? null : birthDate(now, age, random.int(1, 360)),
    // The demo accounts are in English, whatever the browser prefers.
    locale: isDemoAccount(username) ? 'en-GB' : (locales[city.countryCode] ?? 'en'),
    time_zone: city.timeZone,
    suspended_at: accountStatus === 'suspended' ? iso(now - 9 * dayMs) : null,
    is_admin: 0,
    quiet_from: '21:00',
    quiet_to: '08:00',
  });
  buffer.add('profiles', {
    user_id: row.id,
    file_path: null,
    bio: draft.bio,
    activities: JSON.stringify(activities),
    level: draft.level,
    region: city.region,
    sort_region: fold(city.region),
    languages: JSON.stringify(draft.languages),
    qualifications: JSON.stringify(
      isCoach ? random.sample(fittingTexts(qualifications, { activities }), random.int(2, 4)) : [],
    ),
    is_public: isPublic ? 1 : 0,
    field_visibility: JSON.stringify(fieldVisibility(random, isPublic, age !== null && age < 18)),
  });
  buffer.addSearch('user', row.id, [
    name,
    ...activities.map((activity) => activityFacts[activity].name),
    city.region,
  ]);
  return { id: row.id, username, name, city, activities, isCoach, isSettled, isPublic, age };
}

const isDemoAccount = (username: string) => username === 'coach' || username === 'trainee';

export const emailOf = (username: string) =>
  isDemoAccount(username) ? `${username}@sideline.example` : `${username}@example.com`;

/** The birth date of a person of this age, whose last birthday was this many days ago. */
function birthDate(nowMs: number, age: number, daysSinceBirthday: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  return today.subtract({ days: daysSinceBirthday }).subtract({ years: age }).toString();
}

function fieldVisibility(random: { pick<T>(list: readonly T[]): T }, isPublic: boolean, isMinor: boolean) {
  const open: Audience = isMinor ? 'team' : isPublic ? 'public' : 'signedIn';
  const inner: readonly Audience[] = isMinor ? ['coaches', 'nobody'] : ['coaches', 'team', 'nobody'];
  return {
    email: random.pick(inner),
    phone: random.pick(inner),
    bio: isMinor ? 'team' : random.pick(['signedIn', 'signedIn', 'team']),
    level: random.pick(['team', 'coaches']),
    languages: isMinor ? 'team' : 'signedIn',
    activities: open,
    region: open,
    qualifications: open,
  } satisfies Record<ProfileField, Audience>;
}
