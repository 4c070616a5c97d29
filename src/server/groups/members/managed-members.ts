// Members without an account: those who manage a team add them, all or none, and correct what is known of them.
import { v7 as uuid } from 'uuid';
import type { NewPerson, PersonChange } from '../../../contract/people/managed-members.ts';
import type { Member } from '../../../contract/people/memberships.ts';
import { limits } from '../../../contract/values/limits.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/open.ts';
import { invalid, notFound, staleVersion } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import { demand, lockedGroup, notPermitted } from '../access.ts';
import { countActive, insertPeople, namesOfManaged, updatePerson } from './managed-queries.ts';
import { countOwners, findMember, saveMembership } from './member-queries.ts';
import { forManagers, memberLine } from './members.ts';

type Managing = { teamId: string; viewerId: string; at: Date };

/**
 * Adds people to a team as trainees and returns them in the order given. Someone whose id is in the team already without an
 * account was sent before and stays as they are. Throws not_found, not_permitted, or validation_failed for a birth year to
 * come and for more members than a team may have.
 */
export async function addPeople(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { teamId, viewerId, at }: Managing,
  people: readonly NewPerson[],
): Promise<{ items: { id: string; name: string }[] }> {
  const now = at.toISOString();
  const access = await lockedGroup(db, database, 'team', teamId, { userId: viewerId, at: now });
  demand('team', access, 'manageMembers', forManagers);
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
  for (const { id, jersey } of given.filter((person) => added.has(person.id))) {
    const addition = { scope: 'team', groupId: teamId, userId: id, actorId: viewerId, at: now } as const;
    await saveMembership(db, { ...addition, action: 'membership.added' }, null, {
      role: 'trainee',
      status: 'active',
      jersey,
    });
  }
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

/** Someone may be ahead of the server's clock by a zone, but not by a year. */
function refuseYears(years: readonly { birthYear: number | null | undefined; path: string }[], at: Date) {
  const wrong = years.filter(({ birthYear }) => birthYear && birthYear > at.getUTCFullYear());
  if (wrong.length === 0) return;
  const message = t('This year is in the future');
  throw invalid(...wrong.map(({ path }) => ({ path, code: 'too_big', message })));
}

/**
 * Corrects a member without an account and returns their line. Throws not_found where the team has no such member,
 * not_permitted, stale_version, or validation_failed for a birth year to come.
 */
export async function editPerson(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { teamId, viewerId, at, personId }: Managing & { personId: string },
  { version, ...change }: PersonChange,
): Promise<Member> {
  const now = at.toISOString();
  const access = await lockedGroup(db, database, 'team', teamId, { userId: viewerId, at: now });
  demand('team', access, 'manageMembers', forManagers);
  const row = await findMember(db, 'team', teamId, personId);
  if (!row || row.has_account === 1 || row.status !== 'active') throw notFound('member');
  const company = { viewerId, ownerCount: await countOwners(db, 'team', teamId) };
  if (row.person_version !== version) throw staleVersion(memberLine(row, 'team', access, company));
  refuseYears([{ birthYear: change.birthYear, path: 'birthYear' }], at);
  const { name = row.name, birthYear = row.birth_year, guardianEmail = row.guardian_email } = change;
  const isSaved = await updatePerson(db, { id: personId, version }, { name, birthYear, guardianEmail }, now);
  // Someone manages them in another team, under the lock of that team.
  if (!isSaved) throw staleVersion(memberLine(row, 'team', access, company));
  await addAudit(db, {
    actorId: viewerId,
    action: 'person.edited',
    objectKind: 'person',
    objectId: personId,
    after: { fields: Object.keys(change) },
    at: now,
  });
  const saved = { ...row, name, birth_year: birthYear, guardian_email: guardianEmail };
  return memberLine({ ...saved, person_version: version + 1 }, 'team', access, company);
}
