// One event for the signed-in person, without data that they may not see.
import type { MyEvent } from '../../contract/events/events.ts';
import { awaitsMarks } from '../attendance/rules.ts';
import type { Db } from '../db/open.ts';
import { followedSourceOf } from '../fixtures/source-queries.ts';
import { notFound, Problem } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { countsByState, replyCountsOf } from '../reminders/queries.ts';
import { t } from '../words/t.ts';
import { eventCan, myEventCan, phaseOf, replyStatus } from './can-rules.ts';
import {
  findMyEvent,
  hasPayments,
  heldOfferOf,
  leadersOfEvent,
  offersOf,
  teamsOfEvent,
} from './detail-queries.ts';
import { detailOf, offerOf } from './event-mapper.ts';
import { canJoinOnline, canKnowItsPeople, canSeeEvent, canSeeTeamName } from './policy.ts';
import { type EventTies, roleOf } from './role-rules.ts';
import { attendanceCountsOf, ownMarksOf } from './roster-queries.ts';
import { dueOf, myRegistrationOf, seriesOf } from './rules.ts';
import { seenSeries } from './series-queries.ts';

type Who = { id: string; userId: string };

/** An event with this person's role and permissions. Throws not_found, or gone for an event that was taken down. */
export async function findEventFor(db: Db, { id, userId }: Who, at: Date) {
  const now = at.toISOString();
  const event = await findMyEvent(db, { id, userId, now, bornBy: adultBornBy(at) });
  if (!event) throw notFound('event');
  const role = roleOf(event);
  const reply = replyStatus(event, event, now);
  if (!canSeeEvent(event, role, reply)) throw notFound('event');
  if (event.removed_at !== null) throw gone();
  return { event, role, reply, may: eventCan(event, role, event, now) };
}

/** The answer of `GET /api/events/{id}`. Throws not_found, or gone for one taken down. */
export async function findMyEventAnswer(db: Db, who: Who, at: Date): Promise<MyEvent> {
  const { event, role, reply, may } = await findEventFor(db, who, at);
  const { id, userId } = who;
  const now = at.toISOString();
  const hasBegun = phaseOf(event, now) !== 'upcoming';
  const [leaders, teams, offers, held, isPaidFor, replies, byState, attendance, ownMarks, series, source] =
    await Promise.all([
      leadersOfEvent(db, id, adultBornBy(at)),
      teamsOfEvent(db, event, userId),
      offersOf(db, event),
      heldOfferOf(db, event),
      may.can.edit ? hasPayments(db, id) : false,
      may.can.edit ? replyCountsOf(db, [id], now) : null,
      may.can.edit ? countsByState(db, id) : null,
      may.can.edit && hasBegun ? attendanceCountsOf(db, [id]) : null,
      hasBegun ? ownMarksOf(db, userId, [id]) : null,
      seenSeries(db, [event.series_id], { userId, now }),
      may.can.cancel ? followedSourceOf(db, id) : undefined,
    ]);
  const counted = replies?.get(id);
  const knowsAll = canKnowItsPeople(role, reply);
  const shown = {
    leaders: leaders.filter((leader) => knowsAll || leader.is_listed === 1),
    teams: teams.filter((team) => canSeeTeamName(team, team.is_mine > 0, role)),
    offers,
  };
  // A signed-in person without a role sees the same names as a visitor.
  const organizer_name = knowsAll || event.is_organizer_listed === 1 ? event.organizer_name : null;
  return {
    ...(await detailOf({ ...event, organizer_name }, shown, may)),
    can: myEventCan(event, may.can, { hasPeople: event.has_people === 1 || awaitsMarks(event, now), now }),
    registration: myRegistrationOf(event),
    due: dueOf(event, now),
    onlineUrl: canJoinOnline(role, event.my_state) ? event.online_url : null,
    replies: counted && byState ? { ...counted, byState } : null,
    attendance: attendance?.get(id) ?? null,
    ownMark: ownMarks?.get(id) ?? null,
    goneFrom: source?.isGone ? source.host : null,
    owner: may.can.edit ? ownerOf(event) : null,
    hasPayment: event.has_my_payment === 1,
    hasPayments: isPaidFor,
    heldOffer: held && offerOf(event, held),
    series: seriesOf(event, series.get(event.series_id ?? '')),
  };
}

function ownerOf(
  event: Pick<EventTies, 'owner_team_id' | 'organizer_organization_id' | 'organizer_user_id'>,
) {
  const { owner_team_id: team, organizer_organization_id: organization, organizer_user_id: person } = event;
  if (team !== null) return { kind: 'team' as const, id: team };
  if (organization !== null) return { kind: 'organization' as const, id: organization };
  return person === null ? null : { kind: 'person' as const, id: person };
}

export const gone = () => new Problem('gone', t('This event was taken down.'));
