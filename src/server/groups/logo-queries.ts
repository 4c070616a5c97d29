// SQL of logos, and who may change one: what the pictures' domain asks of groups. Each group has one at most, under a random
// name, so that someone who knows a private group and its picture still cannot find its address.
import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../db/open.ts';
import { notFound } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { accessTo, demand, lockedGroup } from './access.ts';
import { findGroup, groupColumn } from './members/member-queries.ts';
import type { Scope } from './members/membership-rules.ts';

export type LogoOf = { scope: Scope; groupId: string; userId: string; at: string };

const refusal = () => t('Only the people who run it can change it.');
const tables = { team: 'teams', organization: 'organizations' } as const;
const addressOf = (name: string) => `/api/pictures/${name}.webp`;

/** Throws not_found or not_permitted: before a picture is decoded, which takes long. */
export async function demandLogoChange(db: Db, { scope, groupId, userId, at }: LogoOf): Promise<void> {
  const group = await findGroup(db, scope, groupId);
  if (!group) throw notFound(scope);
  demand(scope, await accessTo(db, scope, group, userId, at), 'edit', refusal);
}

/** Makes this a group's logo and removes the one before. Returns its address. Throws not_found or not_permitted. */
export async function setLogo(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { scope, groupId, userId, at }: LogoOf,
  bytes: Uint8Array,
): Promise<string> {
  // Of two uploads at once, the second waits for the group's row here, then removes what the first one stored.
  demand(scope, await lockedGroup(db, database, scope, groupId, { userId, at }), 'edit', refusal);
  await dropLogo(db, scope, groupId);
  return addLogo(db, scope, groupId, bytes, at);
}

/** Removes a group's logo, if there is one. Throws not_found or not_permitted. */
export async function removeLogo(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { scope, groupId, userId, at }: LogoOf,
): Promise<void> {
  demand(scope, await lockedGroup(db, database, scope, groupId, { userId, at }), 'edit', refusal);
  await dropLogo(db, scope, groupId);
  await showLogo(db, scope, groupId, null);
}

/** Gives a team the logo of another one, under an address of its own. */
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
