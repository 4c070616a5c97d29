// A reply, by the person or by an organizer for them: decides the target state and applies the transition.
import type { ReplyAnswer } from '../../contract/events/registrations.ts';
import type { RefusalReason, RegistrationState, Response } from '../../contract/values/enums.ts';
import {
  ageRefusal,
  attendingOf,
  closedFor,
  holdsOrWaits,
  isInvited,
  isOfOtherAge,
  repliesClosedFor,
} from '../events/can-rules.ts';
import type { EventRole } from '../events/role-rules.ts';
import { invalid } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { addOnSitePayment } from './money/money-queries.ts';
import { findOffer, type RegistrationContext } from './queries.ts';
import { notifyOrganizersOf } from './recipient-queries.ts';
import { answerQuestion } from './reconfirm-queries.ts';
import { stateFor } from './rules.ts';
import type { Tx } from './seats.ts';
import { answerOf, applyTransition, type Decider, isOnlyMaybe, noQuestion, unchanged } from './transition.ts';
import { deleteRegistration, updateReplyTime } from './write-queries.ts';

export type Reply = Decider & {
  userId: string;
  /** The actor's role at the event. */
  role: EventRole;
  response: Response | 'cancel';
  /** Null removes the note; undefined keeps it. */
  note?: string | null | undefined;
  offerId?: string | undefined;
  ifFull: 'waitlist' | 'ask';
  /** The time of the decision; an instant as stored, not after now. */
  respondedAt: string;
  /** The absence that gives the answer; absent for a manual answer. */
  absenceId?: string;
};

type Meaning =
  | { to: RegistrationState; offerId: string | null; isDueOnSite?: boolean }
  | { refused: RefusalReason }
  | 'holds already'
  | 'no answer';

/** Carries out a reply on a context from `lockEvent` in this transaction. Throws validation_failed for an unknown offer. */
export async function reply(tx: Tx, context: RegistrationContext, given: Reply): Promise<ReplyAnswer> {
  if (given.by === 'self' && context.my_responded_at !== null && given.respondedAt < context.my_responded_at)
    return unchanged(context, 'superseded');
  // People without a seat may answer maybe to a postponed event, to be notified of its new date.
  const isInterest = given.response === 'tentative' && !holdsOrWaits.has(context.my_state);
  const closed = (given.response === 'cancel' ? closedFor : repliesClosedFor)(context, tx.at);
  if (closed && !(isInterest && closed === 'event_postponed')) return unchanged(context, 'refused', closed);
  const meaning = await meaningOf(tx, context, given);
  if (meaning === 'holds already') return keepState(tx, context, given);
  if (meaning === 'no answer') return withdrawReply(tx, context);
  if ('refused' in meaning) return unchanged(context, 'refused', meaning.refused);
  const { to, offerId, isDueOnSite } = meaning;
  const { answer, registrationId } = await applyTransition(tx, context, given, {
    userId: given.userId,
    to,
    set: {
      offerId,
      ...textsOf(context, given),
      respondedBy: given.actorId,
      respondedAt: given.respondedAt,
      ...(given.by === 'organizer' && { mustAsk: 0 as const }),
      ...(given.absenceId !== undefined && { absenceId: given.absenceId }),
      ...(to === 'confirmed' || to === 'tentative' ? questionOn(context, given) : {}),
    },
  });
  if (isDueOnSite) await addOnSitePayment(tx.db, context, { registrationId, offerId }, tx.at);
  if (to === 'pendingApproval') await notifyOrganizersOf(tx, context.id, 'approvalOwed');
  return answer;
}

