// Plans a change of an event. The preview shows the plan; the edit applies the same plan.
import type { EventEdit } from '../../../contract/events/planning.ts';
import type { EventStatus } from '../../../contract/values/enums.ts';
import { listBackOn, syncAbsenceAnswers } from '../../absences/queries.ts';
import {
  closedFor,
  holdsOrWaits,
  remainingSeats,
  repliesClosedFor,
  replyStatus,
  stateNow,
} from '../../events/can-rules.ts';
import { dayIn } from '../../events/rules.ts';
import { reconsiderQuestionsAbout } from '../../notifications/delivery-queries.ts';
import { filterWithAccount } from '../../notifications/queries.ts';
import type { NewEventNotification } from '../../notifications/rules.ts';
import {
  clearOffers,
  confirmHolds,
  endRegistrationsOf,
  nextInLine,
  peopleCountingOn,
  type Question,
  refreshSeats,
  resumeHolds,
  saveQuestions,
  shortenHolds,
  suspendHolds,
  type Tx,
} from '../../registrations/change-queries.ts';
import { beforePayment, offeredAtOnce, takesSeat } from '../../registrations/rules.ts';
import { isDueEarlier } from '../../reminders/rules.ts';
import { type StoredEvent, setOrganizer, updateEvent } from '../event-queries.ts';
import { addOffers, deleteOffers, updateOffer, withdrawOffers } from '../offer-queries.ts';
import { placeTexts } from '../places/place-queries.ts';
import {
  isGivenAway,
  notifiedChanges,
  notifiedFieldsOf,
  offerSteps,
  type Planned,
  previousStarts,
  statusAfter,
} from '../rules.ts';
import { countAtPlace, idsOf, isPaying, isRefunded, type Reply, repliesTo } from './effect-queries.ts';
import type { Effect } from './effects.ts';
import { isAhead, leadersLeaving, peopleLosingAccess } from './lost-access.ts';
import { isMovedInTime, questionsAfter } from './reconfirm-rules.ts';

/** The effects of a change, decided under the event's lock. */
export type ChangePlan = {
  after: Planned;
  status: EventStatus;
  previousStartDates: string[];
  /** Old and new values for the notifications; empty if no one is notified. */
  changes: ReturnType<typeof notifiedChanges>;
  toNotify: string[];
  /** People who lose access; those without a seat end first, so that they get no offer in between. */
  losePlace: { withoutSeat: string[]; seated: string[] };
  /** Leaders to notify who no longer lead it, other than those who lose their place. */
  leadersTold: string[];
  /** The event becomes free: people without a paid or held seat lose the price that they replied with. */
  becomesFree: boolean;
  nothingToPay: string[];
  placesOffered: string[];
  /** Questions "Still coming?" to ask or to clear. */
  questions: Question[];
  offers: ReturnType<typeof offerSteps>;
  effect: Effect;
};

type Asked = {
  stored: StoredEvent;
  after: Planned;
  /** The leaders whom the edit names. */
  namedLeaders?: readonly string[] | undefined;
  /** The name of the new place, for the notification. */
  placeName: string | null;
  asked: EventEdit['eventStatus'];
  actorId: string;
  /** The ids of all events that the same edit moves, which are no conflict for each other. Absent: only this one. */
  moving?: ReadonlySet<string>;
};

