// What a change of an event does: worked out once, then shown before it is made and carried out by the same plan.
import type { ChangePreview, EventEdit } from '../../contract/planning.ts';
import type { ChangeWarning, EventStatus } from '../../contract/words.ts';
import { closedFor, remainingPlaces, replyStanding, stateNow } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { roleAt } from '../events/role-rules.ts';
import { standingsOf } from '../groups/queries.ts';
import type { Standing } from '../groups/rules.ts';
import { addNotifications, withAccount } from '../notifications/queries.ts';
import {
  bringUpToNow,
  confirmHolds,
  endPlacesOf,
  type Work,
  waitingInOrder,
  whoCountsOn,
} from '../registrations/change-queries.ts';
import { countAtPlace, repliesTo } from './effect-queries.ts';
import { type StoredEvent, setOrganizer, updateEvent } from './event-queries.ts';
import { addOffers, deleteOffers, updateOffer, withdrawOffers } from './offer-queries.ts';
import { findTeams } from './owner-queries.ts';
import { offerSteps, type Planned, statusAfter, type Told, toldChanges } from './rules.ts';

type Stored = NonNullable<StoredEvent>;

/** All that a change does, decided on the locked event. */
export type ChangePlan = {
  after: Planned;
  status: EventStatus;
  previousStartDates: string[];
  /** What people are told, old and new; empty where nobody is. */
  changes: ReturnType<typeof toldChanges>;
  told: string[];
  /** Who loses what they hold: first those without a seat, so that none is offered to them in between. */
  losePlace: { withoutSeat: string[]; seated: string[] };
  nothingToPay: string[];
  placesOffered: string[];
  offers: ReturnType<typeof offerSteps>;
  preview: ChangePreview;
};

type Asked = {
  stored: Stored;
  after: Planned;
  /** The name of the new place, for the notice. */
  placeName: string | null;
  asked: EventEdit['eventStatus'];
  actorId: string;
};

/** Works out what a change of a locked event would do. Changes nothing. */
export async function planChange(
  work: Work,
  { stored, after, placeName, asked, actorId }: Asked,
): Promise<ChangePlan> {
  const { db, at } = work;
  const { row, planned: before } = stored;
  const isPublished = row.publication === 'published';
  const isRunning = closedFor(row, at) === null;
  const status = statusAfter(
    { eventStatus: row.event_status, startsAt: before.startsAt, isPublished },
    { startsAt: after.startsAt, asked },
  );
  const changes = toldChanges(
    toldOf(before, row.place_name, row.event_status),
    toldOf(after, placeName, status),
  );
  const replies = await repliesTo(db, row.id);
  const holding = replies.filter((reply) => replyStanding(row, reply, at) === 'holds');
  const losing = isRunning ? await losers(work, stored, after, holding) : [];
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
  const free = remainingPlaces(after.maximumAttendeeCapacity, seated.length);
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
  const told =
    isRunning && changes.length > 0
      ? (await whoCountsOn(db, row.id, at)).filter((id) => id !== actorId && !losePlace.includes(id))
      : [];
  const notified = await withAccount(db, [...told, ...losePlace, ...nothingToPay, ...placesOffered]);
  notified.delete(actorId);

  const isPast = after.startsAt <= at && after.startsAt !== before.startsAt;
  const counts: Record<ChangeWarning, number> = {
    startsInPast: isPast ? 1 : 0,
    placeTaken: isMoved(before, after) ? await countAtPlace(db, row.id, after) : 0,
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
    told,
    losePlace: {
      withoutSeat: losing.filter((reply) => !isSeated(reply)).map(({ person_id }) => person_id),
      seated: losing.filter(isSeated).map(({ person_id }) => person_id),
    },
    nothingToPay,
    placesOffered,
    offers,
    preview: previewOf(
      {
        notified: notified.size,
        registrations: holding.length,
        payments: replies.filter(({ payments }) => payments > 0).length,
      },
      counts,
    ),
  };
}

