// SQL of group logos, and who may change one; the seam for the pictures domain. Each group has at most one logo, with a random
// file name, so that the URL of a private group's logo cannot be guessed.
import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../db/open.ts';
import { notFound } from '../http/problem.ts';
import { forEditors, loadAccess, lockGroup, requirePermission } from './access.ts';
import { findGroup, groupColumn } from './members/member-queries.ts';
import type { Scope } from './members/membership-rules.ts';

export type LogoOf = { scope: Scope; groupId: string; userId: string; at: string };

const tables = { team: 'teams', organization: 'organizations' } as const;
const addressOf = (name: string) => `/api/pictures/${name}.webp`;

/** Throws not_found or not_permitted. Called before the picture is decoded, which is slow. */
export async function requireLogoPermission(db: Db, { scope, groupId, userId, at }: LogoOf): Promise<void> {
  const group = await findGroup(db, scope, groupId);
  if (!group) throw notFound(scope);
  requirePermission(scope, await loadAccess(db, scope, group, userId, at), 'edit', forEditors);
}

/** Replaces a group's logo and returns its URL. Throws not_found or not_permitted. */
export async function setLogo(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { scope, groupId, userId, at }: LogoOf,
  bytes: Uint8Array,
): Promise<string> {
  // Serializes concurrent uploads: the second one waits for the row lock, then removes the first one's logo.
  requirePermission(scope, await lockGroup(db, database, scope, groupId, { userId, at }), 'edit', forEditors);
  await dropLogo(db, scope, groupId);
  return addLogo(db, scope, groupId, bytes, at);
}

/** Removes a group's logo, if there is one. Throws not_found or not_permitted. */
export async function removeLogo(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { scope, groupId, userId, at }: LogoOf,
): Promise<void> {
  requirePermission(scope, await lockGroup(db, database, scope, groupId, { userId, at }), 'edit', forEditors);
  await dropLogo(db, scope, groupId);
  await showLogo(db, scope, groupId, null);
}

/** Copies a team's logo to another team, with a new URL. */
export async function copyLogo(db: Db, fromId: string, toId: string, at: string): Promise<void> {
  const logo = await db.selectFrom('logos').select('bytes').where('team_id', '=', fromId).executeTakeFirst();
  if (logo) await addLogo(db, 'team', toId, logo.bytes, at);
}

export function findLogo(db: Db, name: string) {
  return db.selectFrom('logos').select('bytes').where('name', '=', name).executeTakeFirst();
}

async function addLogo(db: Db, scope: Scope, groupId: string, bytes: Uint8Array, created_at: string) {
  const name = randomBytes(32).toString('base64url');
  const none = { team_id: null, organization_id: null };
  await db
    .insertInto('logos')
    .values({ ...none, [groupColumn[scope]]: groupId, name, bytes, created_at })
    .execute();
  await showLogo(db, scope, groupId, addressOf(name));
  return addressOf(name);
}

async function dropLogo(db: Db, scope: Scope, groupId: string): Promise<void> {
  await db.deleteFrom('logos').where(groupColumn[scope], '=', groupId).execute();
}

async function showLogo(db: Db, scope: Scope, groupId: string, logo: string | null): Promise<void> {
  await db.updateTable(tables[scope]).set({ logo }).where('id', '=', groupId).execute();
}