async function meaningOf(tx: Tx, context: RegistrationContext, given: Reply): Promise<Meaning> {
  const { my_state: state, my_offer_id: offerId } = context;
  const { response, by, role } = given;
  if (response === 'cancel') {
    if (isOnlyMaybe(context)) return 'no answer';
    return holdsOrWaits.has(state) || state === 'tentative'
      ? { to: 'cancelledByAttendee', offerId }
      : 'holds already';
  }
  if (response !== 'attending') {
    if (state === response) return 'holds already';
    const isAsked = by === 'organizer' || state !== null || isInvited(context, role);
    if (!isAsked) return { refused: 'invitation_only' };
    const isOther =
      by === 'self' && isOfOtherAge(context, role, context) ? ageRefusal(context, context) : null;
    return isOther ? { refused: isOther } : { to: response, offerId: null };
  }
  const chosen = await offerFor(tx, context, given.offerId);
  // The reply of an organizer approves an open request.
  const isDecided = state === 'offered' || (state === 'pendingApproval' && by === 'organizer');
  if (holdsOrWaits.has(state) && !isDecided) {
    if (chosen.id === offerId || given.offerId === undefined) return 'holds already';
    const isFixed = state === 'confirmed' || state === 'pendingPayment';
    return isFixed ? { refused: 'offer_fixed' } : { to: state ?? 'waitlisted', offerId: chosen.id };
  }
  const attending = attendingOf(context, { role, own: context, isPaid: chosen.isPaid, by }, tx.at);
  if ('refused' in attending) return attending;
  if (attending.leadsTo === 'waitlist' && given.ifFull === 'ask') return { refused: 'event_full' };
  // A managed member cannot accept an offer or pay online.
  const isOnSite = chosen.isPaid && context.has_account === 0;
  if (isOnSite && !chosen.acceptsOffline) return { refused: 'online_payment_only' };
  if (isOnSite && attending.leadsTo === 'payment')
    return { to: 'confirmed', offerId: chosen.id, isDueOnSite: true };
  const to = stateFor(attending.leadsTo, by);
  return to === state ? 'holds already' : { to, offerId: chosen.id };
}

/** Deletes a maybe: withdrawing it does not mean that the person declines. */
async function withdrawReply({ db }: Tx, context: RegistrationContext): Promise<ReplyAnswer> {
  if (context.my_id !== null) await deleteRegistration(db, context.my_id);
  return answerOf(context, 'applied', context.seats_held, { ...context, my_state: null });
}

/** The offer of a reply: the given one, else the current one, else the cheapest that the person can use. */
async function offerFor({ db }: Tx, context: RegistrationContext, named: string | undefined) {
  const held = holdsOrWaits.has(context.my_state) ? context.my_offer_id : null;
  const hasOffers = context.lowest_offer !== null || held !== null;
  const onSite = context.has_account === 0;
  const offer = hasOffers ? await findOffer(db, context.id, named ?? held, held, { onSite }) : undefined;
  if (named !== undefined && !offer)
    throw invalid({ path: 'offerId', code: 'unknown_offer', message: t('Not a price of this event') });
  return {
    id: offer?.id ?? null,
    isPaid: offer !== undefined && offer.price_minor > 0,
    acceptsOffline: offer?.accepts_offline === 1,
  };
}

/** Asks "Still coming?" if the reply was made before the event's times changed and arrived after. */
function questionOn(context: RegistrationContext, { respondedAt }: Reply) {
  const { moved_at: movedAt, moved_starts_at: startsAt, moved_ends_at: endsAt } = context;
  if (movedAt === null || respondedAt >= movedAt || context.starts_at <= movedAt) return noQuestion;
  if (context.my_reconfirm_asked_at === null)
    return { reconfirmAskedAt: movedAt, answeredStartsAt: startsAt, answeredEndsAt: endsAt };
  return {
    reconfirmAskedAt: context.my_reconfirm_asked_at,
    answeredStartsAt: context.my_answered_starts_at,
    answeredEndsAt: context.my_answered_ends_at,
  };
}

/** The text of a decline is its reason; any other text is a note. */
function textsOf(context: RegistrationContext, { response, note }: Reply) {
  if (note === undefined) return { note: context.my_note, declineReason: null };
  return response === 'declined' ? { note: null, declineReason: note } : { note, declineReason: null };
}

/** The requested state already holds: stores a new text or the time of the reply. */
async function keepState(tx: Tx, context: RegistrationContext, given: Reply): Promise<ReplyAnswer> {
  const { my_id: id, my_state: state } = context;
  if (id === null || state === null) return unchanged(context, 'duplicate');
  const texts = textsOf(context, given);
  const question = state === 'confirmed' || state === 'tentative' ? questionOn(context, given) : noQuestion;
  const isNew =
    given.note !== undefined &&
    (texts.note !== context.my_note || texts.declineReason !== context.my_decline_reason);
  if (!isNew) {
    const { respondedAt, by, userId } = given;
    await updateReplyTime(tx.db, id, { respondedAt, personId: by === 'self' ? userId : null });
    if (context.my_reconfirm_asked_at === null || question.reconfirmAskedAt !== null)
      return unchanged(context, 'duplicate');
    await answerQuestion(tx.db, id);
    return unchanged({ ...context, my_reconfirm_asked_at: null }, 'duplicate');
  }
  const set = { ...texts, respondedBy: given.actorId, respondedAt: given.respondedAt, ...question };
  return (await applyTransition(tx, context, given, { userId: given.userId, to: state, set })).answer;
}
