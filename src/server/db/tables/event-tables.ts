// Tables of events, their places, series and sources, and of replies and attendance.
import type { Generated } from 'kysely';
import type {
  attendanceModes,
  attendanceStatuses,
  EventKind,
  EventStatus,
  eventRosterVisibilities,
  eventVisibilities,
  joinPolicies,
  Level,
  publications,
  RegistrationState,
} from '../../../contract/values/enums.ts';
import type { Flag, Instant, Json, OneOf, Row } from './columns.ts';

export type EventTables = {
  places: Row & {
    name: string;
    address: string;
    region: string;
    sort_region: string;
    country_code: string;
    latitude: number | null;
    longitude: number | null;
    time_zone: string;
    directions: string | null;
    /** The owner of the place: at most one of the three is set, and none after its person has deleted their account. */
    owner_team_id: string | null;
    owner_organization_id: string | null;
    owner_user_id: string | null;
  };
  event_series: Row & {
    /** As `formatRule` of recurrence/rule.ts writes it; UNTIL is a day of the zone. */
    rrule: string;
    time_zone: string;
    /** Excluded days (EXDATE), `YYYY-MM-DD` in the zone. */
    exceptions: Generated<Json>;
    /** A whole event (`Planned` of planning/rules.ts), with its times at the first date. */
    template: Json;
    /** The first part of a series that was split; of the first, and of one that was not split, itself. */
    root_series_id: string;
    created_by: string | null;
    /** The last day for which dates were created, where the rule has no end; else null. */
    extended_until: string | null;
  };
  events: Row & {
    series_id: string | null;
    /** Its original start (RECURRENCE-ID), `YYYY-MM-DDTHH:MM` in the series' time zone; unique in the series. */
    recurrence_id: string | null;
    name: string;
    slug: string;
    description: Generated<string>;
    image: string | null;
    kind: EventKind;
    organizer_user_id: string | null;
    organizer_organization_id: string | null;
    /** The team that owns it, one of `event_teams`; null where the organizer owns it. */
    owner_team_id: string | null;
    created_by: string | null;
    starts_at: Instant;
    ends_at: Instant;
    /** The local day of its start, `YYYY-MM-DD`. */
    starts_on: string;
    time_zone: string;
    arrive_minutes_before: number | null;
    place_id: string | null;
    online_url: string | null;
    attendance_mode: OneOf<typeof attendanceModes>;
    activities: Generated<Json>;
    level: Level | null;
    age_min: number | null;
    age_max: number | null;
    attendee_instructions: string | null;
    meeting_point: string | null;
    accessibility_support: Generated<Json>;
    visibility: OneOf<typeof eventVisibilities>;
    join_policy: OneOf<typeof joinPolicies>;
    roster_visibility: OneOf<typeof eventRosterVisibilities>;
    maximum_attendee_capacity: number | null;
    waitlist_enabled: Generated<Flag>;
    registration_opens_at: Instant | null;
    registration_closes_at: Instant | null;
    /** The deadline for replies; later replies are accepted too. */
    replies_due_at: Instant | null;
    /** When the reminder to unanswered people was sent. */
    reminded_at: Instant | null;
    publication: OneOf<typeof publications>;
    published_at: Instant | null;
    /** Set when an event was taken down; it then answers 410. */
    removed_at: Instant | null;
    event_status: EventStatus;
    previous_start_dates: Generated<Json>;
    /** When its times last changed, and the previous times; null where they never changed. */
    moved_at: Generated<Instant | null>;
    moved_starts_at: Generated<Instant | null>;
    moved_ends_at: Generated<Instant | null>;
    status_reason: string | null;
    sequence: Generated<number>;
  };
  event_teams: { event_id: string; team_id: string };
  event_leaders: { event_id: string; person_id: string; position: number };
  event_picture_files: { hash: string; bytes: Uint8Array; created_at: Instant };
  event_pictures: { event_id: string; hash: string };
  reminders: { event_id: string; person_id: string; sent_at: Instant; sent_by: string | null };
  /** A URL that a team's matches are imported from. */
  fixture_sources: Row & {
    team_id: string;
    url: string;
    /** The time zone of times without one. */
    time_zone: string;
    /** The action for new matches of the source. */
    publication: 'draft' | 'published';
    etag: string | null;
    last_modified: string | null;
    checked_at: Instant | null;
    /** When the source is read next; null where it is not read any more. */
    next_check_at: Instant | null;
    /** Why the last read failed, as text. */
    failure: string | null;
    /** Failed reads in a row. */
    failures: Generated<number>;
    created_by: string | null;
  };
  fixture_imports: {
    id: string;
    created_at: Instant;
    team_id: string;
    created_by: string | null;
    created_count: number;
    changed_count: number;
    undone_at: Instant | null;
  };
  /** A match of a team as last read from its source, and the event created from it. */
  fixtures: Row & {
    team_id: string;
    source_id: string | null;
    import_id: string | null;
    event_id: string | null;
    uid: string | null;
    name: string;
    starts_at: Instant;
    ends_at: Instant;
    place: string | null;
    /** Since when its source lacks or cancels it. */
    gone_at: Instant | null;
    /** The place that the source last gave the event; null if it gave a text or none, or if an edit by hand stays. */
    given_place_id: string | null;
    /** The import that last changed the event; null if a followed source changed it later. */
    changed_by_import_id: string | null;
    /** The version of the event after that change. */
    changed_version: number | null;
    /** The match and the place of its event before that change, as JSON. */
    previous_imported: string | null;
  };
  offers: Row & {
    event_id: string;
    name: string;
    price_minor: number;
    currency: string;
    eligibility: string | null;
    /** ISO 8601 duration before the start, as in `P2D`; null where nothing is refunded. */
    refund_until: string | null;
    accepts_offline: Generated<Flag>;
    /** Set when new replies cannot choose it any more; existing replies keep it. */
    withdrawn_at: Instant | null;
  };
  registrations: Row & {
    event_id: string;
    person_id: string;
    responded_by: string | null;
    state: RegistrationState;
    offer_id: string | null;
    position: number | null;
    hold_expires_at: Instant | null;
    /** When the person is reminded to pay for the held place; null once they were. */
    pay_reminder_at: Generated<Instant | null>;
    note: string | null;
    decline_reason: string | null;
    /** When the person decided, by their device: an older reply that arrives later has no effect. */
    responded_at: Instant;
    /** Was rejected or removed by the organizer, or held a place too often without paying: must ask before registering again. */
    must_ask: Generated<Flag>;
    /** Places held for payment since the last confirmed one. */
    unpaid_holds: Generated<number>;
    /** Has only answered maybe; withdrawing it counts as no answer. */
    only_maybe: Generated<Flag>;
    /** Had a confirmed place when the event was cancelled. */
    was_going: Generated<Flag>;
    /** The absence that gave this answer; null for an answer given by hand. */
    absence_id: Generated<string | null>;
    /** When the person was asked to confirm after the event's times changed; null without such a question. */
    reconfirm_asked_at: Generated<Instant | null>;
    /** The event times that the answer was given for; null where they are the current ones. */
    answered_starts_at: Generated<Instant | null>;
    answered_ends_at: Generated<Instant | null>;
  };
  absences: Row & {
    person_id: string;
    /** The first and the last day, both included, `YYYY-MM-DD`. */
    from_day: string;
    to_day: string;
    note: string | null;
    /** When the person ended it early. */
    ended_at: Generated<Instant | null>;
  };
  attendance: {
    id: string;
    event_id: string;
    person_id: string;
    /** Null takes the earlier marks back. */
    status: OneOf<typeof attendanceStatuses> | null;
    minutes_late: number | null;
    marked_by: string | null;
    occurred_at: Instant;
    received_at: Instant;
    source: 'coach' | 'selfQr';
    reason: Generated<string | null>;
  };
  /** People without an account who were added at an event. `joined_id`: the member whom the marks belong to since. */
  event_guests: {
    id: string;
    event_id: string;
    added_by: string | null;
    created_at: Instant;
    joined_id: Generated<string | null>;
  };
};
