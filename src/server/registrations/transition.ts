// Applies one state transition of a registration with its effects: seats, waitlist, payments and notifications.
import type { ReplyAnswer } from '../../contract/events/registrations.ts';
import type { RefusalReason, RegistrationState } from '../../contract/values/enums.ts';
import { remainingSeats } from '../events/can-rules.ts';
import { type MyRegistrationRow, myRegistrationOf } from '../events/rules.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { requestDueRefunds } from './money/money-queries.ts';
import type { RegistrationContext } from './queries.ts';
import { notifyOrganizersOf } from './recipient-queries.ts';
import { assertEdge, mostUnpaidHolds, offerUntil, paymentHoldMs, payReminderAt, takesSeat } from './rules.ts';
import { offerFreed, type Tx } from './seats.ts';
import { lastPosition } from './waitlist-queries.ts';
import { type Registered, saveRegistration } from './write-queries.ts';

/** The person themselves, or an organizer of the event. */
export type Decider = { by: 'self' | 'organizer'; actorId: string };

export type Transition = {
  userId: string;
  to: RegistrationState;
  /** Other fields to set; absent fields keep their values. */
  set?: Partial<
    Pick<
      Registered,
      | 'offerId'
      | 'note'
      | 'declineReason'
      | 'respondedBy'
      | 'respondedAt'
      | 'mustAsk'
      | 'absenceId'
      | keyof typeof noQuestion
    >
  >;
};

/** Clears the question "Still coming?": every transition answers it unless `set` says otherwise. */
export const noQuestion = { reconfirmAskedAt: null, answeredStartsAt: null, answeredEndsAt: null };

/** The answer when nothing changed, with the reason. */
export function unchanged(
  context: RegistrationContext,
  outcome: 'duplicate' | 'superseded' | 'refused',
  reason?: RefusalReason,
): ReplyAnswer {
  return answerOf(context, outcome, context.seats_held, context, reason);
}

/** Moves a registration along an edge of `edges`. Returns its new state. */
export async function applyTransition(
  tx: Tx,
  context: RegistrationContext,
  { by }: Pick<Decider, 'by'>,
  { userId, to, set }: Transition,
): Promise<{ answer: ReplyAnswer; registrationId: string }> {
  const { db, at } = tx;
  const from = context.my_state;
  if (from !== to) assertEdge(from, to);
  const holdExpiresAt = from === to ? context.my_hold_expires_at : holdFor(to, context, at);
  const registered: Registered = {
    state: to,
    position: to === 'waitlisted' ? await positionOf(tx, context) : null,
    holdExpiresAt,
    payReminderAt: reminderFor(to, holdExpiresAt, context, at),
    offerId: context.my_offer_id,
    note: context.my_note,
    declineReason: context.my_decline_reason,
    respondedBy: context.my_responded_by,
    respondedAt: context.my_responded_at ?? at,
    mustAsk: mustAskAfter(to, context, by),
    unpaidHolds: unpaidHoldsAfter(to, context),
    onlyMaybe: to === 'tentative' && (from === null || isOnlyMaybe(context)) ? 1 : 0,
    absenceId: null,
    ...noQuestion,
    ...set,
  };
  const saved = await saveRegistration(
    db,
    { id: context.my_id, eventId: context.id, userId },
    registered,
    at,
  );
  if (context.my_id !== null && from !== to)
    await settleMoney(tx, context, { registrationId: context.my_id, to, by });
  let held = context.seats_held - (takesSeat.has(from) ? 1 : 0) + (takesSeat.has(to) ? 1 : 0);
  if (held > context.seats_held) await notifyIfFull(tx, context, held);
  if (held < context.seats_held && context.waiting_count > 0) held += await offerFreed(tx, context, held);
  const now: MyRegistrationRow = {
    ...context,
    my_state: to,
    my_hold_expires_at: registered.holdExpiresAt,
    my_position: to === 'waitlisted' ? (context.my_position ?? context.waiting_count + 1) : null,
    my_version: saved.version,
    my_reconfirm_asked_at: registered.reconfirmAskedAt,
    my_answered_starts_at: registered.answeredStartsAt,
    my_answered_ends_at: registered.answeredEndsAt,
  };
  return { answer: answerOf(context, 'applied', held, now), registrationId: saved.id };
}

/** Whether the person has only ever answered maybe (also to hear of a new date). */
export const isOnlyMaybe = ({ my_state: state, my_only_maybe: onlyMaybe }: RegistrationContext): boolean =>
  state === 'tentative' && onlyMaybe === 1;

function unpaidHoldsAfter(to: RegistrationState, context: RegistrationContext): number {
  if (to === 'confirmed') return 0;
  const isNew = to === 'pendingPayment' && context.my_state !== to;
  return (context.my_unpaid_holds ?? 0) + (isNew ? 1 : 0);
}

function mustAskAfter(to: RegistrationState, context: RegistrationContext, by: Decider['by']): 0 | 1 {
  const { my_state: from, my_must_ask: mustAsk, my_unpaid_holds: holds } = context;
  if ((holds ?? 0) < mostUnpaidHolds) return mustAsk ?? 0;
  // Paid after all, perhaps late.
  if (to === 'confirmed') return 0;
  return by === 'self' && from === 'pendingPayment' && from !== to ? 1 : (mustAsk ?? 0);
}

async function positionOf({ db }: Tx, context: RegistrationContext): Promise<number> {
  if (context.my_state === 'waitlisted' && context.my_order !== null) return context.my_order;
  return (await lastPosition(db, context.id)) + 1;
}

function holdFor(to: RegistrationState, context: RegistrationContext, at: string): string | null {
  if (to === 'offered') return offerUntil(context, at);
  if (to !== 'pendingPayment') return null;
  const until = new Date(Date.parse(at) + paymentHoldMs).toISOString();
  return until < context.ends_at ? until : context.ends_at;
}

function reminderFor(
  to: RegistrationState,
  until: string | null,
  { time_zone: timeZone }: RegistrationContext,
  at: string,
) {
  if ((to !== 'offered' && to !== 'pendingPayment') || until === null) return null;
  return payReminderAt(to, until, { now: at, timeZone });
}

async function settleMoney(
  { db, at }: Tx,
  context: RegistrationContext,
  { registrationId, to, by }: { registrationId: string; to: RegistrationState; by: Decider['by'] },
): Promise<void> {
  // Also without an offer: a payment may have been made, or arrive late, for an event that became free since.
  if (takesSeat.has(to)) return;
  if (context.my_state === 'pendingPayment' || context.my_state === 'confirmed')
    await endOpenPayments(db, registrationId, 'canceled', at);
  if (context.my_state === 'confirmed') await requestDueRefunds(db, context, registrationId, { by, at });
}

async function notifyIfFull({ db, at }: Tx, context: RegistrationContext, held: number): Promise<void> {
  if (held !== context.maximum_attendee_capacity) return;
  await notifyOrganizersOf({ db, at }, context.id, 'eventFull');
}

/** The answer to a reply, with the resulting state. */
export function answerOf(
  context: RegistrationContext,
  outcome: ReplyAnswer['outcome'],
  heldSeats: number,
  registration: MyRegistrationRow,
  reason?: RefusalReason,
): ReplyAnswer {
  return {
    outcome,
    ...(reason && { reason }),
    registration: myRegistrationOf(registration),
    event: { remainingAttendeeCapacity: remainingSeats(context.maximum_attendee_capacity, heldSeats) },
  };
}
