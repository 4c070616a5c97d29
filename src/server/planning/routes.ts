// HTTP of planning: events and places, for those who run their owners.
import { v7 as uuid } from 'uuid';
import { limits } from '../../contract/limits.ts';
import type { EventEdit, planningEndpoints } from '../../contract/planning.ts';
import { addAudit } from '../audit/queries.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { findMyEventAnswer } from '../events/answer-queries.ts';
import { decodeCursor, encodeCursor, page } from '../http/cursor.ts';
import { takeDailyUse } from '../http/daily-uses.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import { copyEventPicture } from '../pictures/queries.ts';
import { bringUpToNow, lockEvent, type Work } from '../registrations/change-queries.ts';
import { setArchived } from './archive-queries.ts';
import { cancelPreview, carryOut, planChange } from './change.ts';
import { addPlace, copiedFrom, demandCoach, editedFrom, ownerFor, plannedFrom } from './drafts.ts';
import { deleteEvent, findStored, insertEvent, type StoredEvent } from './event-queries.ts';
import { findPlanner } from './owner-queries.ts';
import { findPlace, findPlaceName, listPlaces, placeOf, updatePlace } from './place-queries.ts';
import { askForReplies, publishEvent, publishPreview } from './publish.ts';
import type { Planned } from './rules.ts';
import { indexEventsAt } from './search-queries.ts';

type Stored = NonNullable<StoredEvent>;

const refuse = (detail: string) => new Problem('not_permitted', detail);

