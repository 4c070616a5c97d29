// HTTP of what visitors browse: the five public lists and their shelves. The same answer for everyone.
import type { exploreEndpoints } from '../../contract/explore.ts';
import type { Deps } from '../deps.ts';
import { leadersOf } from '../events/queries.ts';
import { groupedBy, summaryOf } from '../events/rules.ts';
import { decodeCursor, encodeCursor, page } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { listPublicEvents } from './event-queries.ts';
import { type EventFilter, selectionOf } from './rules.ts';

export function exploreRoutes(deps: Deps): Handlers<keyof typeof exploreEndpoints> {
  return {
    'GET /api/explore/events': ({ query }) => eventsPage(deps, query, query),
  } as Handlers<keyof typeof exploreEndpoints>;
}

type Paging = { cursor?: string | undefined; limit: number };

async function eventsPage({ database, now }: Deps, filter: EventFilter, { cursor, limit }: Paging) {
  const at = now();
  const selection = selectionOf(filter, decodeCursor(cursor, 'instant'), at);
  const rows = await listPublicEvents(database, selection, limit);
  const sight = { now: selection.now, bornBy: selection.bornBy, names: 'listable' } as const;
  const leaders = await leadersOf(
    database.db,
    rows.slice(0, limit).map((row) => row.id),
    sight,
  );
  const leadersByEvent = groupedBy(leaders, (leader) => leader.event_id);
  return page(
    rows,
    limit,
    (row) => encodeCursor(filter.sort === 'newest' ? (row.published_at ?? row.starts_at) : row.starts_at, row.id),
    (row) => summaryOf(row, leadersByEvent.get(row.id)),
  );
}
