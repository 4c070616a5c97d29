// Managed members (without an account): a team's managers add them, all or none, and edit them.
import { v7 as uuid } from 'uuid';
import type { NewPerson, PersonChange } from '../../../contract/people/managed-members.ts';
import type { Member } from '../../../contract/people/memberships.ts';
import { limits } from '../../../contract/values/limits.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/open.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { invalid, notFound, staleVersion } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import { lockGroup, notPermitted, requirePermission } from '../access.ts';
import { countActive, insertPeople, namesOfManaged, updatePerson } from './managed-queries.ts';
import { countOwners, findMember, saveMembership } from './member-queries.ts';
import { forManagers, toMember } from './members.ts';

type Managing = { teamId: string; viewerId: string; at: Date };

/**
 * Adds people to a team as trainees and returns them in the given order. Idempotent: a managed member of the team with
 * the same id is not changed. Throws not_found, not_permitted, or validation_failed for a birth year in the future and
 * for more members than a team may have.
 */
export async function addPeople(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { teamId, viewerId, at }: Managing,
  people: readonly NewPerson[],
): Promise<{ items: { id: string; name: string }[] }> {
  const now = at.toISOString();
  const access = await lockGroup(db, database, 'team', teamId, { userId: viewerId, at: now });
  requirePermission('team', access, 'manageMembers', forManagers);
  refuseYears(
    people.map(({ birthYear }, index) => ({ birthYear, path: `people.${index}.birthYear` })),
    at,
  );
  const given = people.map((person) => ({ ...person, id: person.id ?? uuid() }));
  const added = await insertPeople(db, given, now);
  const known = await namesOfManaged(
    db,
    teamId,
    given.flatMap(({ id }) => (added.has(id) ? [] : [id])),
  );
  if (given.some(({ id }) => !added.has(id) && !known.has(id)))
    throw notPermitted(t('Another person has one of these ids.'));
  const room = limits.teamMembersMax - (await countActive(db, teamId));
  if (added.size > Math.max(0, room)) throw tooMany(room);
  const addition = { scope: 'team', groupId: teamId, actorId: viewerId, at: now } as const;
  await forEachYielding(
    given.filter(({ id }) => added.has(id)),
    ({ id, jersey }) =>
      saveMembership(db, { ...addition, userId: id, action: 'membership.added' }, null, {
        role: 'trainee',
        status: 'active',
        jersey,
      }),
  );
  return { items: given.map(({ id, name }) => ({ id, name: known.get(id) ?? name })) };
}

function tooMany(room: number) {
  return invalid({
    path: 'people',
    code: 'too_many',
    message: t(
      'A team can have {max} members at most. {room, plural, =0 {This one is full} one {You can add one more} other {You can add # more}}',
      { max: limits.teamMembersMax, room: Math.max(0, room) },
    ),
  });
}

/** A client may be ahead of the server's clock by a time zone, but not by a year. */
function refuseYears(years: readonly { birthYear: number | null | undefined; path: string }[], at: Date) {
  const wrong = years.filter(({ birthYear }) => birthYear && birthYear > at.getUTCFullYear());
  if (wrong.length === 0) return;
  const message = t('This year is in the future');
  throw invalid(...wrong.map(({ path }) => ({ path, code: 'too_big', message })));
}

/**
 * Edits a managed member and returns them. Throws not_found if the team has no such member, not_permitted,
 * stale_version, or validation_failed for a birth year in the future.
 */
export async function editPerson(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { teamId, viewerId, at, personId }: Managing & { personId: string },
  { version, ...change }: PersonChange,
): Promise<Member> {
  const now = at.toISOString();
  const access = await lockGroup(db, database, 'team', teamId, { userId: viewerId, at: now });
  requirePermission('team', access, 'manageMembers', forManagers);
  const row = await findMember(db, 'team', teamId, personId);
  if (!row || row.has_account === 1 || row.status !== 'active') throw notFound('member');
  const listContext = { viewerId, ownerCount: await countOwners(db, 'team', teamId) };
  if (row.person_version !== version) throw staleVersion(toMember(row, 'team', access, listContext));
  refuseYears([{ birthYear: change.birthYear, path: 'birthYear' }], at);
  const { name = row.name, birthYear = row.birth_year, guardianEmail = row.guardian_email } = change;
  const isSaved = await updatePerson(db, { id: personId, version }, { name, birthYear, guardianEmail }, now);
  // Another team's manager edited the person meanwhile, under that team's lock.
  if (!isSaved) throw staleVersion(toMember(row, 'team', access, listContext));
  await addAudit(db, {
    actorId: viewerId,
    action: 'person.edited',
    objectKind: 'person',
    objectId: personId,
    after: { fields: Object.keys(change) },
    at: now,
  });
  const saved = { ...row, name, birth_year: birthYear, guardian_email: guardianEmail };
  return toMember({ ...saved, person_version: version + 1 }, 'team', access, listContext);
}
