// Actions of organizers on a person's registration: approve, reject, remove, move, reply for them. All audited.
import type { ParsedBody } from '../../contract/api.ts';
import type { ReplyAnswer } from '../../contract/events/registrations.ts';
import type { NotificationKind, RegistrationState } from '../../contract/values/enums.ts';
import { attendingOf, closedFor, holdsOrWaits, isPriced } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { notFound, Problem } from '../http/problem.ts';
import { addNotifications } from '../notifications/queries.ts';
import { t } from '../words/t.ts';
import { offerNotices } from './money/pay-notices.ts';
import { tiesOf } from './money/seat-queries.ts';
import { belongsTo, findOffer, type RegistrationContext, registrationIdOf } from './queries.ts';
import { reply } from './reply.ts';
import { stateFor } from './rules.ts';
import type { Tx } from './seats.ts';
import { applyTransition, unchanged } from './transition.ts';
import { reorderWaitlist } from './waitlist-queries.ts';
import { auditRegistration } from './write-queries.ts';

type Change = ParsedBody<'PATCH /api/events/{id}/registrations/{userId}'>;
type Given = { actorId: string; userId: string; change: Change };

/**
 * Carries out one action on the registration of a context from `lockEvent` in this transaction. Throws stale_version with
 * the current registration, and not_found for a person whom the actor may not reply for.
 */
export async function changeRegistration(
  tx: Tx,
  context: RegistrationContext,
  given: Given,
): Promise<ReplyAnswer> {
  const { userId, change } = given;
  if (context.my_id === null && !(change.action === 'reply' && (await belongsTo(tx.db, context, userId))))
    throw notFound('reply');
  if (givesSeat.has(change.action) && !(await couldCome(tx, context, userId))) throw notFound('reply');
  if ((context.my_version ?? 0) !== change.version)
    throw new Problem('stale_version', t('This reply has changed in the meantime.'), {
      current: unchanged(context, 'refused'),
    });
  const closed = closedFor(context, tx.at);
  if (closed) return unchanged(context, 'refused', closed);
  const answer = await actions[change.action](tx, context, given);
  if (answer.outcome === 'applied') await record(tx, context, given, answer);
  return answer;
}

const givesSeat: ReadonlySet<Change['action']> = new Set(['approve', 'reply']);

/** A person whose role in the event's groups has ended cannot see the event, so they get no seat. */
async function couldCome({ db }: Tx, context: RegistrationContext, userId: string): Promise<boolean> {
  return canSeeEvent(context, (await tiesOf(db, context, userId)).role, 'holds');
}

type Act = (tx: Tx, context: RegistrationContext, given: Given) => Promise<ReplyAnswer>;

const actions: Record<Change['action'], Act> = {
  approve: async (tx, context, { userId }) => {
    if (context.my_state !== 'pendingApproval') return unchanged(context, 'refused', 'not_pending');
    const offer =
      context.my_offer_id === null
        ? undefined
        : await findOffer(tx.db, context.id, context.my_offer_id, context.my_offer_id);
    const isPaid = offer ? offer.price_minor > 0 : isPriced(context.lowest_offer);
    const attending = attendingOf(context, { role: 'guest', own: context, isPaid, by: 'organizer' }, tx.at);
    if ('refused' in attending) return unchanged(context, 'refused', attending.refused);
    return applyState(tx, context, userId, stateFor(attending.leadsTo, 'organizer'), 0);
  },
  reject: async (tx, context, { userId }) =>
    context.my_state === 'pendingApproval'
      ? applyState(tx, context, userId, 'rejected', 1)
      : unchanged(context, 'refused', 'not_pending'),
  remove: async (tx, context, { userId }) =>
    holdsOrWaits.has(context.my_state)
      ? applyState(tx, context, userId, 'cancelledByOrganizer', 1)
      : unchanged(context, 'duplicate'),
  move: async (tx, context, { userId, change: { position = 1 } }) => {
    if (context.my_state !== 'waitlisted' || context.my_id === null)
      return unchanged(context, 'refused', 'not_waitlisted');
    const wanted = Math.min(position, context.waiting_count);
    if (wanted === context.my_position) return unchanged(context, 'duplicate');
    await reorderWaitlist(tx.db, context.id, { moved: context.my_id, position: wanted });
    const moved = { ...context, my_order: wanted, my_position: wanted };
    return applyState(tx, moved, userId, 'waitlisted', context.my_must_ask ?? 0);
  },
  reply: (tx, context, { actorId, userId, change }) => {
    const { response = 'attending', note, offerId, ifFull = 'waitlist' } = change;
    return reply(tx, context, {
      by: 'organizer',
      actorId,
      userId,
      role: 'guest',
      response,
      note,
      offerId,
      ifFull,
      respondedAt: tx.at,
    });
  },
};

async function applyState(
  tx: Tx,
  context: RegistrationContext,
  userId: string,
  to: RegistrationState,
  mustAsk: 0 | 1,
): Promise<ReplyAnswer> {
  return (await applyTransition(tx, context, { by: 'organizer' }, { userId, to, set: { mustAsk } })).answer;
}

const noticeKinds: Partial<Record<RegistrationState, NotificationKind>> = {
  confirmed: 'placeConfirmed',
  waitlisted: 'waitlistJoined',
  rejected: 'registrationRejected',
  cancelledByOrganizer: 'registrationCancelled',
};

/** Writes the audit entry and notifies the person, except of moves on the waitlist. */
async function record(
  { db, at }: Tx,
  context: RegistrationContext,
  { actorId, userId, change }: Given,
  { registration }: ReplyAnswer,
): Promise<void> {
  const id = context.my_id ?? (await registrationIdOf(db, context.id, userId));
  if (!registration || id === null) throw new Error('What was applied left no registration.');
  const { state, position, holdExpiresAt } = registration;
  const before = context.my_id === null ? null : { state: context.my_state, position: context.my_position };
  const after = { state, position, reason: change.reason ?? null };
  await auditRegistration(db, { actorId, action: change.action, registrationId: id, before, after, at });
  if (change.action === 'move' || actorId === userId) return;
  if (state === 'offered' && holdExpiresAt) {
    await addNotifications(
      db,
      await offerNotices(db, context.id, [{ id, userId, until: holdExpiresAt }]),
      at,
    );
    return;
  }
  const isDecision = change.action !== 'reply' || context.my_state === 'pendingApproval';
  const kind = (isDecision && noticeKinds[state]) || 'repliedForYou';
  const changes = [
    { field: 'state', before: before?.state ?? null, after: state },
    ...(holdExpiresAt ? [{ field: 'holdExpiresAt', before: null, after: holdExpiresAt }] : []),
  ];
  await addNotifications(db, [{ userId, actorId, kind, eventId: context.id, changes }], at);
}
