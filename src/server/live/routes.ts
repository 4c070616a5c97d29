// HTTP of live updates.
import type { liveEndpoints } from '../../contract/live.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { unavailable } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { createHub } from './hub.ts';

export function liveRoutes(deps: Deps): Handlers<keyof typeof liveEndpoints> {
  const hub = createHub(deps);
  return {
    'GET /api/live': async ({ viewer, headers }) => {
      // Another process takes over, and this one waits for no stream.
      if (deps.shutdown.aborted) throw unavailable(t('This server is about to stop.'));
      return hub.open(viewer, headers.get('last-event-id'));
    },
  };
}
