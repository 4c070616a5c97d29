// Reads and edits a user's own profile and settings. Each edit runs in the caller's transaction and throws a Problem when
// it is refused.
import type { ParsedBody } from '../../contract/api.ts';
import type { Profile, Settings } from '../../contract/people/me.ts';
import type { Db } from '../db/open.ts';
import type { Viewer } from '../http/handler.ts';
import { invalid, Problem, staleVersion } from '../http/problem.ts';
import { chosenFrequencies } from '../notifications/preference-queries.ts';
import { t } from '../words/t.ts';
import { changeProfile, changeSettings } from './change-queries.ts';
import { profileColumns } from './change-rules.ts';
import { countOwnUpcomingEvents } from './event-queries.ts';
import { profileOf, settingsOf } from './me-mapper.ts';
import { findProfile, listSessions } from './queries.ts';

async function ownRow(db: Db, userId: string) {
  const row = await findProfile(db, userId);
  // The account was deleted after authentication.
  if (!row) throw new Problem('session_ended', t('This account is no longer here.'));
  return row;
}

export async function readProfile(db: Db, userId: string): Promise<Profile> {
  return profileOf(await ownRow(db, userId));
}

export async function readSettings(db: Db, { userId, sessionId }: Viewer, now: Date): Promise<Settings> {
  return settingsOf(await ownRow(db, userId), {
    chosen: await chosenFrequencies(db, userId),
    sessions: await listSessions(db, userId, sessionId, now),
    currentSessionId: sessionId,
  });
}

export async function editProfile(
  db: Db,
  userId: string,
  { version, ...given }: ParsedBody<'PATCH /api/users/me/profile'>,
  now: Date,
): Promise<Profile> {
  const columns = profileColumns(await ownRow(db, userId), given, now);
  if ('errors' in columns) throw invalid(...columns.errors);
  const isChanged = await changeProfile(db, { userId, version, columns, at: now.toISOString() });
  const profile = await readProfile(db, userId);
  if (!isChanged) throw staleVersion(profile);
  return profile;
}

export async function editSettings(
  db: Db,
  viewer: Viewer,
  { version, ...change }: ParsedBody<'PATCH /api/users/me/settings'>,
  now: Date,
): Promise<Settings> {
  const { userId } = viewer;
  const at = now.toISOString();
  const stopsCoaching = viewer.isCoach && change.isCoach === false;
  if (stopsCoaching && (await countOwnUpcomingEvents(db, userId, at)) > 0)
    throw new Problem(
      'not_permitted',
      t('You still have an upcoming event. Cancel it, or wait until it is over, before you stop coaching.'),
    );
  const isChanged = await changeSettings(db, { userId, version, change, at });
  const settings = await readSettings(db, viewer, now);
  if (!isChanged) throw staleVersion(settings);
  return settings;
}
