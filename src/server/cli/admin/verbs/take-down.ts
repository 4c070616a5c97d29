// `take-down`: cancels an event like its organizer does, and takes it off every page and list.
import { lineOfText } from '../../../../contract/common.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { addAudits } from '../../../audit/queries.ts';
import type { Database, Db } from '../../../db/open.ts';
import { Refusal } from '../../../db/transfer/store.ts';
import { withRollback } from '../../../db/with-rollback.ts';
import { closedFor } from '../../../events/can-rules.ts';
import { noPersonId } from '../../../people/rules.ts';
import { withoutUnusedFiles } from '../../../pictures/queries.ts';
import { cancelEffect } from '../../../planning/change/effect-queries.ts';
import { lockSeriesOf } from '../../../planning/series/series-lock-queries.ts';
import { datesOfSeries, stopParts } from '../../../planning/series/series-queries.ts';
import { isInScope, ownerIdOf } from '../../../planning/series/series-rules.ts';
import { cancelDates, cancelEvent } from '../../../registrations/ending/cancel-event.ts';
import { setRemoved } from '../../../registrations/ending/cancel-queries.ts';
import { lockEvent, type Tx } from '../../../registrations/seats.ts';
import { readSettings, withDatabase } from '../database.ts';
import { UsageError, type Verb } from '../verb.ts';
import { count } from './backup.ts';

const ReasonSchema = lineOfText(1, limits.noteMax);

export const takeDown: Verb = {
  name: 'take-down',
  summary: 'Cancel an event for good, pay everyone back and hide it',
  argument: { name: 'event', isRequired: true },
  options: {
    reason: {
      type: 'string',
      value: 'text',
      meaning: `Why, at most ${limits.noteMax} characters. The people who are notified of the cancellation read it.`,
    },
    series: { type: 'boolean', meaning: 'All dates of its series, and no further ones are made.' },
    confirm: { type: 'boolean', meaning: 'Do it. Without this, only what would happen is printed.' },
  },
  details: [
    'The event is its id, or the address of its page.',
    'An event to come is cancelled as its organizer cancels it: everyone who counts on it is notified, and payments go back in full; a server sends mails and refunds. Cash that an organizer received can only be paid back by hand. An event that is over is only hidden, and its payments stay. The pictures are deleted.',
    'It cannot be undone. To stop everything of one person until you know more, use `suspend`.',
  ],
  beside: 'works, as one more writer: pages show it no more from the next request on.',
  async run(given, io) {
    const id = eventIdIn(given.argument ?? '');
    const { success, data: reason } = ReasonSchema.safeParse(given.text('reason'));
    if (!success) throw new UsageError(`--reason is one line of 1 to ${limits.noteMax} characters.`);
    const isConfirmed = given.flag('confirm');
    const asked = { id, reason, isWhole: given.flag('series') };
    const done = await withDatabase(readSettings(io), {}, ({ db, dialect }: Database) => {
      const run = (trx: Db) => takeDownIn({ db: trx, dialect, at: io.now().toISOString() }, asked);
      return isConfirmed ? db.transaction().execute(run) : withRollback(db, run);
    });
    const { name, startsAt, dates, cancelled, notified, refunded } = done;
    return {
      lines: [
        `${name}, ${startsAt}: ${count(dates)} ${dates === 1 ? 'date' : 'dates'} taken down, ${count(cancelled)} of them cancelled, ${count(notified)} people notified, ${count(refunded)} people paid back.`,
        ...(isConfirmed ? [] : ['This is a preview: nothing was changed. Add --confirm to do it.']),
      ],
      data: { event: id, ...done, confirmed: isConfirmed },
    };
  },
};

/** The id at the end of an address, or alone. */
function eventIdIn(text: string): string {
  const id = /(?:^|\/events\/(?:public\/)?)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i.exec(
    text,
  )?.[1];
  if (id === undefined) throw new UsageError('The event is its id, or the address of its page.');
  return id.toLowerCase();
}

async function takeDownIn(tx: Tx, { id, reason, isWhole }: { id: string; reason: string; isWhole: boolean }) {
  const { db, dialect, at } = tx;
  // The series comes before events in the order of locks.
  const seriesId = isWhole ? await lockSeriesOf(db, dialect, id) : null;
  const context = await lockEvent(tx, id, noPersonId);
  if (!context) throw new Refusal(`There is no event ${id}.`);
  if (isWhole && seriesId === null) throw new Refusal('This event is in no series: leave --series out.');
  if (context.removed_at !== null) throw new Refusal('This event was taken down before.');
  const all = seriesId === null ? [] : await datesOfSeries(db, seriesId);
  const from = all.find((date) => date.id === id);
  const dates = from ? all.filter((date) => isInScope(date, from, 'all')) : [context];
  const open = dates.filter((date) => closedFor(date, at) === null);
  const { paying } = await cancelEffect(tx, open, null);
  const given = { actorId: null, reason };
  const cancel = () =>
    seriesId === null
      ? cancelEvent(tx, context, given)
      : cancelDates(tx, context, { seriesId, scope: 'all' }, given);
  const notified = open.length === 0 ? 0 : (await cancel()).told;
  if (seriesId !== null && from) await stopParts(tx, ownerIdOf(from), seriesId);
  const ids = dates.map((date) => date.id);
  await withoutUnusedFiles(tx, ids, () => setRemoved(db, ids, at));
  await addAudits(
    db,
    ids.map((objectId) => ({
      actorId: null,
      action: 'event.takenDown',
      objectKind: 'event',
      objectId,
      after: { reason },
      at,
    })),
  );
  const { name } = await db
    .selectFrom('events')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    name,
    startsAt: context.starts_at,
    dates: ids.length,
    cancelled: open.length,
    notified,
    refunded: paying.size,
  };
}
