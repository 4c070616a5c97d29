// Plans a change of an event. The preview shows the plan; the edit applies the same plan.
import type { EventEdit } from '../../../contract/events/planning.ts';
import type { EventStatus } from '../../../contract/values/enums.ts';
import { listBackOn, syncAbsenceAnswers } from '../../absences/queries.ts';
import { closedFor, remainingSeats, replyStatus, stateNow } from '../../events/can-rules.ts';
import { canSeeEvent } from '../../events/policy.ts';
import { roleAt } from '../../events/role-rules.ts';
import { dayIn } from '../../events/rules.ts';
import { groupRolesOfPeople } from '../../groups/queries.ts';
import type { GroupRoles } from '../../groups/rules.ts';
import { filterWithAccount } from '../../notifications/queries.ts';
import type { NewEventNotification } from '../../notifications/rules.ts';
import {
  confirmHolds,
  endRegistrationsOf,
  peopleCountingOn,
  type Question,
  refreshSeats,
  resumeHolds,
  saveQuestions,
  suspendHolds,
  type Tx,
  waitingInOrder,
} from '../../registrations/change-queries.ts';
import { type StoredEvent, setOrganizer, updateEvent } from '../event-queries.ts';
import { addOffers, deleteOffers, updateOffer, withdrawOffers } from '../offer-queries.ts';
import { findTeams } from '../owner-queries.ts';
import { placeTexts } from '../places/place-queries.ts';
import { type NotifiedFields, notifiedChanges, offerSteps, type Planned, statusAfter } from '../rules.ts';
import { countAtPlace, repliesTo } from './effect-queries.ts';
import type { Effect } from './effects.ts';
import { isMovedInTime, questionsAfter } from './reconfirm-rules.ts';

type Stored = NonNullable<StoredEvent>;

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
  nothingToPay: string[];
  placesOffered: string[];
  /** Questions "Still coming?" to ask or to clear. */
  questions: Question[];
  offers: ReturnType<typeof offerSteps>;
  effect: Effect;
};

