// HTTP of the server itself: health and readiness, the OpenAPI document, icons.

// Not the whole package, which is 65 files.
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon';
import { icons as lucide } from '@iconify-json/lucide';
import type { systemEndpoints } from '../../contract/system.ts';
import { isMigrated } from '../db/migrate.ts';
import { isOutage } from '../db/outages.ts';
import { forHealth } from '../db/postgres/request-kind.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { databaseDamaged } from '../http/outage.ts';
import { notFound, unavailable } from '../http/problem.ts';
import { version } from '../version.ts';
import { t } from '../words/t.ts';
import { openApiDocument } from './openapi.ts';

const iconSets = { lucide };

const databaseAway = () => unavailable(t('The database does not answer. Try again in a moment.'));

/** Throws 503 while the server is not ready for requests. */
async function requireReady({ database, shutdown }: Pick<Deps, 'database' | 'shutdown'>): Promise<void> {
  if (shutdown.aborted) throw unavailable(t('This server is about to stop.'));
  if (database.isDamaged()) throw databaseDamaged();
  const isCurrent = await forHealth(() => isMigrated(database)).catch((error: unknown) => {
    if (isOutage(error)) throw databaseAway();
    // The table of migrations does not exist.
    return false;
  });
  if (!isCurrent) throw unavailable(t('The database has not been migrated to this version yet.'));
}

export function systemRoutes(deps: Deps): Handlers<keyof typeof systemEndpoints> {
  const { database, buildId } = deps;
  return {
    'GET /api/health': async () => {
      await forHealth(() => database.ping()).catch((error: unknown) => {
        if (database.isDamaged()) throw databaseDamaged();
        throw isOutage(error) ? databaseAway() : error;
      });
      if (database.isDamaged()) throw databaseDamaged();
      return { status: 'ok', database: database.dialect.name, version, buildId };
    },
    'GET /api/ready': async () => {
      await requireReady(deps);
      return { status: 'ready', version, buildId };
    },
    'GET /api/openapi.json': () => openApiDocument(),
    'GET /api/_nuxt_icon/{prefix}.json': ({ params, query }) => {
      const set = Object.hasOwn(iconSets, params.prefix)
        ? iconSets[params.prefix as keyof typeof iconSets]
        : null;
      if (!set) throw notFound('other');
      const icons: Record<string, { body: string; width?: number; height?: number }> = {};
      const missing: string[] = [];
      for (const name of query.icons.split(',')) {
        const icon = getIconData(set, name);
        // A name that every object has, such as `constructor`, is found without a picture.
        if (icon?.body) icons[name] = { ...icon };
        else missing.push(name);
      }
      return { prefix: params.prefix, icons, ...(missing.length > 0 && { not_found: missing }) };
    },
  };
}
