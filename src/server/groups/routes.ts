// HTTP of organizations and teams: details as the viewer may see them, creating and editing.
import type { groupEndpoints } from '../../contract/people/groups.ts';
import type { rosterEndpoints } from '../../contract/people/rosters.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { takeDailyUse } from '../http/limits/daily-uses.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { blocksOf } from '../text/descriptions.ts';
import { t } from '../words/t.ts';
import { createOrganization, createTeam, editOrganization, editTeam } from './editing.ts';
import { loadOrganization, loadTeam } from './group-loader.ts';
import { listOrganizationTeams } from './organization-teams.ts';
import { listRoster } from './rosters.ts';
import { startNextSeason } from './season/next-season.ts';

/** Calls of logos are in the pictures domain. */
type GroupCall = Exclude<keyof typeof groupEndpoints, `${string}/logo`> | keyof typeof rosterEndpoints;

export function groupRoutes(deps: Deps): Handlers<GroupCall> {
  const { config, database, now } = deps;
  const { db } = database;
  const previews = limiterOf(deps, { count: limits.descriptionPreviewsPerMinute, windowMs: 60_000 });
  const countFounding = async (trx: Db, userId: string, at: Date) => {
    if (!config.rateLimit) return;
    const max = limits.groupsFoundedPerDay;
    const refusal = t('You created {max} groups today. You can create more tomorrow.', { max });
    await takeDailyUse(trx, { userId, action: 'foundGroup', max, refusal }, at);
  };
  const countSeason = async (trx: Db, userId: string, at: Date) => {
    if (!config.rateLimit) return;
    const max = limits.seasonsPerDay;
    const refusal = t('You started {max} seasons today. You can go on tomorrow.', { max });
    await takeDailyUse(trx, { userId, action: 'startSeason', max, refusal }, at);
  };
  return {
    'GET /api/organizations/{id}': ({ params: { id }, viewer }) =>
      loadOrganization(db, id, viewer?.userId ?? null, now()),

    'GET /api/organizations/{id}/teams': ({ params: { id }, query, viewer }) =>
      listOrganizationTeams(db, { id, userId: viewer?.userId ?? null }, query, now()),

    'GET /api/teams/{id}': ({ params: { id }, viewer: { userId } }) => loadTeam(db, id, userId, now()),

    'GET /api/teams/{id}/roster': ({ params: { id }, query, viewer: { userId } }) =>
      listRoster(db, { id, userId }, query, now()),

    'POST /api/organizations': ({ body, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        await countFounding(trx, userId, at);
        const id = await createOrganization(trx, database, { userId, at }, body);
        return loadOrganization(trx, id, userId, at);
      }),

    'PATCH /api/organizations/{id}': ({ params: { id }, body, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        await editOrganization(trx, database, { groupId: id, userId, at }, body);
        return loadOrganization(trx, id, userId, at);
      }),

    'POST /api/teams': ({ body, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        await countFounding(trx, userId, at);
        const id = await createTeam(trx, database, { userId, at }, body);
        return loadTeam(trx, id, userId, at);
      }),

    'PATCH /api/teams/{id}': ({ params: { id }, body, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        await editTeam(trx, database, { groupId: id, userId, at }, body);
        return loadTeam(trx, id, userId, at);
      }),

    'POST /api/teams/{id}/next-season': ({ params: { id: groupId }, body, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        await countSeason(trx, userId, at);
        const id = await startNextSeason(trx, database, { groupId, userId, at }, body);
        return loadTeam(trx, id, userId, at);
      }),

    'POST /api/descriptions/preview': async ({ body: { description }, viewer: { userId } }) => {
      takeUse(previews, userId, () => t('You looked at a lot of previews in a short time. Wait a moment.'));
      return { descriptionBlocks: await blocksOf(description) };
    },
  };
}
