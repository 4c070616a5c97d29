// SQL of creating and editing groups: rows, slugs and search documents.
import { randomBytes } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import { activities as activityFacts } from '../../contract/values/activities.ts';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import { saveSearchDocument } from '../db/search-documents.ts';
import { fold } from '../db/search-words.ts';
import { forEachYielding } from '../db/yielding.ts';
import { activitiesOf } from '../people/rules.ts';
import { indexEventsOf } from '../planning/search-queries.ts';
import { slugOf } from '../text/slug.ts';

/** Slugs with a numeric suffix to try before random suffixes. */
const numberedTries = 5;

/** Slug candidates for a name, best first. */
function* slugsFor(name: string, fallback: string): Generator<string> {
  const slug = slugOf(fold(name)) || fallback;
  yield slug;
  for (let number = 2; number <= numberedTries; number += 1) yield `${slug}-${number}`;
  while (true) yield `${slug}-${randomBytes(4).toString('hex')}`;
}

type SlugInsert = {
  /** Resolves to undefined if the slug or the id is taken. */
  add: (slug: string) => Promise<object | undefined>;
  hasId: () => Promise<object | undefined>;
};

/** Inserts a row with the first free slug. Returns false if another row has its id. */
async function insertWithFreeSlug(
  name: string,
  fallback: string,
  { add, hasId }: SlugInsert,
): Promise<boolean> {
  for (const slug of slugsFor(name, fallback)) {
    if (await add(slug)) return true;
    if (await hasId()) return false;
  }
  return false;
}

/**
 * Adds an organization with a unique slug, also for concurrent calls with one name. Returns false if another
 * organization has its id.
 */
export async function insertOrganization(db: Db, row: Omit<Insertable<Tables['organizations']>, 'slug'>) {
  const isNew = await insertWithFreeSlug(row.name, 'organization', {
    add: (slug) =>
      db
        .insertInto('organizations')
        .values({ ...row, slug })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    hasId: () => db.selectFrom('organizations').select('id').where('id', '=', row.id).executeTakeFirst(),
  });
  if (isNew) await indexOrganization(db, row.id);
  return isNew;
}

/** Adds a team with a unique slug. Returns false if another team has its id. */
export async function insertTeam(db: Db, row: Omit<Insertable<Tables['teams']>, 'slug'>) {
  const isNew = await insertWithFreeSlug(row.name, 'team', {
    add: (slug) =>
      db
        .insertInto('teams')
        .values({ ...row, slug })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    hasId: () => db.selectFrom('teams').select('id').where('id', '=', row.id).executeTakeFirst(),
  });
  if (isNew) await indexTeams(db, { teamId: row.id });
  return isNew;
}

type Change<T extends 'organizations' | 'teams'> = Omit<Updateable<Tables[T]>, 'id' | 'version' | 'slug'>;

/** Also updates the search documents of its teams and events, which contain its name unless it is private. */
export async function updateOrganization(db: Db, id: string, change: Change<'organizations'>) {
  await db
    .updateTable('organizations')
    .set((set) => ({ ...change, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await indexOrganization(db, id);
  await indexTeams(db, { organizationId: id });
  if (change.name !== undefined || change.visibility !== undefined) await indexEventsOf(db, id);
}

export async function updateTeam(db: Db, id: string, change: Change<'teams'>) {
  await db
    .updateTable('teams')
    .set((set) => ({ ...change, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await indexTeams(db, { teamId: id });
}

async function indexOrganization(db: Db, id: string) {
  const { name, region, activities } = await db
    .selectFrom('organizations')
    .select(['name', 'region', 'activities'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const names = activitiesOf(activities).map((activity) => activityFacts[activity].name);
  await saveSearchDocument(db, 'organization', id, [name, region, ...names]);
}

async function indexTeams(db: Db, which: { teamId: string } | { organizationId: string }) {
  const query = db
    .selectFrom('teams as t')
    .leftJoin('organizations as o', (join) =>
      join.onRef('o.id', '=', 't.organization_id').on('o.visibility', '<>', 'private'),
    )
    .select(['t.id', 't.name', 't.region', 't.activity', 'o.name as organization_name']);
  const teams = await ('teamId' in which
    ? query.where('t.id', '=', which.teamId)
    : query.where('t.organization_id', '=', which.organizationId)
  ).execute();
  // An organization may have hundreds of teams: each season makes new ones.
  await forEachYielding(teams, async (team) => {
    const names = activitiesOf(JSON.stringify([team.activity])).map(
      (activity) => activityFacts[activity].name,
    );
    await saveSearchDocument(db, 'team', team.id, [team.name, team.organization_name, ...names, team.region]);
  });
}

export function findAges(db: Db, id: string) {
  return db.selectFrom('teams').select(['age_min', 'age_max']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The facts that decide whether a user may create a group. */
export function findCreator(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['is_coach', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
