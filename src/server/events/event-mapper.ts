// Maps the rows of an event to answers of the API. Does not check permissions.
import type { Answer } from '../../contract/api.ts';
import type { Offer, PublicEvent } from '../../contract/events/events.ts';
import { shownName, textsOf } from '../people/rules.ts';
import { blocksOf } from '../text/descriptions.ts';
import type { DetailRow, EventTeamRow, LeaderDetailRow, OfferRow } from './detail-queries.ts';
import type { listRegistrations } from './roster-queries.ts';
import { priceOf, refundUntilOf, summaryOf } from './rules.ts';

/** An event without its series, with the teams and leaders that this viewer may see, and the result of `eventCan`. */
export async function detailOf(
  row: DetailRow,
  { leaders, teams, offers }: { leaders: LeaderDetailRow[]; teams: EventTeamRow[]; offers: OfferRow[] },
  may: Pick<PublicEvent, 'can' | 'attendingLeadsTo' | 'attendingRefusedFor'>,
): Promise<Omit<PublicEvent, 'series'>> {
  return {
    ...summaryOf(row, []),
    version: row.version,
    updatedAt: row.updated_at,
    publication: row.publication,
    visibility: row.visibility,
    description: row.description,
    descriptionBlocks: await blocksOf(row.description),
    place: placeOf(row),
    teams: teams.map(({ id, name }) => ({ id, name })),
    leaders: leaders.map(({ id, name, avatarSrc }) => ({ id, name: shownName(name), avatarSrc })),
    arriveMinutesBefore: row.arrive_minutes_before,
    ageMin: row.age_min,
    ageMax: row.age_max,
    attendeeInstructions: row.attendee_instructions,
    meetingPoint: row.meeting_point,
    accessibilitySupport: textsOf(row.accessibility_support),
    joinPolicy: row.join_policy,
    rosterVisibility: row.roster_visibility,
    publishedAt: row.published_at,
    registrationOpensAt: row.registration_opens_at,
    registrationClosesAt: row.registration_closes_at,
    repliesDueAt: row.replies_due_at,
    refundUntil: priceOf(row.lowest_offer) && refundUntilOf(row.starts_at, row.time_zone, row.refund_until),
    statusReason: row.status_reason,
    confirmedCount: row.confirmed_count,
    waitlistedCount: row.waitlisted_count,
    offers: offers.map((offer) => offerOf(row, offer)),
    ...may,
  };
}

export function offerOf(
  { starts_at, time_zone }: Pick<DetailRow, 'starts_at' | 'time_zone'>,
  offer: OfferRow,
): Offer {
  return {
    id: offer.id,
    name: offer.name,
    price: { amountMinor: offer.price_minor, currency: offer.currency },
    eligibility: offer.eligibility,
    refundUntil: offer.price_minor === 0 ? null : refundUntilOf(starts_at, time_zone, offer.refund_until),
    refundBefore: offer.price_minor === 0 ? null : offer.refund_until,
    acceptsOffline: offer.accepts_offline === 1,
  };
}

function placeOf(row: DetailRow): PublicEvent['place'] {
  if (row.place_id === null || row.place_name === null) return null;
  return {
    id: row.place_id,
    name: row.place_name,
    address: row.place_address ?? '',
    region: row.place_region ?? '',
    countryCode: row.place_country_code ?? '',
    latitude: row.place_latitude,
    longitude: row.place_longitude,
    directions: row.place_directions,
  };
}

type RosterRow = Awaited<ReturnType<typeof listRegistrations>>[number];

/** A roster entry. Only organizers see the note, who replied, the end of an absence and the open question. */
export function rosterEntryOf(
  row: RosterRow,
  seesNotes: boolean,
): Answer<'GET /api/events/{id}/registrations'>['items'][number] {
  const { answered_starts_at: startsAt, answered_ends_at: endsAt } = row;
  const reconfirmAskedAt = seesNotes ? row.reconfirm_asked_at : null;
  return {
    state: row.state,
    position: row.position,
    holdExpiresAt: row.hold_expires_at,
    version: row.version,
    reconfirmAskedAt,
    answeredFor:
      reconfirmAskedAt === null || startsAt === null || endsAt === null ? null : { startsAt, endsAt },
    user: {
      id: row.person_id,
      name: shownName(row.name),
      avatarSrc: row.file_path,
      hasAccount: row.has_account === 1,
    },
    answeredBy: seesNotes ? answeredBy(row) : null,
    note: seesNotes ? (row.note ?? row.decline_reason) : null,
    away: seesNotes && row.away_until !== null ? { until: row.away_until, note: row.away_note } : null,
    respondedAt: row.responded_at,
    wasGoing: row.was_going === 1,
  };
}

function answeredBy({ answered_by_id: id, answered_by_name: name }: RosterRow) {
  return id === null || name === null ? null : { id, name: shownName(name) };
}
