// HTTP of people's public profiles.
import type { peopleEndpoints, User } from '../../contract/people/people.ts';
import type { ProfileField } from '../../contract/values/enums.ts';
import type { Deps } from '../deps.ts';
import { listUpcomingOf } from '../events/queries.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { notFound } from '../http/problem.ts';
import { type Acquaintance, canSeePerson, relationOf } from './policy.ts';
import {
  findPerson,
  haveEventInCommon,
  haveOrganizationInCommon,
  type PersonRow,
  rolesInSharedTeams,
} from './queries.ts';
import {
  activitiesOf,
  adultBornBy,
  fieldVisibilityOf,
  isFieldShown,
  type Relation,
  textsOf,
  typeOf,
} from './rules.ts';

/** How many of a coach's next events their page shows. */
const eventsShown = 5;

export function peopleRoutes({ database: { db }, now }: Deps): Handlers<keyof typeof peopleEndpoints> {
  return {
    'GET /api/users/{id}': async ({ params: { id }, viewer }) => {
      const at = now();
      const person = await findPerson(db, id, adultBornBy(at));
      if (!person) throw notFound('person');
      const acquaintance = await loadAcquaintance(db, viewer, person, at.toISOString());
      if (!canSeePerson(person.is_listable === 1, acquaintance)) throw notFound('person');
      const events = person.is_coach === 1 ? await listUpcomingOf(db, person.id, at, eventsShown) : [];
      return {
        ...visibleProfile(relationOf(acquaintance), person),
        upcomingEvents: events,
        isMe: acquaintance.isSelf,
      };
    },
  };
}

async function loadAcquaintance(
  db: Deps['database']['db'],
  viewer: Viewer | null,
  person: PersonRow,
  now: string,
): Promise<Acquaintance> {
  const stranger = { sharedTeamRoles: [], hasSharedOrganization: false, hasSharedEvent: false };
  if (!viewer) return { ...stranger, isSelf: false, isSignedIn: false };
  const isSelf = viewer.userId === person.id;
  const sharedTeamRoles = isSelf ? [] : await rolesInSharedTeams(db, viewer.userId, person.id);
  const known = { ...stranger, isSelf, isSignedIn: true, sharedTeamRoles };
  // Skips the queries if another fact already makes the person visible.
  if (canSeePerson(person.is_listable === 1, known)) return known;
  const both = { viewerId: viewer.userId, personId: person.id };
  const hasSharedOrganization = await haveOrganizationInCommon(db, both);
  if (hasSharedOrganization) return { ...known, hasSharedOrganization };
  return { ...known, hasSharedEvent: await haveEventInCommon(db, { ...both, now }) };
}

function visibleProfile(relation: Relation, person: PersonRow): Omit<User, 'upcomingEvents' | 'isMe'> {
  const visibility = fieldVisibilityOf(person.field_visibility);
  const shown = <T>(field: ProfileField, value: () => T): T | null =>
    isFieldShown(field, visibility, relation) ? value() : null;
  return {
    id: person.id,
    name: person.name,
    type: typeOf(person.is_coach),
    avatarSrc: person.file_path,
    activities: shown('activities', () => activitiesOf(person.activities)),
    region: shown('region', () => person.region),
    qualifications: shown('qualifications', () =>
      person.is_coach === 1 ? textsOf(person.qualifications) : [],
    ),
    bio: shown('bio', () => person.bio),
    level: shown('level', () => person.level),
    languages: shown('languages', () => textsOf(person.languages)),
    email: shown('email', () => person.email),
    phone: shown('phone', () => person.phone),
  };
}