/** Places are offered by so many at once; see seats.ts. */
const offeredAtOnce = 500;
const seats: ReadonlySet<string> = new Set(['confirmed', 'pendingPayment', 'offered']);

const toldOf = (event: Planned, place: string | null, eventStatus: EventStatus): Told => ({
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  timeZone: event.timeZone,
  place,
  eventStatus,
  meetingPoint: event.meetingPoint,
});

const isMoved = (before: Planned, after: Planned) =>
  before.placeId !== after.placeId || before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;

function previousStarts({ row, planned }: Stored, after: Planned, status: EventStatus): string[] {
  const known = JSON.parse(row.previous_start_dates) as string[];
  return status === 'EventRescheduled' && after.startsAt !== planned.startsAt
    ? [planned.startsAt, ...known]
    : known;
}

type Reply = Awaited<ReturnType<typeof repliesTo>>[number];

/** Who sees the event today without a place, and after the change would not. */
async function losers(
  { db }: Work,
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
  const standings = await standingsOf(
    db,
    holding.map(({ person_id }) => person_id),
  );
  const sees = (event: Planned, standing: Standing) => {
    const role = roleAt(
      {
        organizer_user_id: event.owner.kind === 'person' ? event.owner.id : null,
        organizer_organization_id: event.owner.organizationId,
        owner_team_id: event.owner.kind === 'team' ? event.owner.id : null,
        teams: teams.filter(({ id }) => event.teamIds.includes(id)),
      },
      standing,
    );
    return canSeeEvent({ publication: row.publication, visibility: event.visibility }, role, 'past');
  };
  return holding.filter(({ person_id }) => {
    const standing = standings.get(person_id);
    return standing !== undefined && sees(before, standing) && !sees(after, standing);
  });
}

/** What cancelling a locked event would do; `cancelEvent` of registrations/ does it. */
export async function cancelPreview(
  { db, at }: Work,
  { row }: Stored,
  actorId: string,
): Promise<ChangePreview> {
  const replies = await repliesTo(db, row.id);
  const told = await withAccount(db, await whoCountsOn(db, row.id, at));
  told.delete(actorId);
  return previewOf({
    notified: told.size,
    registrations: replies.filter((reply) => replyStanding(row, reply, at) === 'holds').length,
    payments: replies.filter(({ payments }) => payments > 0).length,
  });
}

/** `warnings`: how many people or events each is about; 0 is none. */
export const previewOf = (
  counts: Pick<ChangePreview, 'notified' | 'registrations' | 'payments'>,
  warnings: Partial<Record<ChangeWarning, number>> = {},
): ChangePreview => ({
  dates: 1,
  kept: 0,
  ...counts,
  keptDates: [],
  warnings: (Object.entries(warnings) as [ChangeWarning, number][])
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({ code, count })),
});

/** Carries out what `planChange` decided, in the same transaction. */
export async function carryOut(work: Work, stored: Stored, plan: ChangePlan, actorId: string): Promise<void> {
  const { db, at } = work;
  const { row, planned: before } = stored;
  const { after, status, previousStartDates, changes, offers } = plan;
  await endPlacesOf(work, row.id, plan.losePlace.withoutSeat, actorId);
  await updateEvent(
    db,
    row.id,
    { before, after, status, previousStartDates, isTold: changes.length > 0 },
    at,
  );
  if (before.owner.id !== after.owner.id || before.owner.organizationId !== after.owner.organizationId)
    await setOrganizer(db, row.id, after, actorId);
  await withdrawOffers(db, offers.withdraw, at);
  await deleteOffers(db, offers.remove);
  for (const offer of offers.change) await updateOffer(db, offer, at);
  await addOffers(db, row.id, offers.add, at);
  await endPlacesOf(work, row.id, plan.losePlace.seated, actorId);
  await confirmHolds(work, row.id, plan.nothingToPay);
  if (plan.placesOffered.length > 0) await bringUpToNow(work, row.id, actorId);
  await addNotifications(
    db,
    plan.told.map((userId) => ({ userId, kind: 'eventChanged' as const, eventId: row.id, changes })),
    at,
  );
}
