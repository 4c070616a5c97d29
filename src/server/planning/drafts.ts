// Builds the stored form of an event from a request: resolves references and checks that the planner may use them.
import type { EventDraft, EventEdit, OfferDraft } from '../../contract/events/planning.ts';
import type { FieldError } from '../../contract/values/problems.ts';
import type { Db } from '../db/open.ts';
import { dayIn } from '../events/rules.ts';
import { invalid, Problem } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { isAhead, leadersLeaving } from './change/lost-access.ts';
import type { StoredEvent } from './event-queries.ts';
import { hasPaidPlaces } from './offer-queries.ts';
import {
  activeAmong,
  activitiesOfTeams,
  findOwner,
  findTeams,
  type Planner,
  rosterVisibilityOf,
} from './owner-queries.ts';
import { placeIdFor } from './places/draft-place.ts';
import { findPlace } from './places/place-queries.ts';
import { canAddTeam, canPlanFor, canSetPrices, type Owner } from './policy.ts';
import {
  atStart,
  complaints,
  isAtLeastAsGenerous,
  narrowest,
  type Planned,
  type PlannedOffer,
  refundBeforeOf,
  without,
  withStoredInstants,
} from './rules.ts';

/** An edit as it was sent; with the name of a stored picture. */
export type PlannedEdit = EventEdit & { picture?: string | null };
export type PlannerTx = { db: Db; at: string; planner: Planner };

const refuse = (detail: string) => new Problem('not_permitted', detail);

export function requireCoach({ isCoach, isVerified }: Planner): void {
  if (!isCoach) throw refuse(t('Only coaches can plan events. Turn on coaching in your settings.'));
  if (!isVerified)
    throw refuse(t('Confirm your e-mail address first: the link is in the e-mail we sent you.'));
}

/** Finds an owner that the planner may plan for. Throws not_permitted, also for an unknown owner. */
export async function ownerFor(
  { db, planner }: PlannerTx,
  ref: { kind: Owner['kind']; id: string },
): Promise<Owner> {
  const owner = await findOwner(db, ref);
  if (!owner || !canPlanFor(owner, planner.groupRoles))
    throw refuse(
      t('Only coaches of a team or an organization, and the people who run it, can plan events for it.'),
    );
  return owner;
}

/** Builds a new event from a draft; may insert a new place. Throws not_permitted or validation_failed. */
export async function plannedFrom(tx: PlannerTx, draft: EventDraft): Promise<Planned> {
  const { db, planner } = tx;
  requireCoach(planner);
  const [firstTeam] = draft.teamIds;
  const ref =
    draft.owner ?? (firstTeam ? { kind: 'team', id: firstTeam } : { kind: 'person', id: planner.userId });
  const owner = await ownerFor(tx, ref as { kind: Owner['kind']; id: string });
  const teamIds = withOwner(owner, draft.teamIds);
  const { owner: _, place: __, publication: ___, id: ____, recurrence: _____, ...fields } = draft;
  const planned = withStoredInstants({
    ...fields,
    owner,
    teamIds,
    leaderIds: draft.leaderIds ?? [planner.userId],
    activities: draft.activities ?? (await activitiesOfTeams(db, teamIds)),
    visibility: draft.visibility ?? narrowest(owner, teamIds),
    rosterVisibility: draft.rosterVisibility ?? (await rosterVisibilityOf(db, teamIds)),
    placeId: null,
    offers: draft.offers.map((offer) => plannedOffer({ ...offer, id: undefined }, draft.startsAt)),
    picture: null,
  });
  return checked(tx, planned, undefined, draft);
}

