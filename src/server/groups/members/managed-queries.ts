// SQL of managed members (without an account): adds, finds and updates them.
import type { Db } from '../../db/open.ts';
import { sortName } from '../../db/search-words.ts';

export type PersonFields = { name: string; birthYear: number | null; guardianEmail: string | null };

/** Adds people without an account. Returns the ids that were free; skips ids that are taken. */
export async function insertPeople(
  db: Db,
  people: readonly (PersonFields & { id: string })[],
  at: string,
): Promise<Set<string>> {
  const rows = await db
    .insertInto('people')
    .values(
      people.map(({ id, name, birthYear, guardianEmail }) => ({
        id,
        created_at: at,
        updated_at: at,
        name,
        sort_name: sortName(name),
        birth_year: birthYear,
        guardian_email: guardianEmail,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Names by id of the active members among `ids` without an account. */
export async function namesOfManaged(
  db: Db,
  teamId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('memberships as g')
    .innerJoin('people as who', 'who.id', 'g.person_id')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .select(['who.id', 'who.name'])
    .where('g.team_id', '=', teamId)
    .where('g.status', '=', 'active')
    .where('u.id', 'is', null)
    .where('who.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Number of active members of a team, including suspended accounts. */
export async function countActive(db: Db, teamId: string): Promise<number> {
  const counted = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** Updates a person if the version matches; returns false otherwise. */
export async function updatePerson(
  db: Db,
  { id, version }: { id: string; version: number },
  { name, birthYear, guardianEmail }: PersonFields,
  at: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('people')
    .set({
      name,
      sort_name: sortName(name),
      birth_year: birthYear,
      guardian_email: guardianEmail,
      updated_at: at,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}