/** Plans a change of a locked event. Writes nothing. */
export async function planChange(
  tx: Tx,
  { stored, placeName, actorId, moving = new Set([stored.row.id]), ...edit }: Asked,
): Promise<ChangePlan> {
  const { db, at } = tx;
  const { row, planned: before } = stored;
  const isPublished = row.publication === 'published';
  const leaving = isAhead(stored, edit.after, at)
    ? await leadersLeaving(tx, before, edit.after, edit.namedLeaders)
    : [];
  const after = { ...edit.after, leaderIds: edit.after.leaderIds.filter((id) => !leaving.includes(id)) };
  const status = statusAfter(
    { eventStatus: row.event_status, startsAt: before.startsAt, isPublished },
    { startsAt: after.startsAt, asked: edit.asked },
  );
  const next = {
    publication: row.publication,
    event_status: status,
    // Only people who can run it edit it.
    is_owner_inactive: 0 as const,
    starts_at: after.startsAt,
    ends_at: after.endsAt,
  };
  // An event that is over concerns people again if it gets a later date or is postponed.
  const isRunning = closedFor(row, at) === null || closedFor(next, at) === null;
  const [placeBefore, placeAfter] = await placeTexts(
    db,
    { id: before.placeId, name: row.place_name },
    { id: after.placeId, name: placeName },
  );
  const changes = notifiedChanges(
    notifiedFieldsOf(before, placeBefore, row.event_status),
    notifiedFieldsOf(after, placeAfter, status),
  );
  const replies = await repliesTo(db, row.id);
  const holding = replies.filter((reply) => replyStatus(row, reply, at) === 'holds');
  const holders = idsOf(holding);
  const losing = isRunning ? await peopleLosingAccess(tx, stored, after, holding) : [];
  const isSeated = (reply: Reply) => takesSeat.has(stateNow(reply, at));
  const losePlace = [...idsOf(losing)];
  const staying = replies.filter((reply) => !losing.includes(reply));

  const isFree = (offers: Planned['offers']) => offers.every(({ price }) => price.amountMinor === 0);
  const becomesFree = isFree(after.offers) && !isFree(before.offers);
  const nothingToPay = becomesFree
    ? staying
        .filter((reply) => stateNow(reply, at) === 'pendingPayment' && reply.processing === 0)
        .map(({ person_id }) => person_id)
    : [];

  const seated = staying.filter(isSeated);
  const free = remainingSeats(after.maximumAttendeeCapacity, seated.length);
  const waiting = (await nextInLine(db, row.id, null)).filter(
    ({ person_id }) => !losePlace.includes(person_id),
  );
  const placesOffered = (
    repliesClosedFor(next, at) === null ? waiting.slice(0, free ?? offeredAtOnce) : []
  ).map(({ person_id }) => person_id);
  // The last ones to reply: with several dates each person counts once.
  const above = (capacity: number | null) => seated.slice(capacity ?? seated.length);
  const nowAbove = above(after.maximumAttendeeCapacity);

  const offers = offerSteps(stored.offers, after.offers);
  const keepPrice = staying.filter((reply) => {
    const state = stateNow(reply, at);
    const isReleased = becomesFree && (beforePayment.has(state) || nothingToPay.includes(reply.person_id));
    const isWithdrawn = reply.offer_id !== null && offers.withdraw.includes(reply.offer_id);
    return isWithdrawn && holdsOrWaits.has(state) && !isReleased;
  });
  const isUndecided = before.joinPolicy === 'approval' && after.joinPolicy !== 'approval';
  const requests = isUndecided ? staying.filter((reply) => stateNow(reply, at) === 'pendingApproval') : [];
  const isTelling = isRunning && changes.length > 0;
  const concerned = isTelling ? await peopleCountingOn(db, row.id, at) : [];
  const toNotify = isTelling
    ? [...new Set([...concerned, ...(await listBackOn(db, row.id, dayOf(after)))])].filter(
        (id) => id !== actorId && !losePlace.includes(id) && (holders.has(id) || !leaving.includes(id)),
      )
    : [];
  // Organizers answer for managed members, so these are not asked.
  const canAnswer = isPublished && isTelling ? await filterWithAccount(db, concerned) : new Set<string>();
  const questions = questionsAfter(
    staying.filter(({ person_id }) => canAnswer.has(person_id)),
    { before: { ...before, status: row.event_status }, after: { ...after, status }, actorId, at },
  );
  const asked = new Set(
    questions.filter(({ askedAt }) => askedAt !== null).map(({ registrationId }) => registrationId),
  );
  const leadersTold = isRunning ? leaving.filter((id) => id !== actorId && !losePlace.includes(id)) : [];
  const notified = await filterWithAccount(db, [
    ...toNotify,
    ...leadersTold,
    ...losePlace,
    ...nothingToPay,
    ...placesOffered,
  ]);
  notified.delete(actorId);

  const isPast = after.startsAt <= at && after.startsAt !== before.startsAt;
  const events: Effect['events'] = {
    startsInPast: isPast ? 1 : 0,
    placeTaken: isMoved(before, after) ? await countAtPlace(db, moving, after) : 0,
    leadersRemoved: leaving.length > 0 ? 1 : 0,
  };
  const people: Effect['people'] = {
    aboveCapacity: idsOf(nowAbove.length > above(before.maximumAttendeeCapacity).length ? nowAbove : []),
    placesOffered: new Set(placesOffered),
    losePlace: new Set(losePlace),
    keepPrice: idsOf(keepPrice),
    nothingToPay: new Set(nothingToPay),
    requestsStay: idsOf(requests),
    refunded: idsOf(losing.filter(isRefunded)),
  };
  return {
    after,
    status,
    previousStartDates: previousStarts(JSON.parse(row.previous_start_dates), { before, after, status }),
    changes: isPublished ? changes : [],
    toNotify,
    losePlace: {
      withoutSeat: [...idsOf(losing.filter((reply) => !isSeated(reply)))],
      seated: [...idsOf(losing.filter(isSeated))],
    },
    leadersTold,
    becomesFree,
    nothingToPay,
    placesOffered,
    questions,
    offers,
    effect: {
      notified,
      holding: idsOf(holding.filter((reply) => !losing.includes(reply))),
      paying: idsOf(staying.filter((reply) => isPaying(reply) && !nothingToPay.includes(reply.person_id))),
      askedAgain: idsOf(staying.filter(({ id }) => asked.has(id))),
      people,
      events,
    },
  };
}

