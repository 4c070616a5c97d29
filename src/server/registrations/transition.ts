// One step of one registration, with all that hangs on it: the seat and who gets it next, the money, who is told.
import type { ReplyAnswer } from '../../contract/events/registrations.ts';
import type { RefusalReason, RegistrationState } from '../../contract/values/words.ts';
import { remainingPlaces } from '../events/can-rules.ts';
import { type MyRegistrationRow, myRegistrationOf } from '../events/rules.ts';
import { addNotifications, type Notice } from '../notifications/queries.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { requestDueRefunds } from './money/money-queries.ts';
import { type Registered, type SceneRow, saveRegistration } from './queries.ts';
import { type OrganizerKind, organizersToTell } from './recipient-queries.ts';
import { assertEdge, offerUntil, paymentHoldMs, payReminderAt, takesSeat } from './rules.ts';
import { offerFreed, type Work } from './seats.ts';
import { lastPosition } from './waitlist-queries.ts';

/** Who decides: the person, or someone who runs the event. */
export type Decider = { by: 'self' | 'organizer'; actorId: string };

export type Step = {
  userId: string;
  to: RegistrationState;
  /** What else the decision sets; what is absent stays as it is. */
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

/** No question whether the person still comes: any step answers it, unless it says otherwise. */
export const noQuestion = { reconfirmAskedAt: null, answeredStartsAt: null, answeredEndsAt: null };

/** What is true without a change, and why nothing changed. */
export function unchanged(
  scene: SceneRow,
  outcome: 'duplicate' | 'superseded' | 'refused',
  reason?: RefusalReason,
): ReplyAnswer {
  return answerOf(scene, outcome, scene.seats_held, scene, reason);
}

/** Takes a registration along an edge. Returns what is true after it. */
export async function take(
  work: Work,
  scene: SceneRow,
  { by }: Pick<Decider, 'by'>,
  { userId, to, set }: Step,
): Promise<{ answer: ReplyAnswer; registrationId: string }> {
  const { db, at } = work;
  const from = scene.my_state;
  if (from !== to) assertEdge(from, to);
  const holdExpiresAt = from === to ? scene.my_hold_expires_at : holdFor(to, scene, at);
  const registered: Registered = {
    state: to,
    position: to === 'waitlisted' ? await positionOf(work, scene) : null,
    holdExpiresAt,
    payReminderAt: reminderFor(to, holdExpiresAt, scene, at),
    offerId: scene.my_offer_id,
    note: scene.my_note,
    declineReason: scene.my_decline_reason,
    respondedBy: scene.my_responded_by,
    respondedAt: scene.my_responded_at ?? at,
    mustAsk: scene.my_must_ask ?? 0,
    onlyMaybe: to === 'tentative' && (from === null || isOnlyMaybe(scene)) ? 1 : 0,
    absenceId: null,
    ...noQuestion,
    ...set,
  };
  const saved = await saveRegistration(db, { id: scene.my_id, eventId: scene.id, userId }, registered, at);
  if (scene.my_id !== null && from !== to)
    await settleMoney(work, scene, { registrationId: scene.my_id, to, by });
  let held = scene.seats_held - (takesSeat.has(from) ? 1 : 0) + (takesSeat.has(to) ? 1 : 0);
  if (held > scene.seats_held) await tellIfFull(work, scene, held);
  if (held < scene.seats_held && scene.waiting_count > 0) held += await offerFreed(work, scene, held);
  const now: MyRegistrationRow = {
    ...scene,
    my_state: to,
    my_hold_expires_at: registered.holdExpiresAt,
    my_position: to === 'waitlisted' ? (scene.my_position ?? scene.waiting_count + 1) : null,
    my_version: saved.version,
    my_reconfirm_asked_at: registered.reconfirmAskedAt,
    my_answered_starts_at: registered.answeredStartsAt,
    my_answered_ends_at: registered.answeredEndsAt,
  };
  return { answer: answerOf(scene, 'applied', held, now), registrationId: saved.id };
}

/** Whether a maybe, or the interest in a new date, is all that the person has answered. */
export const isOnlyMaybe = ({ my_state: state, my_only_maybe: onlyMaybe }: SceneRow): boolean =>
  state === 'tentative' && onlyMaybe === 1;

async function positionOf({ db }: Work, scene: SceneRow): Promise<number> {
  if (scene.my_state === 'waitlisted' && scene.my_order !== null) return scene.my_order;
  return (await lastPosition(db, scene.id)) + 1;
}

function holdFor(to: RegistrationState, scene: SceneRow, at: string): string | null {
  if (to === 'offered') return offerUntil(scene, at);
  if (to !== 'pendingPayment') return null;
  const until = new Date(Date.parse(at) + paymentHoldMs).toISOString();
  return until < scene.ends_at ? until : scene.ends_at;
}

function reminderFor(
  to: RegistrationState,
  until: string | null,
  { time_zone: timeZone }: SceneRow,
  at: string,
) {
  if ((to !== 'offered' && to !== 'pendingPayment') || until === null) return null;
  return payReminderAt(to, until, { now: at, timeZone });
}

async function settleMoney(
  { db, at }: Work,
  scene: SceneRow,
  { registrationId, to, by }: { registrationId: string; to: RegistrationState; by: Decider['by'] },
): Promise<void> {
  // Without an offer there was nothing to pay.
  if (scene.my_offer_id === null || takesSeat.has(to)) return;
  if (scene.my_state === 'pendingPayment' || scene.my_state === 'confirmed')
    await endOpenPayments(db, registrationId, 'canceled', at);
  if (scene.my_state === 'confirmed') await requestDueRefunds(db, scene, registrationId, { by, at });
}

async function tellIfFull({ db, at }: Work, scene: SceneRow, held: number): Promise<void> {
  if (held !== scene.maximum_attendee_capacity) return;
  await tellOrganizers({ db, at }, scene, 'eventFull');
}

/** Tells those who run the event, unless the same is still unread by them. */
export async function tellOrganizers(
  { db, at }: Pick<Work, 'db' | 'at'>,
  scene: SceneRow,
  kind: OrganizerKind,
): Promise<void> {
  const notices = (await organizersToTell(db, scene.id, kind)).map(
    (userId): Notice => ({ userId, kind, eventId: scene.id }),
  );
  await addNotifications(db, notices, at);
}

/** The answer to a reply, with what is true after it. */
export function answerOf(
  scene: SceneRow,
  outcome: ReplyAnswer['outcome'],
  heldSeats: number,
  registration: MyRegistrationRow,
  reason?: RefusalReason,
): ReplyAnswer {
  return {
    outcome,
    ...(reason && { reason }),
    registration: myRegistrationOf(registration),
    event: { remainingAttendeeCapacity: remainingPlaces(scene.maximum_attendee_capacity, heldSeats) },
  };
}
