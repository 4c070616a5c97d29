// One reply for many dates of a series: each date applies its own rules and has its own outcome.
import type { SeriesReplyAnswer } from '../../contract/events/registrations.ts';
import { forEachYielding } from '../db/yielding.ts';
import { seesAnyOf } from '../events/access-queries.ts';
import { holdsOrWaits, isPriced, replyStatus, stateNow } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { idsAwaitingReply } from '../events/queries.ts';
import { type EventRole, roleOf } from '../events/role-rules.ts';
import { notFound } from '../http/problem.ts';
import { datesOfSeries } from '../planning/series/series-queries.ts';
import { findOffer, lockEventRows, type RegistrationContext } from './queries.ts';
import { type Reply, reply } from './reply.ts';
import { lockEvent, type Tx } from './seats.ts';
import { unchanged } from './transition.ts';

type Given = Pick<Reply, 'note' | 'ifFull' | 'respondedAt' | 'userId'> & {
  response: Exclude<Reply['response'], 'cancel'>;
  /** The first and the last day of the reply, in the event's zone; absent means no limit. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only dates with an open question "Still coming?". */
  askedAgain?: true | undefined;
  /** Only dates that ask the person, and have no reply of theirs. */
  unanswered?: true | undefined;
};

/**
 * Replies to the upcoming dates of a series that the person can see. Throws not_found if they can see none of its dates,
 * past ones included.
 */
export async function replyToSeries(tx: Tx, seriesId: string, given: Given): Promise<SeriesReplyAnswer> {
  const { db, dialect, at } = tx;
  const listDates = async () =>
    (await datesOfSeries(db, seriesId)).filter(({ removed_at }) => removed_at === null);
  const isAsked = ({ starts_at, starts_on }: Awaited<ReturnType<typeof listDates>>[number]) =>
    starts_at > at && (given.from ?? '') <= starts_on && starts_on <= (given.to ?? '9999');
  const locked = (await listDates()).filter(isAsked).map(({ id }) => id);
  await lockEventRows(db, dialect, locked);
  // Read again under the locks: a date may have been moved out of these days meanwhile.
  const all = await listDates();
  const asked = all.filter((date) => locked.includes(date.id) && isAsked(date));
  const items: SeriesReplyAnswer['items'] = [];
  const awaiting = given.unanswered && (await idsAwaitingReply(db, asked, given.userId, at));
  let isSeen = false;
  await forEachYielding(asked, async ({ id, starts_at: startsAt }) => {
    if (awaiting && !awaiting.has(id)) return;
    const seen = await contextFor(tx, id, given.userId);
    if (!seen) return;
    isSeen = true;
    if (given.askedAgain && seen.context.my_reconfirm_asked_at === null) return;
    items.push({ eventId: id, startsAt, ...(await replyToDate(tx, seen, given)) });
  });
  const ids = all.map(({ id }) => id);
  if (!isSeen && !(await seesAnyOf(db, ids, given.userId, at))) throw notFound('series');
  return { items };
}

type Seen = { context: RegistrationContext; role: EventRole };

async function contextFor(tx: Tx, id: string, userId: string): Promise<Seen | undefined> {
  const context = await lockEvent(tx, id, userId);
  if (!context) return undefined;
  const role = roleOf(context);
  return canSeeEvent(context, role, replyStatus(context, context, tx.at)) ? { context, role } : undefined;
}

async function replyToDate(tx: Tx, { context, role }: Seen, given: Given) {
  if (await isAboutMoney(tx, context, given.response))
    return unchanged(context, 'refused', 'paid_one_by_one');
  return reply(tx, context, { ...given, by: 'self', actorId: given.userId, role });
}

/** Whether the reply takes or gives up a paid seat; people decide that date by date. */
export async function isAboutMoney(
  { db, at }: Tx,
  context: RegistrationContext,
  response: Given['response'],
): Promise<boolean> {
  const state = stateNow(context, at);
  const holds = holdsOrWaits.has(state);
  // Accepting an offered seat starts the short time to pay for it.
  const isOffered = state === 'offered';
  if (response === 'attending' && holds && !isOffered) return false;
  if (response === 'attending' && !(isOffered && context.my_offer_id !== null))
    return isPriced(context.lowest_offer);
  if (!holds || context.my_offer_id === null) return false;
  const offer = await findOffer(db, context.id, context.my_offer_id, context.my_offer_id);
  return offer !== undefined && offer.price_minor > 0;
}
