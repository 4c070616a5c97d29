// How people are notified of a place that is held for them until an instant: to pay for it, or just to take it.
import type { Db } from '../../db/open.ts';
import type { Notice } from '../../notifications/queries.ts';
import { amountsDue } from './pay-queries.ts';

type Held = {
  /** Of the registration. */
  id: string;
  userId: string;
  until: string;
};

/** Notices to those whose place is held and has to be paid. */
export async function paymentNotices(db: Db, eventId: string, held: readonly Held[]): Promise<Notice[]> {
  const due = await amountsDue(
    db,
    held.map(({ id }) => id),
  );
  return held.flatMap(({ id, userId, until }) => {
    const amount = due.get(id);
    if (amount === undefined) return [];
    const changes = [
      { field: 'amountDue', before: null, after: amount },
      { field: 'holdExpiresAt', before: null, after: until },
    ];
    return [{ userId, kind: 'paymentDue' as const, eventId, changes }];
  });
}

/** Notices to those who are offered a place: what it costs, or that it is theirs to take. */
export async function offerNotices(db: Db, eventId: string, offered: readonly Held[]): Promise<Notice[]> {
  const toPay = await paymentNotices(db, eventId, offered);
  const pays = new Set(toPay.map(({ userId }) => userId));
  const toTake = offered
    .filter(({ userId }) => !pays.has(userId))
    .map(({ userId, until }) => ({
      userId,
      kind: 'placeOffered' as const,
      eventId,
      changes: [{ field: 'holdExpiresAt', before: null, after: until }],
    }));
  return [...toPay, ...toTake];
}