type Asked = {
  stored: Stored;
  after: Planned;
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
  { stored, after, placeName, asked: askedStatus, actorId, moving = new Set([stored.row.id]) }: Asked,
): Promise<ChangePlan> {
  const { db, at } = tx;
  const { row, planned: before } = stored;
  const isPublished = row.publication === 'published';
  const isRunning = closedFor(row, at) === null;
  const status = statusAfter(
    { eventStatus: row.event_status, startsAt: before.startsAt, isPublished },
    { startsAt: after.startsAt, asked: askedStatus },
  );
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
  const losing = isRunning ? await peopleLosingAccess(tx, stored, after, holding) : [];
  const isSeated = (reply: Reply) => seats.has(stateNow(reply, at) ?? '');
  const losePlace = losing.map(({ person_id }) => person_id);
  const staying = replies.filter((reply) => !losing.includes(reply));

  const isFree = (offers: Planned['offers']) => offers.every(({ price }) => price.amountMinor === 0);
  const nothingToPay =
    isFree(after.offers) && !isFree(before.offers)
      ? staying
          .filter((reply) => stateNow(reply, at) === 'pendingPayment' && reply.processing === 0)
          .map(({ person_id }) => person_id)
      : [];

  const seated = staying.filter(isSeated);
  const free = remainingSeats(after.maximumAttendeeCapacity, seated.length);
  const waiting = (await waitingInOrder(db, row.id, null)).filter(
    ({ person_id }) => !losePlace.includes(person_id),
  );
  const isOpen = isRunning && status !== 'EventPostponed';
  const placesOffered = (isOpen ? waiting.slice(0, free ?? offeredAtOnce) : []).map(
    ({ person_id }) => person_id,
  );
  const wasAbove = Math.max(0, seated.length - (before.maximumAttendeeCapacity ?? seated.length));
  const above = Math.max(0, seated.length - (after.maximumAttendeeCapacity ?? seated.length));

  const offers = offerSteps(stored.offers, after.offers);
  const keepPrice = staying.filter(
    (reply) => reply.offer_id !== null && offers.withdraw.includes(reply.offer_id),
  ).length;
  const requests = staying.filter((reply) => stateNow(reply, at) === 'pendingApproval').length;
  const isTelling = isRunning && changes.length > 0;
  const concerned = isTelling ? await peopleCountingOn(db, row.id, at) : [];
  const toNotify = isTelling
    ? [...concerned, ...(await listBackOn(tx, row.id, dayOf(after)))].filter(
        (id) => id !== actorId && !losePlace.includes(id),
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
  const notified = await filterWithAccount(db, [
    ...toNotify,
    ...losePlace,
    ...nothingToPay,
    ...placesOffered,
  ]);
  notified.delete(actorId);

  const isPast = after.startsAt <= at && after.startsAt !== before.startsAt;
  const warnings: Effect['warnings'] = {
    startsInPast: isPast ? 1 : 0,
    placeTaken: isMoved(before, after) ? await countAtPlace(db, moving, after) : 0,
    aboveCapacity: above > wasAbove ? above : 0,
    placesOffered: placesOffered.length,
    losePlace: losePlace.length,
    keepPrice: keepPrice - nothingToPay.length > 0 ? keepPrice - nothingToPay.length : 0,
    nothingToPay: nothingToPay.length,
    requestsStay: before.joinPolicy === 'approval' && after.joinPolicy !== 'approval' ? requests : 0,
  };
  return {
    after,
    status,
    previousStartDates: previousStarts(stored, after, status),
    changes: isPublished ? changes : [],
    toNotify,
    losePlace: {
      withoutSeat: losing.filter((reply) => !isSeated(reply)).map(({ person_id }) => person_id),
      seated: losing.filter(isSeated).map(({ person_id }) => person_id),
    },
    nothingToPay,
    placesOffered,
    questions,
    offers,
    effect: {
      notified,
      holding: new Set(holding.map(({ person_id }) => person_id)),
      paying: new Set(replies.filter(({ payments }) => payments > 0).map(({ person_id }) => person_id)),
      askedAgain: new Set(staying.filter(({ id }) => asked.has(id)).map(({ person_id }) => person_id)),
      warnings,
    },
  };
}

/** The same limit as in registrations/seats.ts. */
const offeredAtOnce = 500;
const seats: ReadonlySet<string> = new Set(['confirmed', 'pendingPayment', 'offered']);

const notifiedFieldsOf = (
  event: Planned,
  place: string | null,
  eventStatus: EventStatus,
): NotifiedFields => ({
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  timeZone: event.timeZone,
  place,
  eventStatus,
  meetingPoint: event.meetingPoint,
});

const dayOf = ({ timeZone, startsAt }: Planned) => dayIn(timeZone, new Date(startsAt));

/** Whether a change moves an event to another time or place. */
export const isMoved = (before: Planned, after: Planned): boolean =>
  before.placeId !== after.placeId || isMovedInTime(before, after);

function previousStarts({ row, planned }: Stored, after: Planned, status: EventStatus): string[] {
  const known = JSON.parse(row.previous_start_dates) as string[];
  return status === 'EventRescheduled' && after.startsAt !== planned.startsAt
    ? [planned.startsAt, ...known]
    : known;
}

type Reply = Awaited<ReturnType<typeof repliesTo>>[number];

/** People with a reply who can see the event without a seat now, but not after the change. */
async function peopleLosingAccess(
  { db }: Tx,
  { row, planned: before }: Stored,
  after: Planned,
  holding: readonly Reply[],
): Promise<Reply[]> {
  const isSame =
    before.visibility === after.visibility &&
    before.teamIds.join() === after.teamIds.join() &&
    before.owner.id === after.owner.id;
  if (isSame || after.visibility === 'public' || after.visibility === 'unlisted') return [];
  const teams = await findTeams(db, [...new Set([...before.teamIds, ...after.teamIds])]);
  const rolesOfPeople = await groupRolesOfPeople(
    db,
    holding.map(({ person_id }) => person_id),
  );
  const sees = (event: Planned, groupRoles: GroupRoles) => {
    const role = roleAt(
      {
        organizer_user_id: event.owner.kind === 'person' ? event.owner.id : null,
        organizer_organization_id: event.owner.organizationId,
        owner_team_id: event.owner.kind === 'team' ? event.owner.id : null,
        teams: teams.filter(({ id }) => event.teamIds.includes(id)),
      },
      groupRoles,
    );
    return canSeeEvent({ publication: row.publication, visibility: event.visibility }, role, 'past');
  };
  return holding.filter(({ person_id }) => {
    const groupRoles = rolesOfPeople.get(person_id);
    return groupRoles !== undefined && sees(before, groupRoles) && !sees(after, groupRoles);
  });
}

/** Applies the plan of `planChange` in the same transaction. Returns the notifications to send. */
export async function applyChange(
  tx: Tx,
  stored: Stored,
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
  if (before.owner.id !== after.owner.id || before.owner.organizationId !== after.owner.organizationId)
    await setOrganizer(db, row.id, after, actorId);
  await moveHoldEnds(tx, stored, plan);
  await withdrawOffers(db, offers.withdraw, at);
  await deleteOffers(db, offers.remove);
  for (const offer of offers.change) await updateOffer(db, offer, at);
  await addOffers(
    db,
    offers.add.map((offer) => ({ eventId: row.id, offer })),
    at,
  );
  await endRegistrationsOf(tx, row.id, plan.losePlace.seated, actorId);
  await saveQuestions(db, plan.questions);
  await confirmHolds(tx, row.id, plan.nothingToPay);
  if (plan.placesOffered.length > 0) await refreshSeats(tx, row.id, actorId);
  await syncAbsenceAnswers(tx, row.id);
  const { withoutSeat, seated } = plan.losePlace;
  const about = { eventId: row.id, startsAt: after.startsAt, actorId };
  return [
    ...[...withoutSeat, ...seated].map(
      (userId) => ({ userId, kind: 'registrationCancelled', ...about }) as const,
    ),
    ...plan.nothingToPay.map((userId) => ({ userId, kind: 'placeConfirmed', ...about }) as const),
    ...plan.toNotify.map((userId) => ({ userId, kind: 'eventChanged', ...about, changes }) as const),
  ];
}

/** No one can accept a place or pay while an event is postponed, so holds and offers do not expire meanwhile. */
async function moveHoldEnds(tx: Tx, { row }: Stored, { status, after }: ChangePlan): Promise<void> {
  const wasPostponed = row.event_status === 'EventPostponed';
  if (wasPostponed === (status === 'EventPostponed')) return;
  if (!wasPostponed) return suspendHolds(tx, row.id);
  const { startsAt: starts_at, endsAt: ends_at, timeZone: time_zone } = after;
  await resumeHolds(tx, { id: row.id, starts_at, ends_at, time_zone });
}
