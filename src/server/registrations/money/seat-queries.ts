// The seam for payments: locks the event, holds or confirms the payer's seat, and notifies the organizers of refunds.
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { closedFor, remainingSeats } from '../../events/can-rules.ts';
import { type EventRole, roleAt } from '../../events/role-rules.ts';
import { groupRolesOf } from '../../groups/queries.ts';
import type { GroupRoles } from '../../groups/rules.ts';
import type { RegistrationContext } from '../queries.ts';
import { notifyOrganizersOf } from '../recipient-queries.ts';
import { paymentHoldMs, payReminderAt } from '../rules.ts';
import { lockEvent, type Tx } from '../seats.ts';
import { applyTransition } from '../transition.ts';

export type { RegistrationContext, Tx };
export { lockEvent };

/** A hold is renewed when a checkout opens, and never lasts longer than this from the reply and from the first one. */
export const longestHoldMs = 2 * paymentHoldMs;

/** A person's role at an event, with the event's teams and the person's memberships that it follows from. */
export async function tiesOf(
  db: Db,
  context: RegistrationContext,
  userId: string,
): Promise<{
  role: EventRole;
  teams: { id: string; organizationId: string | null }[];
  groupRoles: GroupRoles;
}> {
  const teams = await db
    .selectFrom('event_teams as et')
    .innerJoin('teams as t', 't.id', 'et.team_id')
    .select(['t.id', 't.organization_id as organizationId'])
    .where('et.event_id', '=', context.id)
    .execute();
  const groupRoles = await groupRolesOf(db, userId);
  return { role: roleAt({ ...context, teams }, groupRoles), teams, groupRoles };
}

/** Whether a payer can get an expired seat back: the event takes place and a seat is free. */
export function canRetake(context: RegistrationContext, at: string): boolean {
  const isFull = remainingSeats(context.maximum_attendee_capacity, context.seats_held) === 0;
  return isOn(context, at) && !isFull;
}

export function isOn(context: RegistrationContext, at: string): boolean {
  return context.removed_at === null && closedFor(context, at) === null;
}

export async function confirmSeat(
  tx: Tx,
  context: RegistrationContext,
  userId: string,
  offerId?: string,
): Promise<void> {
  await applyTransition(
    tx,
    context,
    { by: 'self' },
    { userId, to: 'confirmed', ...(offerId && { set: { offerId } }) },
  );
}

/**
 * The instant until which the seat of a payer who starts now is held, as stored. `firstBegunAt`: their first payment within
 * the last `longestHoldMs`, so that replying again does not extend a hold without payment.
 */
export function holdWhilePaying(context: RegistrationContext, at: string, firstBegunAt: string): string {
  const from = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
  const since = [context.my_responded_at ?? at, firstBegunAt].sort()[0] ?? at;
  const latest = [from(since, longestHoldMs), context.ends_at].sort()[0] ?? at;
  const wanted = from(at, paymentHoldMs);
  const until = wanted < latest ? wanted : latest;
  return context.my_hold_expires_at !== null && context.my_hold_expires_at > until
    ? context.my_hold_expires_at
    : until;
}

/** Extends the hold of a payer's seat and stores the chosen offer. */
export async function holdSeat(
  { db, at }: Tx,
  context: RegistrationContext,
  { offerId, until }: { offerId: string; until: string },
): Promise<void> {
  if (context.my_id === null) throw new Error('There is no place to hold.');
  const remindAt = payReminderAt('pendingPayment', until, { now: at, timeZone: context.time_zone });
  await db
    .updateTable('registrations')
    .set({ offer_id: offerId, hold_expires_at: until, updated_at: at })
    // At most one reminder per hold.
    .set({
      pay_reminder_at: sql`case when pay_reminder_at is null then pay_reminder_at else ${remindAt} end`,
    })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', context.my_id)
    .execute();
}

/** Notifies the organizers of a refund that needs them. */
export async function notifyOfRefund(
  tx: Tx,
  context: RegistrationContext,
  kind: 'refundAsked' | 'refundFailed',
) {
  await notifyOrganizersOf(tx, context.id, kind);
}
