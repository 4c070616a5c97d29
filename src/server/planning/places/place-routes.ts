// HTTP of the places that people plan at.
import type { placeEndpoints } from '../../../contract/events/places.ts';
import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { decodeCursor, encodeCursor, page } from '../../http/answer/cursor.ts';
import type { Handlers, Viewer } from '../../http/handler.ts';
import { notFound, Problem, staleVersion } from '../../http/problem.ts';
import type { Tx } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { ownerFor, requireCoach } from '../drafts.ts';
import { indexEventsAt } from '../search-queries.ts';
import { planningTools } from '../tools.ts';
import { addPlace } from './draft-place.ts';
import { moveEventsAt, raiseSequencesAt } from './move-place.ts';
import { eventsToComeAt, findPlace, listPlaces, lockPlace, placeOf, updatePlace } from './place-queries.ts';

export function placeRoutes({ config, database, now }: Deps): Handlers<keyof typeof placeEndpoints> {
  const { planner, count, audit } = planningTools({ config, database, now });

  const ownPlace = async (db: Db, id: string, { userId }: Viewer) => {
    const row = await findPlace(db, id, userId, now().toISOString());
    if (!row) throw notFound('place');
    return placeOf(row);
  };

  return {
    'GET /api/places': async ({ query: { cursor, limit }, viewer: { userId } }) => {
      const after = decodeCursor(cursor, 'text');
      const rows = await listPlaces(database.db, userId, now().toISOString(), { after, limit });
      return page(rows, limit, (row) => encodeCursor(row.sort_name, row.id), placeOf);
    },

    'POST /api/places': async ({ body: { owner: ref, ...place }, viewer, db }) => {
      await count(db, viewer.userId, 'createPlace');
      const tx = await planner(db, viewer);
      requireCoach(tx.planner);
      const id = await addPlace(tx, await ownerFor(tx, ref), place);
      await audit(db, viewer, 'place.created', id, { name: place.name });
      return ownPlace(db, id, viewer);
    },

    'PATCH /api/places/{id}': async ({ params: { id }, body, viewer, db }) => {
      const { version, eventTimes, ...change } = body;
      const tx = await planner(db, viewer);
      await lockPlace(db, database.dialect, id);
      const place = await ownPlace(db, id, viewer);
      if (place.version !== version) throw staleVersion(place);
      const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const next = { ...place, ...sent };
      const isZoneChanged = next.timeZone !== place.timeZone;
      if (place.owner.kind === 'person' && !isZoneChanged) await refuseForOthers(tx, id, viewer.userId);
      const moved = isZoneChanged
        ? await moveEventsAt(tx, id, { timeZone: next.timeZone, eventTimes }, viewer.userId)
        : new Set<string>();
      if (calendarFields.some((field) => next[field] !== place[field]))
        await raiseSequencesAt(tx, id, moved, viewer.userId);
      const { name, address, region, countryCode, timeZone, latitude, longitude, directions } = next;
      await updatePlace(
        db,
        id,
        { name, address, region, countryCode, timeZone, latitude, longitude, directions },
        tx.at,
      );
      await indexEventsAt(db, id, tx.at);
      await audit(db, viewer, 'place.edited', id, { fields: Object.keys(sent) });
      return ownPlace(db, id, viewer);
    },
  };
}

/** Someone's own place may be that of a club's events after they have left it. */
async function refuseForOthers({ db, at }: Tx, placeId: string, userId: string): Promise<void> {
  const events = await eventsToComeAt(db, placeId, userId, at);
  if (events.some(({ runs }) => runs === 0))
    throw new Problem(
      'not_permitted',
      t("Others run upcoming events here, so you can't change this place. Add a new place instead."),
    );
}

/** LOCATION and GEO of the entries in calendars. */
const calendarFields = ['name', 'address', 'region', 'latitude', 'longitude'] as const;
