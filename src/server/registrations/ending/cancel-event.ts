// Cancels events: ends their registrations, refunds all payments, and notifies the people who count on them.
import type { CancelAnswer } from '../../../contract/events/registrations.ts';
import type { SeriesScope } from '../../../contract/values/enums.ts';
import { addAudit } from '../../audit/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { closedFor } from '../../events/can-rules.ts';
import { Problem } from '../../http/problem.ts';
import { askAboutNextDate } from '../../notifications/dates-question-queries.ts';
import { addNotifications, filterWithAccount } from '../../notifications/queries.ts';
import { type NewEventNotification, onePerKind } from '../../notifications/rules.ts';
import { noPersonId } from '../../people/rules.ts';
import { datesOfSeries, endParts, raiseVersions } from '../../planning/series/series-queries.ts';
import { datesToCancel, idsOfOwner, isInScope, ownerIdOf } from '../../planning/series/series-rules.ts';
import { t } from '../../words/t.ts';
import { refundEveryone } from '../money/money-queries.ts';
import type { RegistrationContext } from '../queries.ts';
import { peopleCountingOn } from '../recipient-queries.ts';
import { lockEvent, type Tx } from '../seats.ts';
import { endRegistrations, setCancelled } from './cancel-queries.ts';

/** `actorId` is null for the operator. */
type Given = { actorId: string | null; reason?: string | undefined };

/** Cancels the event of a context from `lockEvent` in this transaction. Throws not_permitted for an event that is over. */
export async function cancelEvent(tx: Tx, context: RegistrationContext, given: Given): Promise<CancelAnswer> {
  const closed = closedFor(context, tx.at);
  if (closed === 'event_cancelled') return { outcome: 'duplicate', told: 0 };
  if (closed) throw new Problem('not_permitted', refusals[closed]?.() ?? t("You can't cancel this event."));
  const notices = await endEvent(tx, context, given);
  await askAboutNextDate(tx.db, [context.id], tx.at);
  return notify(tx, notices);
}

/** Cancels the dates of a locked series from one on, or all, and stops the series there. */
export async function cancelDates(
  tx: Tx,
  context: RegistrationContext,
  { seriesId, scope }: { seriesId: string; scope: SeriesScope },
  given: Given,
): Promise<CancelAnswer> {
  const { db, at } = tx;
  const all = await datesOfSeries(db, seriesId);
  const opened = all.find(({ id }) => id === context.id);
  const dates = opened ? datesToCancel(all, opened, { scope, at }) : [];
  if (!opened || dates.length === 0) return cancelEvent(tx, context, given);
  const notices = await endEvents(tx, dates, given);
  await askAboutNextDate(
    db,
    dates.map(({ id }) => id),
    at,
  );
  const ownerId = ownerIdOf(opened);
  const ending = all.filter((date) => isInScope(date, opened, scope) && closedFor(date, at) === null);
  await endParts(tx, ownerId, ending);
  const staying = all.filter((date) => !dates.includes(date));
  await raiseVersions(db, idsOfOwner(staying, ownerId), at);
  return notify(tx, notices);
}

/** Cancels locked events. Returns the notifications to send. */
export async function endEvents(
  tx: Tx,
  events: readonly { id: string }[],
  given: Given,
): Promise<NewEventNotification[]> {
  const notices: NewEventNotification[] = [];
  await forEachYielding(events, async ({ id }) => {
    const context = await lockEvent(tx, id, given.actorId ?? noPersonId);
    if (context) notices.push(...(await endEvent(tx, context, given)));
  });
  return notices;
}

async function endEvent(
  { db, at }: Tx,
  context: RegistrationContext,
  { actorId, reason }: Given,
): Promise<NewEventNotification[]> {
  // Read before the registrations end, because people with a seat are notified.
  const counting = await peopleCountingOn(db, context.id, at);
  await setCancelled(db, context.id, reason ?? null, at);
  await endRegistrations(db, context.id, at);
  await refundEveryone(db, context, at);
  await addAudit(db, {
    actorId,
    action: 'event.cancelled',
    objectKind: 'event',
    objectId: context.id,
    before: { eventStatus: context.event_status },
    after: { eventStatus: 'EventCancelled', statusReason: reason ?? null },
    at,
  });
  const changes = [
    { field: 'eventStatus', before: context.event_status, after: 'EventCancelled' },
    ...(reason === undefined ? [] : [{ field: 'statusReason', before: null, after: reason }]),
  ];
  const about = {
    kind: 'eventCancelled' as const,
    eventId: context.id,
    startsAt: context.starts_at,
    actorId,
    changes,
  };
  return counting.filter((userId) => userId !== actorId).map((userId) => ({ userId, ...about }));
}

async function notify({ db, at }: Tx, notices: readonly NewEventNotification[]): Promise<CancelAnswer> {
  const known = await filterWithAccount(
    db,
    notices.map(({ userId }) => userId),
  );
  await addNotifications(db, onePerKind(notices), at);
  return { outcome: 'applied', told: known.size };
}

const refusals: Partial<Record<NonNullable<ReturnType<typeof closedFor>>, () => string>> = {
  not_published: () => t('This event is not published, so there is nothing to cancel.'),
  event_over: () => t('This event is over.'),
};