/** Builds a stored event after an edit; may insert a new place. Throws not_permitted or validation_failed. */
export async function editedFrom(tx: PlannerTx, stored: StoredEvent, edit: PlannedEdit): Promise<Planned> {
  const { owner: ref, place: _, offers, eventStatus: __, picture, ...fields } = edit;
  const before = { ...stored.planned, ...(picture !== undefined && { picture }) };
  // Nothing to validate: an event that is no longer in order can still lose its picture.
  if (Object.keys(edit).join() === 'picture') return before;
  const isNewOwner = ref !== undefined && (ref.kind !== before.owner.kind || ref.id !== before.owner.id);
  const owner = isNewOwner ? await ownerFor(tx, ref) : before.owner;
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const next = withStoredInstants({ ...before, ...sent, owner } as Planned);
  const planned: Planned = {
    ...next,
    teamIds: withOwner(owner, next.teamIds),
    offers: offers?.map((offer) => plannedOffer(offer, next.startsAt)) ?? before.offers,
  };
  await refuseWithPaidPlaces(tx, stored, owner);
  return checked(tx, planned, stored, edit);
}

/**
 * Copies an event to another start; its deadlines move along. Leaves out what `notUsable` finds. Throws not_permitted or
 * validation_failed.
 */
export async function copiedFrom(
  tx: PlannerTx,
  { planned: event }: StoredEvent,
  { startsAt, name = event.name }: { startsAt: string; name?: string | undefined },
): Promise<Planned> {
  requireCoach(tx.planner);
  const copy = { ...atStart(event, startsAt), name };
  const errors = complaints(copy, tx.at).filter(({ path }) => path === 'startsAt');
  if (errors.length > 0) throw invalid(...errors);
  const usable = without(copy, await notUsable(tx, copy));
  return { ...usable, leaderIds: usable.leaderIds.length > 0 ? usable.leaderIds : [tx.planner.userId] };
}

/**
 * The ids of an event's teams, leaders and place that this planner may not add to another event of the same owner: teams that
 * they may not add, leaders who have left, and a place that they may not use.
 */
export async function notUsable(
  { db, at, planner }: PlannerTx,
  { owner, teamIds, leaderIds, placeId }: Planned,
): Promise<ReadonlySet<string>> {
  const addable = await addableTeams({ db, planner }, owner, teamIds);
  const known = await activeAmong(db, leaderIds, {
    teamIds: [...addable],
    organizationId: owner.organizationId,
  });
  const hasPlace = placeId === null || (await findPlace(db, placeId, planner.userId, at));
  return new Set([
    ...teamIds.filter((id) => !addable.has(id)),
    ...leaderIds.filter((id) => !known.has(id) && id !== planner.userId),
    ...(hasPlace ? [] : [placeId]),
  ]);
}

/** Those of these teams that the planner may add to an event of this owner. */
async function addableTeams(
  { db, planner }: Pick<PlannerTx, 'db' | 'planner'>,
  owner: Owner,
  ids: readonly string[],
): Promise<Set<string>> {
  const teams = await findTeams(db, ids);
  return new Set(teams.filter((team) => canAddTeam(owner, team, planner.groupRoles)).map(({ id }) => id));
}

/** Validates a date that follows the edit of another date. Throws validation_failed or not_permitted. */
export async function validateFollowing(tx: PlannerTx, stored: StoredEvent, planned: Planned): Promise<void> {
  const { at, planner } = tx;
  const { planned: before } = stored;
  await refuseWithPaidPlaces(tx, stored, planned.owner);
  const known = new Set(complaints(before, at).map(({ path, code }) => `${path} ${code}`));
  const errors = [
    ...complaints(planned, at).filter(({ path, code }) => !known.has(`${path} ${code}`)),
    ...offerErrors(planned, stored, planner),
  ];
  const day = dayIn(before.timeZone, new Date(before.startsAt));
  if (errors.length > 0)
    throw invalid(
      ...errors.map((error) => ({
        ...error,
        message: t('{message} (on {day})', { message: error.message, day }),
      })),
    );
}

const withOwner = (owner: Owner, teamIds: readonly string[]) =>
  owner.kind === 'team' && !teamIds.includes(owner.id) ? [owner.id, ...teamIds] : [...teamIds];

const plannedOffer = ({ refundUntil, id, ...offer }: OfferDraft, startsAt: string): PlannedOffer => ({
  ...offer,
  id: id ?? null,
  refundBefore: refundBeforeOf(refundUntil, startsAt),
});

