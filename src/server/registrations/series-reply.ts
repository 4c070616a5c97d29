// One answer for many dates of a series: each date takes it by its own rules, and says what became of it.
import type { SeriesReplyAnswer } from '../../contract/events/registrations.ts';
import { forEachYielding } from '../db/yielding.ts';
import { holdsOrWaits, isPriced, replyStanding, stateNow } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { type EventRole, roleOf } from '../events/role-rules.ts';
import { notFound } from '../http/problem.ts';
import { datesOfSeries } from '../planning/series/series-queries.ts';
import { findOffer, lockEvents, type SceneRow } from './queries.ts';
import { type Reply, reply } from './reply.ts';
import { openScene, type Work } from './seats.ts';
import { unchanged } from './transition.ts';

type Given = Pick<Reply, 'note' | 'ifFull' | 'respondedAt' | 'userId'> & {
  response: Exclude<Reply['response'], 'cancel'>;
  /** The first and the last day that is answered for, where the dates take place; absent is any. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only dates at which the person is asked whether they still come. */
  askedAgain?: true | undefined;
};

/**
 * Replies to the dates of a series that are to come and that the person sees. Throws not_found where they see none of its
 * dates, past ones neither.
 */
export async function replyToSeries(work: Work, seriesId: string, given: Given): Promise<SeriesReplyAnswer> {
  const { db, dialect, at } = work;
  const all = (await datesOfSeries(db, seriesId)).filter(({ removed_at }) => removed_at === null);
  const isAsked = ({ starts_at, starts_on }: (typeof all)[number]) =>
    starts_at > at && (given.from ?? '') <= starts_on && starts_on <= (given.to ?? '9999');
  const asked = all.filter(isAsked);
  await lockEvents(
    db,
    dialect,
    asked.map(({ id }) => id),
  );
  const items: SeriesReplyAnswer['items'] = [];
  let isSeen = false;
  await forEachYielding(asked, async ({ id, starts_at: startsAt }) => {
    const seen = await sceneFor(work, id, given.userId);
    if (!seen) return;
    isSeen = true;
    if (given.askedAgain && seen.scene.my_reconfirm_asked_at === null) return;
    items.push({ eventId: id, startsAt, ...(await replyToDate(work, seen, given)) });
  });
  if (!isSeen && !(await seesAny(work, all, given.userId))) throw notFound('series');
  return { items };
}

type Seen = { scene: SceneRow; role: EventRole };

async function sceneFor(work: Work, id: string, userId: string): Promise<Seen | undefined> {
  const scene = await openScene(work, id, userId);
  if (!scene) return undefined;
  const role = roleOf(scene);
  return canSeeEvent(scene, role, replyStanding(scene, scene, work.at)) ? { scene, role } : undefined;
}

async function seesAny(work: Work, dates: readonly { id: string }[], userId: string): Promise<boolean> {
  let isSeen = false;
  await forEachYielding(dates, async ({ id }) => {
    isSeen ||= (await sceneFor(work, id, userId)) !== undefined;
  });
  return isSeen;
}

async function replyToDate(work: Work, { scene, role }: Seen, given: Given) {
  if (await isAboutMoney(work, scene, given.response)) return unchanged(scene, 'refused', 'paid_one_by_one');
  return reply(work, scene, { ...given, by: 'self', actorId: given.userId, role });
}

/** Taking a place that costs something, or giving one up: that is decided date by date. */
export async function isAboutMoney(
  { db, at }: Work,
  scene: SceneRow,
  response: Given['response'],
): Promise<boolean> {
  const holds = holdsOrWaits.has(stateNow(scene, at));
  if (response === 'attending') return !holds && isPriced(scene.lowest_offer);
  if (!holds || scene.my_offer_id === null) return false;
  const offer = await findOffer(db, scene.id, scene.my_offer_id, scene.my_offer_id, { onSite: false });
  return offer !== undefined && offer.price_minor > 0;
}