const dayOf = ({ timeZone, startsAt }: Planned) => dayIn(timeZone, new Date(startsAt));

/** Whether a change moves an event to another time or place. */
export const isMoved = (before: Planned, after: Planned): boolean =>
  before.placeId !== after.placeId || isMovedInTime(before, after);

/** Applies the plan of `planChange` in the same transaction. Returns the notifications to send. */
export async function applyChange(
  tx: Tx,
  stored: StoredEvent,
  plan: ChangePlan,
  actorId: string,
): Promise<NewEventNotification[]> {
  const { db, at } = tx;
  const { row, planned: before } = stored;
  const { after, status, previousStartDates, changes, offers } = plan;
  await endRegistrationsOf(tx, row.id, plan.losePlace.withoutSeat, actorId);
  await updateEvent(
    db,
    row.id,
    { before, after, status, previousStartDates, isNotified: changes.length > 0 },
    at,
  );
  if (isDueEarlier(before, after)) await reconsiderQuestionsAbout(db, row.id);
  if (isGivenAway(before, after)) await setOrganizer(db, row.id, after, actorId);
  await moveHoldEnds(tx, stored, plan);
  await withdrawOffers(db, offers.withdraw, at);
  await deleteOffers(db, offers.remove);
  for (const offer of offers.change) await updateOffer(db, offer, at);
  await addOffers(
    db,
    offers.add.map((offer) => ({ eventId: row.id, offer })),
    at,
  );
  // First, because a managed member who gets a freed seat would owe the price of their offer.
  if (plan.becomesFree) await clearOffers(db, row.id, at);
  await endRegistrationsOf(tx, row.id, plan.losePlace.seated, actorId);
  await saveQuestions(db, plan.questions);
  await confirmHolds(tx, row.id, plan.nothingToPay);
  const isEarlier = after.startsAt < before.startsAt || after.endsAt < before.endsAt;
  if (isEarlier && row.event_status !== 'EventPostponed' && status !== 'EventPostponed')
    await shortenHolds(tx, momentsOf(row.id, after), actorId);
  if (plan.placesOffered.length > 0) await refreshSeats(tx, row.id, actorId);
  await syncAbsenceAnswers(tx, row.id);
  const { withoutSeat, seated } = plan.losePlace;
  const about = { eventId: row.id, startsAt: after.startsAt, actorId };
  return [
    ...[...withoutSeat, ...seated].map(
      (userId) => ({ userId, kind: 'registrationCancelled', ...about }) as const,
    ),
    ...plan.leadersTold.map((userId) => ({ userId, kind: 'leaderRemoved', ...about }) as const),
    ...plan.nothingToPay.map((userId) => ({ userId, kind: 'placeConfirmed', ...about }) as const),
    ...plan.toNotify.map((userId) => ({ userId, kind: 'eventChanged', ...about, changes }) as const),
  ];
}

/** No one can accept a place or pay while an event is postponed, so holds and offers do not expire meanwhile. */
async function moveHoldEnds(tx: Tx, { row }: StoredEvent, { status, after }: ChangePlan): Promise<void> {
  const wasPostponed = row.event_status === 'EventPostponed';
  if (wasPostponed === (status === 'EventPostponed')) return;
  if (!wasPostponed) return suspendHolds(tx, row.id);
  await resumeHolds(tx, momentsOf(row.id, after));
}

const momentsOf = (id: string, { startsAt, endsAt, timeZone }: Planned) => ({
  id,
  starts_at: startsAt,
  ends_at: endsAt,
  time_zone: timeZone,
});