async function refuseWithPaidPlaces(
  { db }: PlannerTx,
  { row, planned }: StoredEvent,
  owner: Owner,
): Promise<void> {
  if (payeeOf(owner) !== payeeOf(planned.owner) && (await hasPaidPlaces(db, row.id)))
    throw refuse(
      t(
        'People have paid for places, and the money belongs to the current organizer. Cancel the event instead.',
      ),
    );
}

/** Who receives the money: the organization, an independent team or a person. */
const payeeOf = ({ organizationId, id }: Owner) => organizationId ?? id;

/** Validates an event and its references: the planner must be allowed to use new ones; existing ones may stay. */
async function checked(
  { db, at, planner }: PlannerTx,
  planned: Planned,
  stored: StoredEvent | undefined,
  { place, leaderIds }: Pick<PlannedEdit, 'place' | 'leaderIds'>,
): Promise<Planned> {
  const before = stored?.planned;
  const errors: FieldError[] = complaints(planned, at).filter(
    ({ path }) => path !== 'startsAt' || planned.startsAt !== before?.startsAt,
  );
  const newTeams = planned.teamIds.filter((id) => !before?.teamIds.includes(id));
  const addable = await addableTeams({ db, planner }, planned.owner, newTeams);
  if (addable.size < newTeams.length)
    errors.push({
      path: 'teamIds',
      code: 'not_yours',
      message: t('You can add teams that you coach, and teams of the organization'),
    });
  const isNaming = stored && leaderIds !== undefined && isAhead(stored, planned, at);
  const leaving = isNaming ? await leadersLeaving({ db }, stored.planned, planned) : [];
  const newLeaders = planned.leaderIds.filter(
    (id) => (!before?.leaderIds.includes(id) || leaving.includes(id)) && id !== planner.userId,
  );
  const known = await activeAmong(db, newLeaders, {
    // Not of a refused team: the answer would tell who its members are.
    teamIds: planned.teamIds.filter((id) => !newTeams.includes(id) || addable.has(id)),
    organizationId: planned.owner.organizationId,
  });
  if (!newLeaders.every((id) => known.has(id)))
    errors.push({
      path: 'leaderIds',
      code: 'not_member',
      message: t('Leaders must be members of its teams or organization'),
    });
  errors.push(...offerErrors(planned, stored, planner));
  if (errors.length > 0) throw invalid(...errors);
  return { ...planned, placeId: await placeIdFor({ db, at, planner }, planned, stored, place) };
}

function offerErrors(
  planned: Planned,
  stored: StoredEvent | undefined,
  { groupRoles }: Planner,
): FieldError[] {
  const before = new Map(stored?.offers.map((offer) => [offer.id, offer]));
  const error = (code: string, message: string) => [{ path: 'offers', code, message }];
  if (planned.offers.some(({ id }) => id !== null && !before.has(id)))
    return error('unknown', t('This price is no longer here'));
  const price = (offer: PlannedOffer | undefined) => JSON.stringify([offer?.price, offer?.refundBefore]);
  const kept = new Set(planned.offers.map(({ id }) => id));
  const owners = [planned.owner, ...(stored ? [stored.planned.owner] : [])];
  const isPriced = [...planned.offers, ...before.values()].some((offer) => offer.price.amountMinor > 0);
  const isChanged =
    planned.offers.some((offer) => price(offer) !== price(before.get(offer.id ?? ''))) ||
    before.keys().some((id) => !kept.has(id)) ||
    new Set(owners.map(payeeOf)).size > 1;
  // A planner who may not set the prices of an event may not end them either, nor take them to another owner.
  if (isPriced && isChanged && !owners.every((owner) => canSetPrices(owner, groupRoles)))
    return error('not_permitted', t('Only the people who run the organization can set prices'));
  const isUnkind = planned.offers.some((offer) => {
    const was = before.get(offer.id ?? '');
    return was?.isPaid === true && !isAtLeastAsGenerous(was.refundBefore, offer.refundBefore);
  });
  return isUnkind ? error('less_kind', t('Someone has paid: you can only extend the time for a refund')) : [];
}
