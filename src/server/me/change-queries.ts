// SQL that updates a user's own profile and settings, with their sort keys and search documents.
// Every function runs in the caller's transaction.
import type { Updateable } from 'kysely';
import type { ParsedBody } from '../../contract/api.ts';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import { fold } from '../db/search-words.ts';
import { reconsiderMailsTo } from '../notifications/delivery-queries.ts';
import { setFrequencies } from '../notifications/preference-queries.ts';
import { renamePerson } from '../people/name-queries.ts';
import { indexPerson } from '../people/search-queries.ts';
import type { ProfileColumns } from './change-rules.ts';

type Edit = { userId: string; version: number; at: string };

/** Returns false and changes nothing if the version does not match. */
async function changeUser(
  db: Db,
  { userId, version, at }: Edit,
  columns: Updateable<Tables['users']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...columns, updated_at: at, version: version + 1 })
    .where('id', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Updates a profile. Returns false and changes nothing if the version does not match. */
export async function changeProfile(
  db: Db,
  { columns: { user, profile }, ...edit }: Edit & { columns: ProfileColumns },
): Promise<boolean> {
  const { name, ...account } = user;
  if (!(await changeUser(db, edit, account))) return false;
  if (name !== undefined) await renamePerson(db, edit.userId, name, edit.at);
  const { region } = profile;
  const regions = region === undefined ? {} : { sort_region: region === null ? null : fold(region) };
  if (Object.keys(profile).length > 0)
    await db
      .updateTable('profiles')
      .set({ ...profile, ...regions })
      .where('user_id', '=', edit.userId)
      .execute();
  await indexPerson(db, edit.userId);
  return true;
}

type SettingsChange = Omit<ParsedBody<'PATCH /api/users/me/settings'>, 'version'>;

/** Updates settings. Returns false and changes nothing if the version does not match. */
export async function changeSettings(
  db: Db,
  { change, ...edit }: Edit & { change: SettingsChange },
): Promise<boolean> {
  const { locale, timeZone, isCoach, quietHours, notifications } = change;
  const isChanged = await changeUser(db, edit, {
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(isCoach !== undefined && { is_coach: isCoach ? 1 : 0 }),
    ...(quietHours !== undefined && {
      quiet_from: quietHours?.from ?? null,
      quiet_to: quietHours?.to ?? null,
    }),
  });
  if (isChanged && notifications) await setFrequencies(db, edit.userId, notifications);
  if (isChanged && (timeZone !== undefined || quietHours !== undefined || notifications))
    await reconsiderMailsTo(db, edit.userId);
  return isChanged;
}
