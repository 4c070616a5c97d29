// How one event reads on the wire, from its rows. Decides nothing about who may see it.
import type { EventCan, PublicEvent } from '../../contract/events.ts';
import { textsOf } from '../people/rules.ts';
import { blocksOf } from '../text/markdown.ts';
import type { DetailRow, EventTeamRow } from './detail-queries.ts';
import { type LeaderRow, priceOf, refundUntilOf, summaryOf } from './rules.ts';

/** An event in full, with the teams and leaders that this viewer may be told. */
export function detailOf(row: DetailRow, leaders: LeaderRow[], teams: EventTeamRow[], can: EventCan): PublicEvent {
  return {
    ...summaryOf(row, undefined),
    version: row.version,
    updatedAt: row.updated_at,
    publication: row.publication,
    visibility: row.visibility,
    description: row.description,
    descriptionBlocks: blocksOf(row.description),
    place: placeOf(row),
    teams: teams.map(({ id, name }) => ({ id, name })),
    leaders: leaders.map(({ id, name, avatarSrc }) => ({ id, name, avatarSrc })),
    arriveMinutesBefore: row.arrive_minutes_before,
    ageMin: row.age_min,
    ageMax: row.age_max,
    attendeeInstructions: row.attendee_instructions,
    meetingPoint: row.meeting_point,
    accessibilitySupport: textsOf(row.accessibility_support),
    joinPolicy: row.join_policy,
    rosterVisibility: row.roster_visibility,
    registrationOpensAt: row.registration_opens_at,
    registrationClosesAt: row.registration_closes_at,
    refundUntil: priceOf(row.lowest_offer) && refundUntilOf(row.starts_at, row.time_zone, row.refund_until),
    statusReason: row.status_reason,
    confirmedCount: row.confirmed_count,
    waitlistedCount: row.waitlisted_count,
    can,
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