export function planningRoutes({ config, database, now }: Deps): Handlers<keyof typeof planningEndpoints> {
  const workIn = (db: Db): Work => ({ db, dialect: database.dialect, at: now().toISOString() });
  const answerFor = (db: Db, id: string, { userId }: Viewer) => findMyEventAnswer(db, { id, userId }, now());

  const planner = async (db: Db, { userId }: Viewer) => {
    const work = workIn(db);
    return { ...work, planner: await findPlanner(db, database.dialect, userId) };
  };

  const count = async (db: Db, userId: string, action: 'createEvent' | 'createPlace') => {
    if (!config.rateLimit) return;
    const [max, things] =
      action === 'createEvent' ? [limits.eventsPerDay, 'events'] : [limits.placesPerDay, 'places'];
    const refusal = `You made ${max} ${things} today, the most for one day. You can go on tomorrow.`;
    await takeDailyUse(db, { userId, action, max, refusal }, now());
  };

  /** An event that this person runs, locked until the transaction ends. Throws not_found, gone or not_permitted. */
  const eventToRun = async (db: Db, id: string, viewer: Viewer) => {
    const work = await planner(db, viewer);
    await lockEvent(db, database.dialect, id);
    await bringUpToNow(work, id, viewer.userId);
    const answer = await answerFor(db, id, viewer);
    if (!answer.can.edit) throw refuse('Only those who run this event change it.');
    return { work, answer, stored: await storedOf(db, id) };
  };

  const create = async (
    db: Db,
    viewer: Viewer,
    { id = uuid(), publication }: { id?: string | undefined; publication: 'draft' | 'published' },
    planned: Planned,
  ) => {
    const work = workIn(db);
    const isNew = await insertEvent(db, { id, createdBy: viewer.userId, publication }, planned, work.at);
    if (!isNew) {
      // Sent again under another key, or an id of something else.
      const known = await findStored(db, id);
      if (known?.row.created_by !== viewer.userId) throw refuse('Another event has this id.');
      return answerFor(db, id, viewer);
    }
    await audit(db, viewer, 'event.created', id, { publication });
    if (publication === 'published') await askForReplies(work, id, viewer.userId);
    return answerFor(db, id, viewer);
  };

  const audit = (db: Db, { userId: actorId }: Viewer, action: string, objectId: string, after: object) =>
    addAudit(db, {
      actorId,
      action,
      objectKind: action.split('.')[0] ?? '',
      objectId,
      after,
      at: now().toISOString(),
    });

  return {
    'POST /api/events': async ({ body, viewer, db }) => {
      await count(db, viewer.userId, 'createEvent');
      const planned = await plannedFrom(await planner(db, viewer), body);
      return create(db, viewer, body, planned);
    },

    // As if it were published: a draft is for no one else, so there is nothing to say of it.
    'POST /api/events/preview': ({ body, viewer }) =>
      undone(async (db) => {
        const work = await planner(db, viewer);
        const id = uuid();
        const planned = await plannedFrom(work, body);
        await insertEvent(db, { id, createdBy: viewer.userId, publication: 'published' }, planned, work.at);
        return publishPreview(work, await storedOf(db, id), viewer.userId);
      }),

    'PATCH /api/events/{id}': async ({ params: { id }, body, viewer, db }) => {
      const { version, publication, ...edit } = body;
      const { work, answer, stored } = await eventToRun(db, id, viewer);
      if (answer.version !== version) throw staleVersion(answer);
      demandOn(stored.row);
      const plan = await planOf(work, stored, edit, viewer);
      await carryOut(work, stored, plan, viewer.userId);
      await audit(db, viewer, 'event.edited', id, { fields: Object.keys(edit) });
      if (publication && answer.publication === 'draft') {
        await publishEvent(work, id, viewer.userId);
        await audit(db, viewer, 'event.published', id, {});
      }
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/preview': ({ params: { id }, body: { version: _, action, ...edit }, viewer }) =>
      preview(id, action, edit, viewer),

    'POST /api/events/{id}/publish': async ({ params: { id }, body: { version }, viewer, db }) => {
      const { work, answer } = await eventToRun(db, id, viewer);
      if (answer.publication === 'published') return answer;
      if (answer.version !== version) throw staleVersion(answer);
      // It was published before, so everyone has been asked.
      if (answer.publication === 'archived') await setArchived(db, id, false, work.at);
      else await publishEvent(work, id, viewer.userId);
      await audit(db, viewer, 'event.published', id, { wasArchived: answer.publication === 'archived' });
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/archive': async ({ params: { id }, body: { version }, viewer, db }) => {
      const { work, answer } = await eventToRun(db, id, viewer);
      if (answer.publication === 'archived') return answer;
      if (answer.version !== version) throw staleVersion(answer);
      if (!answer.can.archive) throw refuse('Only an event that is over or cancelled can be archived.');
      await setArchived(db, id, true, work.at);
      await audit(db, viewer, 'event.archived', id, {});
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/duplicate': async ({ params: { id }, body, viewer, db }) => {
      await count(db, viewer.userId, 'createEvent');
      const { work, stored } = await eventToRun(db, id, viewer);
      const planned = await copiedFrom(work, stored, body);
      const copy = await create(db, viewer, { id: body.id, publication: 'draft' }, planned);
      await copyEventPicture(db, { from: id, to: copy.id, at: work.at });
      return answerFor(db, copy.id, viewer);
    },

    'DELETE /api/events/{id}': ({ params: { id }, viewer }) =>
      database.db.transaction().execute(async (db) => {
        const { answer } = await eventToRun(db, id, viewer);
        if (!answer.can.delete)
          throw refuse('People have replied to this event. Cancel it, so that they are notified.');
        await audit(db, viewer, 'event.deleted', id, { name: answer.name, startsAt: answer.startsAt });
        await deleteEvent(db, id);
        return undefined;
      }),

    'GET /api/places': async ({ query: { cursor, limit }, viewer: { userId } }) => {
      const after = decodeCursor(cursor, 'text');
      const rows = await listPlaces(database.db, userId, now().toISOString(), { after, limit });
      return page(rows, limit, (row) => encodeCursor(row.sort_name, row.id), placeOf);
    },

    'POST /api/places': async ({ body: { owner: ref, ...place }, viewer, db }) => {
      await count(db, viewer.userId, 'createPlace');
      const work = await planner(db, viewer);
      demandCoach(work.planner);
      const id = await addPlace(work, await ownerFor(work, ref), place);
      await audit(db, viewer, 'place.created', id, { name: place.name });
      return ownPlace(db, id, viewer);
    },

    'PATCH /api/places/{id}': async ({ params: { id }, body: { version, ...change }, viewer, db }) => {
      await planner(db, viewer);
      const place = await ownPlace(db, id, viewer);
      if (place.version !== version) throw staleVersion(place);
      const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const next = { ...place, ...sent };
      if (next.timeZone !== place.timeZone && place.upcomingCount > 0)
        throw invalid({
          path: 'timeZone',
          code: 'in_use',
          message: 'Events to come would begin at another time. Add a new place instead.',
        });
      const { name, address, region, countryCode, timeZone, latitude, longitude, directions } = next;
      const at = now().toISOString();
      await updatePlace(
        db,
        id,
        { name, address, region, countryCode, timeZone, latitude, longitude, directions },
        at,
      );
      await indexEventsAt(db, id, at);
      await audit(db, viewer, 'place.edited', id, { fields: Object.keys(sent) });
      return ownPlace(db, id, viewer);
    },
  };

  function preview(id: string, action: 'cancel' | 'publish' | undefined, edit: EventEdit, viewer: Viewer) {
    if (action === 'cancel' && Object.keys(edit).length > 0)
      throw invalid({ path: 'action', code: 'not_alone', message: 'Either an action or changed fields' });
    return undone(async (db) => {
      const { work, stored } = await eventToRun(db, id, viewer);
      demandOn(stored.row);
      if (action === 'cancel') return cancelPreview(work, stored, viewer.userId);
      const plan = await planOf(work, stored, edit, viewer);
      if (action === undefined) return plan.preview;
      if (stored.row.publication !== 'draft') throw refuse('This event is published already.');
      await carryOut(work, stored, plan, viewer.userId);
      await publishEvent(work, id, viewer.userId);
      return publishPreview(work, await storedOf(db, id), viewer.userId);
    });
  }

  /** Works something out in a transaction that is undone. */
  async function undone<T>(workOut: (db: Db) => Promise<T>): Promise<T> {
    const db = await database.db.startTransaction().execute();
    try {
      return await workOut(db);
    } finally {
      await db.rollback().execute();
    }
  }

  async function storedOf(db: Db, id: string): Promise<Stored> {
    const stored = await findStored(db, id);
    if (!stored) throw notFound('event');
    return stored;
  }

  async function ownPlace(db: Db, id: string, { userId }: Viewer) {
    const row = await findPlace(db, id, userId, now().toISOString());
    if (!row) throw notFound('place');
    return placeOf(row);
  }
}

type Planning = Parameters<typeof editedFrom>[0] & Work;

async function planOf(work: Planning, stored: Stored, edit: EventEdit, { userId }: Viewer) {
  const after = await editedFrom(work, stored, edit);
  const placeName = await findPlaceName(work.db, after.placeId);
  return planChange(work, { stored, after, placeName, asked: edit.eventStatus, actorId: userId });
}

function demandOn({ event_status: status, publication }: Stored['row']): void {
  if (publication === 'archived') throw refuse('This event is archived. Take it out of the archive first.');
  if (status === 'EventCancelled') throw refuse('This event is cancelled. Plan a new one, or duplicate it.');
}
