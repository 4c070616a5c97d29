// A reply, by the person or by someone who runs the event for them: what it means now, and the step it takes.
import type { ReplyAnswer } from '../../contract/events/registrations.ts';
import type { RefusalReason, RegistrationState, Response } from '../../contract/values/words.ts';
import { attendingOf, closedFor, holdsOrWaits, isInvited, repliesClosedFor } from '../events/can-rules.ts';
import type { EventRole } from '../events/role-rules.ts';
import { invalid } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { owePlace } from './money/money-queries.ts';
import { deleteRegistration, findOffer, noteReply, type SceneRow } from './queries.ts';
import { answerQuestion } from './reconfirm-queries.ts';
import { stateFor } from './rules.ts';
import type { Work } from './seats.ts';
import {
  answerOf,
  type Decider,
  isOnlyMaybe,
  noQuestion,
  take,
  tellOrganizers,
  unchanged,
} from './transition.ts';

export type Reply = Decider & {
  userId: string;
  /** What the actor is at the event. */
  role: EventRole;
  response: Response | 'cancel';
  /** Null takes an earlier note back; undefined leaves it. */
  note?: string | null | undefined;
  offerId?: string | undefined;
  ifFull: 'waitlist' | 'ask';
  /** When it was decided; an instant as stored, not after now. */
  respondedAt: string;
  /** The absence that answers for the person; absent for an answer given by hand. */
  absenceId?: string;
};

type Meaning =
  | { to: RegistrationState; offerId: string | null; isDueOnSite?: boolean }
  | { refused: RefusalReason }
  | 'holds already'
  | 'no answer';

/** Carries out a reply on a scene that `openScene` opened in this transaction. Throws validation_failed for a foreign offer. */
export async function reply(work: Work, scene: SceneRow, given: Reply): Promise<ReplyAnswer> {
  if (given.by === 'self' && scene.my_responded_at !== null && given.respondedAt < scene.my_responded_at)
    return unchanged(scene, 'superseded');
  // While an event is postponed: a maybe of someone without a place, to be notified of the new date.
  const isInterest = given.response === 'tentative' && !holdsOrWaits.has(scene.my_state);
  const isOpenLonger = given.response === 'cancel' || isInterest;
  const closed = (isOpenLonger ? closedFor : repliesClosedFor)(scene, work.at);
  if (closed) return unchanged(scene, 'refused', closed);
  const meaning = await meaningOf(work, scene, given);
  if (meaning === 'holds already') return keepAsItIs(work, scene, given);
  if (meaning === 'no answer') return takeBack(work, scene);
  if ('refused' in meaning) return unchanged(scene, 'refused', meaning.refused);
  const { to, offerId, isDueOnSite } = meaning;
  const { answer, registrationId } = await take(work, scene, given, {
    userId: given.userId,
    to,
    set: {
      offerId,
      ...textsOf(scene, given),
      respondedBy: given.actorId,
      respondedAt: given.respondedAt,
      ...(given.by === 'organizer' && { mustAsk: 0 as const }),
      ...(given.absenceId !== undefined && { absenceId: given.absenceId }),
      ...(to === 'confirmed' || to === 'tentative' ? questionOn(scene, given) : {}),
    },
  });
  if (isDueOnSite) await owePlace(work.db, scene, { registrationId, offerId }, work.at);
  if (to === 'pendingApproval') await tellOrganizers(work, scene, 'approvalOwed');
  return answer;
}

async function meaningOf(work: Work, scene: SceneRow, given: Reply): Promise<Meaning> {
  const { my_state: state, my_offer_id: offerId } = scene;
  const { response, by, role } = given;
  if (response === 'cancel') {
    if (isOnlyMaybe(scene)) return 'no answer';
    return holdsOrWaits.has(state) || state === 'tentative'
      ? { to: 'cancelledByAttendee', offerId }
      : 'holds already';
  }
  if (response !== 'attending') {
    if (state === response) return 'holds already';
    const isAsked = by === 'organizer' || state !== null || isInvited(scene, role);
    return isAsked ? { to: response, offerId: null } : { refused: 'invitation_only' };
  }
  const chosen = await offerFor(work, scene, given.offerId);
  if (holdsOrWaits.has(state) && state !== 'offered') {
    if (chosen.id === offerId || given.offerId === undefined) return 'holds already';
    const isFixed = state === 'confirmed' || state === 'pendingPayment';
    return isFixed ? { refused: 'offer_fixed' } : { to: state ?? 'waitlisted', offerId: chosen.id };
  }
  const attending = attendingOf(scene, { role, own: scene, isPaid: chosen.isPaid, by }, work.at);
  if ('refused' in attending) return attending;
  if (attending.leadsTo === 'waitlist' && given.ifFull === 'ask') return { refused: 'event_full' };
  // An offered place would wait for someone who cannot sign in to take and pay it.
  const isOnSite = chosen.isPaid && scene.has_account === 0;
  if (isOnSite && !chosen.acceptsOffline) return { refused: 'online_payment_only' };
  if (isOnSite && attending.leadsTo === 'payment')
    return { to: 'confirmed', offerId: chosen.id, isDueOnSite: true };
  const to = stateFor(attending.leadsTo, by);
  return to === state ? 'holds already' : { to, offerId: chosen.id };
}

