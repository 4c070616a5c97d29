// Calls about the server itself: health, the API's own description, icons.

import { getIconData } from '@iconify/utils';
import { icons as lucide } from '@iconify-json/lucide';
import { sql } from 'kysely';
import type { systemEndpoints } from '../../contract/system.ts';
import { isOutage } from '../db/dialect.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { databaseDamaged } from '../http/outage.ts';
import { notFound, unavailable } from '../http/problem.ts';
import { openApiDocument } from './openapi.ts';

const iconSets = { lucide };

export function systemRoutes({ database, buildId }: Deps): Handlers<keyof typeof systemEndpoints> {
  return {
    'GET /api/health': async () => {
      // Reads the file, which `select 1` alone would not.
      const read = sql`select 1 from instance_settings limit 1`.execute(database.db);
      await read.catch((error: unknown) => {
        if (database.isDamaged()) throw databaseDamaged();
        throw isOutage(error) ? unavailable('The database does not answer. Try again in a moment.') : error;
      });
      if (database.isDamaged()) throw databaseDamaged();
      return { status: 'ok', database: database.dialect.name, buildId };
    },
    'GET /api/openapi.json': () => openApiDocument(),
    'GET /api/_nuxt_icon/{prefix}.json': ({ params, query }) => {
      const set = Object.hasOwn(iconSets, params.prefix)
        ? iconSets[params.prefix as keyof typeof iconSets]
        : null;
      if (!set) throw notFound('icon set');
      const icons: Record<string, { body: string; width?: number; height?: number }> = {};
      const missing: string[] = [];
      for (const name of query.icons.split(',')) {
        const icon = getIconData(set, name);
        if (icon) icons[name] = { ...icon };
        else missing.push(name);
      }
      return { prefix: params.prefix, icons, ...(missing.length > 0 && { not_found: missing }) };
    },
  };
}
