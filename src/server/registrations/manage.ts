// What those who run an event do with somebody's registration: approve, reject, remove, move, reply for them. All audited.
import type { ParsedBody } from '../../contract/api.ts';
import type { ReplyAnswer } from '../../contract/events/registrations.ts';
import type { NotificationKind, RegistrationState } from '../../contract/values/words.ts';
import { attendingOf, closedFor, holdsOrWaits, isPriced } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { notFound, Problem } from '../http/problem.ts';
import { addNotifications } from '../notifications/queries.ts';
import { t } from '../words/t.ts';
import { offerNotices } from './money/pay-notices.ts';
import { tiesOf } from './money/place-queries.ts';
import { auditRegistration, belongsTo, findOffer, registrationIdOf, type SceneRow } from './queries.ts';
import { reply } from './reply.ts';
import { stateFor } from './rules.ts';
import type { Work } from './seats.ts';
import { take, unchanged } from './transition.ts';
import { reorderWaitlist } from './waitlist-queries.ts';

type Change = ParsedBody<'PATCH /api/events/{id}/registrations/{userId}'>;
type Given = { actorId: string; userId: string; change: Change };

/**
 * Carries out one action on the registration of a scene that `openScene` opened in this transaction. Throws
 * stale_version with what is true now, and not_found for someone whom the actor may not reply for.
 */
export async function changeRegistration(work: Work, scene: SceneRow, given: Given): Promise<ReplyAnswer> {
  const { userId, change } = given;
  if (scene.my_id === null && !(change.action === 'reply' && (await belongsTo(work.db, scene, userId))))
    throw notFound('reply');
  if (givesPlace.has(change.action) && !(await couldCome(work, scene, userId))) throw notFound('reply');
  if ((scene.my_version ?? 0) !== change.version)
    throw new Problem('stale_version', t('This reply has changed in the meantime.'), {
      current: unchanged(scene, 'refused'),
    });
  const closed = closedFor(scene, work.at);
  if (closed) return unchanged(scene, 'refused', closed);
  const answer = await actions[change.action](work, scene, given);
  if (answer.outcome === 'applied') await record(work, scene, given, answer);
  return answer;
}

const givesPlace: ReadonlySet<Change['action']> = new Set(['approve', 'reply']);

/** Someone whose role in the event's groups has ended would not see what they have a place at. */
async function couldCome({ db }: Work, scene: SceneRow, userId: string): Promise<boolean> {
  return canSeeEvent(scene, (await tiesOf(db, scene, userId)).role, 'holds');
}

type Act = (work: Work, scene: SceneRow, given: Given) => Promise<ReplyAnswer>;

const actions: Record<Change['action'], Act> = {
  approve: async (work, scene, { userId }) => {
    if (scene.my_state !== 'pendingApproval') return unchanged(scene, 'refused', 'not_pending');
    const offer =
      scene.my_offer_id === null
        ? undefined
        : await findOffer(work.db, scene.id, scene.my_offer_id, scene.my_offer_id);
    const isPaid = offer ? offer.price_minor > 0 : isPriced(scene.lowest_offer);
    const attending = attendingOf(scene, { role: 'guest', own: scene, isPaid, by: 'organizer' }, work.at);
    if ('refused' in attending) return unchanged(scene, 'refused', attending.refused);
    return step(work, scene, userId, stateFor(attending.leadsTo, 'organizer'), 0);
  },
  reject: async (work, scene, { userId }) =>
    scene.my_state === 'pendingApproval'
      ? step(work, scene, userId, 'rejected', 1)
      : unchanged(scene, 'refused', 'not_pending'),
  remove: async (work, scene, { userId }) =>
    holdsOrWaits.has(scene.my_state)
      ? step(work, scene, userId, 'cancelledByOrganizer', 1)
      : unchanged(scene, 'duplicate'),
  move: async (work, scene, { userId, change: { position = 1 } }) => {
    if (scene.my_state !== 'waitlisted' || scene.my_id === null)
      return unchanged(scene, 'refused', 'not_waitlisted');
    const wanted = Math.min(position, scene.waiting_count);
    if (wanted === scene.my_position) return unchanged(scene, 'duplicate');
    await reorderWaitlist(work.db, scene.id, { moved: scene.my_id, position: wanted });
    const moved = { ...scene, my_order: wanted, my_position: wanted };
    return step(work, moved, userId, 'waitlisted', scene.my_must_ask ?? 0);
  },
  reply: (work, scene, { actorId, userId, change }) => {
    const { response = 'attending', note, offerId, ifFull = 'waitlist' } = change;
    return reply(work, scene, {
      by: 'organizer',
      actorId,
      userId,
      role: 'guest',
      response,
      note,
      offerId,
      ifFull,
      respondedAt: work.at,
    });
  },
};

async function step(
  work: Work,
  scene: SceneRow,
  userId: string,
  to: RegistrationState,
  mustAsk: 0 | 1,
): Promise<ReplyAnswer> {
  return (await take(work, scene, { by: 'organizer' }, { userId, to, set: { mustAsk } })).answer;
}

const toldOfState: Partial<Record<RegistrationState, NotificationKind>> = {
  confirmed: 'placeConfirmed',
  waitlisted: 'waitlistJoined',
  rejected: 'registrationRejected',
  cancelledByOrganizer: 'registrationCancelled',
};

/** The audit line, and the notice to the person whose registration it is. Being moved on the waitlist is no news to them. */
async function record(
  { db, at }: Work,
  scene: SceneRow,
  { actorId, userId, change }: Given,
  { registration }: ReplyAnswer,
): Promise<void> {
  const id = scene.my_id ?? (await registrationIdOf(db, scene.id, userId));
  if (!registration || id === null) throw new Error('What was applied left no registration.');
  const { state, position, holdExpiresAt } = registration;
  const before = scene.my_id === null ? null : { state: scene.my_state, position: scene.my_position };
  const after = { state, position, reason: change.reason ?? null };
  await auditRegistration(db, { actorId, action: change.action, registrationId: id, before, after, at });
  if (change.action === 'move' || actorId === userId) return;
  if (state === 'offered' && holdExpiresAt) {
    await addNotifications(db, await offerNotices(db, scene.id, [{ id, userId, until: holdExpiresAt }]), at);
    return;
  }
  const kind = (change.action !== 'reply' && toldOfState[state]) || 'repliedForYou';
  const changes = [
    { field: 'state', before: before?.state ?? null, after: state },
    ...(holdExpiresAt ? [{ field: 'holdExpiresAt', before: null, after: holdExpiresAt }] : []),
  ];
  await addNotifications(db, [{ userId, kind, eventId: scene.id, changes }], at);
}
