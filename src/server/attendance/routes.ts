// HTTP of attendance at one event. Queued writes run in the transaction that http/ opens for writes with an idempotency key.
import type { attendanceEndpoints } from '../../contract/events/attendance.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { findEventFor } from '../events/answer-queries.ts';
import { canSeeNotes } from '../events/policy.ts';
import { earliestStartOfUnended } from '../events/rules.ts';
import type { Handlers } from '../http/handler.ts';
import { takeDailyUse } from '../http/limits/daily-uses.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { t } from '../words/t.ts';
import { eventsToMark } from './ahead-queries.ts';
import { checkIn } from './check-in.ts';
import { keyOf, stepSeconds, windowOf } from './check-in-rules.ts';
import { addGuest, joinGuest } from './guests.ts';
import { findMarker, markPeople, scopeOf } from './marks.ts';
import { listMembers } from './member-queries.ts';
import { canMarkEveryone } from './policy.ts';
import { listMarksOf, listPeople, markablePeople } from './queries.ts';
import { rosterFile } from './roster-file.ts';
import { byName, itemOf, markOf, marksOpenAt, peopleOf } from './rules.ts';

const dayMs = 86_400_000;
/** Bounded for someone who runs a large club, whose device reads each of the lists. */
const listsAhead = 60;

export function attendanceRoutes(deps: Deps): Handlers<keyof typeof attendanceEndpoints> {
  const { authSecret, config, database, now } = deps;
  const { db } = database;
  const txIn = (db: Db): Tx => ({ db, dialect: database.dialect, at: now().toISOString() });

  const checkIns = limiterOf(deps, { count: 10, windowMs: 60_000 });

  return {
    'GET /api/events/{id}/attendance': async ({ params: { id }, viewer: { userId } }) => {
      const { role, may } = await findEventFor(db, { id, userId }, now());
      const scope = { eventId: id, ...scopeOf(role, may.can, userId) };
      const rows = await listPeople(db, scope, limits.unmarkedShown);
      return { items: rows.sort(byName).map((row) => itemOf(row, canSeeNotes(may.can))) };
    },

    'GET /api/events/{id}/roster.csv': ({ params: { id }, viewer: { userId } }) =>
      rosterFile(db, { eventId: id, userId }, now()),

    'GET /api/events/{id}/people': async ({ params: { id }, viewer: { userId } }) => {
      const { role, may } = await findEventFor(db, { id, userId }, now());
      const members = await listMembers(db, { eventId: id, ...scopeOf(role, may.can, userId) });
      return { items: peopleOf(members), canAddGuests: canMarkEveryone(role) };
    },

    'GET /api/users/me/attendance': async ({ viewer: { userId } }) => {
      const at = now().getTime();
      const near = {
        userId,
        from: new Date(at - dayMs).toISOString(),
        until: new Date(at + 7 * dayMs).toISOString(),
        unended: earliestStartOfUnended(new Date(at - dayMs)),
      };
      const ids = await eventsToMark(db, near, listsAhead);
      return { items: ids.map((eventId) => ({ eventId })) };
    },

    'GET /api/events/{id}/attendance/{personId}': async ({
      params: { id, personId },
      viewer: { userId },
    }) => {
      const { event, role, may } = await findEventFor(db, { id, userId }, now());
      const marksOf = async (markedId: string) => ({
        items: (await listMarksOf(db, id, markedId, limits.marksShown)).map(markOf),
      });
      if (personId === userId) return marksOf(userId);
      const scope = { eventId: id, ...scopeOf(role, may.can, userId) };
      const people = await markablePeople(db, scope, [personId], marksOpenAt(event));
      const markedId = people.get(personId);
      if (markedId === undefined) throw notFound('person');
      return marksOf(markedId);
    },

    'PUT /api/events/{id}/attendance/{personId}': async ({ params, body, viewer: { userId }, db }) => {
      const tx = txIn(db);
      const marker = await findMarker(tx, params.id, userId);
      const { sentAt, ...mark } = body;
      const marks = [{ ...mark, personId: params.personId }];
      const [outcome] = await markPeople(tx, marker, { marks, sentAt }, (_, field) => field);
      if (!outcome) throw new Error('One mark has one outcome.');
      return outcome;
    },

    'PUT /api/events/{id}/attendance': async ({ params: { id }, body, viewer: { userId }, db }) => {
      const tx = txIn(db);
      const marker = await findMarker(tx, id, userId);
      return { items: await markPeople(tx, marker, body, (index, field) => `marks.${index}.${field}`) };
    },

    'POST /api/events/{id}/guests': async ({ params: { id }, body, viewer: { userId }, db }) => {
      const tx = txIn(db);
      const marker = await findMarker(tx, id, userId);
      return addGuest(tx, marker, body, async () => {
        const max = limits.peoplePerDay;
        const refusal = t(
          'You can add {max} people a day, and these would be more. You can go on tomorrow.',
          { max },
        );
        if (config.rateLimit) await takeDailyUse(db, { userId, action: 'addPerson', max, refusal }, now());
      });
    },

    'PUT /api/events/{id}/guests/{personId}': ({ params: { id, personId }, body, viewer: { userId } }) =>
      db.transaction().execute(async (trx) => {
        const tx = txIn(trx);
        const marker = await findMarker(tx, id, userId);
        return joinGuest(tx, marker, { guestId: personId, memberId: body.memberId });
      }),

    'GET /api/events/{id}/check-in-key': async ({ params: { id }, viewer: { userId } }) => {
      const { event, role, may } = await findEventFor(db, { id, userId }, now());
      scopeOf(role, may.can, userId);
      if (!canMarkEveryone(role))
        throw new Problem(
          'not_permitted',
          t('Only coaches and assistants of the team that owns this event can show the code.'),
        );
      const key = keyOf(authSecret, id).toString('base64url');
      return { key, stepSeconds, ...windowOf(event) };
    },

    'POST /api/events/{id}/check-in': ({ params: { id }, body: { token }, viewer: { userId } }) => {
      takeUse(checkIns, userId, () => t("You've tried this too often. Wait a moment, or ask your coach."));
      return db
        .transaction()
        .execute((trx) => checkIn(txIn(trx), { eventId: id, userId, token, authSecret }));
    },
  };
}
