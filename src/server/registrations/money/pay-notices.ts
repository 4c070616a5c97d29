// Notifications of a seat that is held or offered until an instant: pay for it, or accept it.
import type { Db } from '../../db/open.ts';
import type { NewNotification } from '../../notifications/queries.ts';
import { amountsDue } from './pay-queries.ts';

type Held = {
  /** Of the registration. */
  id: string;
  userId: string;
  until: string;
};

/** Notifications of held seats that have to be paid. */
export async function paymentNotices(
  db: Db,
  eventId: string,
  held: readonly Held[],
): Promise<NewNotification[]> {
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

/** Notifications of offered seats, with the amount due if there is one. */
export async function offerNotices(
  db: Db,
  eventId: string,
  offered: readonly Held[],
): Promise<NewNotification[]> {
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