/** Back to no answer: who takes a maybe back has not said that they can't come. */
async function takeBack({ db }: Work, scene: SceneRow): Promise<ReplyAnswer> {
  if (scene.my_id !== null) await deleteRegistration(db, scene.my_id);
  return answerOf(scene, 'applied', scene.seats_held, { ...scene, my_state: null });
}

/** The offer that a reply chooses: the one named, else the one chosen before, else the cheapest that this person can have. */
async function offerFor({ db }: Work, scene: SceneRow, named: string | undefined) {
  const held = holdsOrWaits.has(scene.my_state) ? scene.my_offer_id : null;
  const hasOffers = scene.lowest_offer !== null || held !== null;
  const onSite = scene.has_account === 0;
  const offer = hasOffers ? await findOffer(db, scene.id, named ?? held, held, { onSite }) : undefined;
  if (named !== undefined && !offer)
    throw invalid({ path: 'offerId', code: 'unknown_offer', message: t('Not a price of this event') });
  return {
    id: offer?.id ?? null,
    isPaid: offer !== undefined && offer.price_minor > 0,
    acceptsOffline: offer?.accepts_offline === 1,
  };
}

/** An answer by hand is for the times that its person knew: one that was given before they changed and arrives late is asked about. */
function questionOn(scene: SceneRow, { respondedAt }: Reply) {
  const { moved_at: movedAt, moved_starts_at: startsAt, moved_ends_at: endsAt } = scene;
  if (movedAt === null || respondedAt >= movedAt || scene.starts_at <= movedAt) return noQuestion;
  if (scene.my_reconfirm_asked_at === null)
    return { reconfirmAskedAt: movedAt, answeredStartsAt: startsAt, answeredEndsAt: endsAt };
  return {
    reconfirmAskedAt: scene.my_reconfirm_asked_at,
    answeredStartsAt: scene.my_answered_starts_at,
    answeredEndsAt: scene.my_answered_ends_at,
  };
}

/** A text that comes with a refusal is its reason, with anything else a note. */
function textsOf(scene: SceneRow, { response, note }: Reply) {
  if (note === undefined) return { note: scene.my_note, declineReason: null };
  return response === 'declined' ? { note: null, declineReason: note } : { note, declineReason: null };
}

/** The state is what was asked for; the text may be new, and the time is. */
async function keepAsItIs(work: Work, scene: SceneRow, given: Reply): Promise<ReplyAnswer> {
  const { my_id: id, my_state: state } = scene;
  if (id === null || state === null) return unchanged(scene, 'duplicate');
  const texts = textsOf(scene, given);
  const question = state === 'confirmed' || state === 'tentative' ? questionOn(scene, given) : noQuestion;
  const isNew =
    given.note !== undefined &&
    (texts.note !== scene.my_note || texts.declineReason !== scene.my_decline_reason);
  if (!isNew) {
    const { respondedAt, by, userId } = given;
    await noteReply(work.db, id, { respondedAt, personId: by === 'self' ? userId : null });
    if (scene.my_reconfirm_asked_at === null || question.reconfirmAskedAt !== null)
      return unchanged(scene, 'duplicate');
    await answerQuestion(work.db, id);
    return unchanged({ ...scene, my_reconfirm_asked_at: null }, 'duplicate');
  }
  const set = { ...texts, respondedBy: given.actorId, respondedAt: given.respondedAt, ...question };
  return (await take(work, scene, given, { userId: given.userId, to: state, set })).answer;
}
