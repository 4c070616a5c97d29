// The tables as Kysely sees them. Instants are ISO 8601 strings in UTC on both engines; flags are 0 or 1; lists are JSON text.
import type { Generated } from 'kysely';
import type {
  attendanceModes,
  attendanceStatuses,
  EventKind,
  EventStatus,
  eventRosterVisibilities,
  eventVisibilities,
  GroupColor,
  groupOpennesses,
  groupVisibilities,
  joinPolicies,
  Level,
  LiveKind,
  MembershipRole,
  membershipStatuses,
  NotificationFrequency,
  paymentStates,
  publications,
  RegistrationState,
  refundStates,
  teamRosterVisibilities,
} from '../../contract/values/enums.ts';

type Instant = string;
type Flag = 0 | 1;
type Json = string;
type OneOf<T extends readonly string[]> = T[number];
type Row = { id: string; version: Generated<number>; created_at: Instant; updated_at: Instant };

export type Tables = {
  instance_settings: { name: string; value: string };
  /** People: everyone with an account (same id), and managed members without one. */
  people: Row & {
    name: string;
    sort_name: string;
    /** Of a managed member, where a manager has entered it. */
    birth_year: number | null;
    guardian_email: string | null;
  };
  /** Accounts. */
  users: Row & {
    username: string;
    email: string;
    email_verified_at: Instant | null;
    phone: string | null;
    country_code: string;
    password_hash: string;
    is_coach: Generated<Flag>;
    birth_date: string | null;
    locale: Generated<string>;
    time_zone: Generated<string>;
    /** Set for an account that is suspended, or whose person left. */
    suspended_at: Instant | null;
    /** Quiet hours on the clock of `time_zone`, `HH:MM`; both null where there are none. */
    quiet_from: Generated<string | null>;
    quiet_to: Generated<string | null>;
    /** Administers the whole server. Set by the operator's command alone; gives no right in the API. */
    is_admin: Generated<Flag>;
  };
  profiles: {
    user_id: string;
    file_path: string | null;
    bio: string | null;
    activities: Generated<Json>;
    level: Level | null;
    region: string | null;
    sort_region: string | null;
    languages: Generated<Json>;
    qualifications: Generated<Json>;
    is_public: Generated<Flag>;
    field_visibility: Generated<Json>;
  };
  sessions: {
    id: string;
    user_id: string;
    created_at: Instant;
    last_seen_at: Instant;
    user_agent: Generated<string>;
    revoked_at: Instant | null;
  };
  refresh_tokens: { token_hash: string; session_id: string; created_at: Instant; rotated_at: Instant | null };
  one_time_tokens: {
    token_hash: string;
    user_id: string;
    purpose: 'resetPassword' | 'confirmEmail';
    expires_at: Instant;
  };
  sign_in_attempts: {
    /** A hash of the typed name, and of the device if it is known. */
    key_hash: string;
    /** The account of the name; null for unknown names and for attempts on known devices. */
    user_id: string | null;
    failures: number;
    /** Attempts before this instant are refused unchecked. */
    retry_at: Instant;
    last_failed_at: Instant;
    /** Failures that the owner was not notified of yet. */
    unreported: number;
    reported_at: Instant | null;
  };
  known_devices: { device_hash: string; user_id: string; signed_in_at: Instant };
  organizations: Row & {
    name: string;
    sort_name: string;
    slug: string;
    description: Generated<string>;
    logo: string | null;
    color: Generated<GroupColor | null>;
    url: string | null;
    email: string | null;
    telephone: string | null;
    address: string | null;
    region: string | null;
    sort_region: string | null;
    activities: Generated<Json>;
    visibility: OneOf<typeof groupVisibilities>;
    openness: OneOf<typeof groupOpennesses>;
  };
  teams: Row & {
    organization_id: string | null;
    name: string;
    sort_name: string;
    slug: string;
    activity: string;
    level: Level | null;
    age_min: number | null;
    age_max: number | null;
    season: string | null;
    description: Generated<string>;
    region: string | null;
    sort_region: string | null;
    visibility: OneOf<typeof groupVisibilities>;
    openness: OneOf<typeof groupOpennesses>;
    roster_visibility: OneOf<typeof teamRosterVisibilities>;
    invite_code: string;
    logo: Generated<string | null>;
    color: Generated<GroupColor | null>;
    /** The same team in the previous season. */
    previous_team_id: Generated<string | null>;
  };
  memberships: Row & {
    organization_id: string | null;
    team_id: string | null;
    person_id: string;
    role: MembershipRole;
    /** Never `invited`: the table `invitations` stores that. */
    status: Exclude<OneOf<typeof membershipStatuses>, 'invited'>;
    title: string | null;
    jersey: string | null;
    /** When they left or were removed, until they are active again; null for those who never were a member. */
    ended_at: Instant | null;
    /** When they last became active. May be null for rows of earlier versions: read `memberSince` of groups/queries.ts. */
    active_since: Instant | null;
  };
  invitations: Row & {
    organization_id: string | null;
    team_id: string | null;
    /** The username or the e-mail address that was typed. */
    invited_as: string;
    /** Null while no account has this address. Never shown to those who invited. */
    user_id: string | null;
    role: MembershipRole;
    /** The invitation is valid while this person may invite to `role`, for 30 days from `updated_at`. */
    invited_by: string | null;
  };
  /** How often a person did something on a day in UTC, `YYYY-MM-DD`. */
  daily_uses: { user_id: string; action: string; day: string; uses: number };
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
  payments: Row & {
    registration_id: string;
    amount_minor: number;
    currency: string;
    state: OneOf<typeof paymentStates>;
    provider: string;
    provider_ref: string | null;
    checkout_url: string | null;
    policy: Generated<Json>;
    receipt_number: string | null;
    paid_at: Instant | null;
    /** When its status is read from the provider next; null once it is final. */
    check_after: Generated<Instant | null>;
    /** When the provider's checkout expires. Stored, so that a repeated `create` sends the same value. */
    checkout_expires_at: Generated<Instant | null>;
  };
  refunds: Row & {
    payment_id: string;
    amount_minor: number;
    state: OneOf<typeof refundStates>;
    reason: string | null;
    provider_ref: string | null;
    /** Null while the payer only asks for it. */
    approved_at: Generated<Instant | null>;
    /** When it is carried out or checked next; null where nothing is left to do, or a person refunds it by hand. */
    try_after: Generated<Instant | null>;
    attempts: Generated<number>;
  };
  receipt_counters: { year: string; last: number };
  provider_events: { provider: string; event_id: string; received_at: Instant; body: string };
  ledger_entries: {
    id: string;
    transaction_id: string;
    account: string;
    amount_minor: number;
    currency: string;
    payment_id: string | null;
    created_at: Instant;
  };
  calendar_feeds: Row & {
    user_id: string;
    token_hash: string;
    filters: Generated<Json>;
    last_fetched_at: Instant | null;
    revoked_at: Instant | null;
  };
  /** The change log of calendar feeds: see calendar-changes.ts. */
  calendar_changes: { id: Generated<number>; scope: string; at: Generated<Instant> };
  /** The change log of live updates: see live-changes.ts. */
  live_changes: {
    id: Generated<number>;
    kind: LiveKind;
    subject: string;
    at: Generated<Instant>;
    /** Whose write it was, if it was one of those that devices queue. */
    session_id: Generated<string | null>;
  };
  notifications: {
    id: string;
    user_id: string;
    kind: string;
    event_id: string | null;
    team_id: string | null;
    organization_id: string | null;
    changes: Generated<Json>;
    /** The person who acted, to name them; null where no one did. */
    actor_id: Generated<string | null>;
    created_at: Instant;
    read_at: Instant | null;
    /** When its mail was sent, or found to be unwanted. */
    mailed_at: Instant | null;
    /** No process mails it before this: another one has claimed it, the last try failed, or a mail of its kind was just sent. */
    mail_after: Generated<Instant | null>;
    mail_attempts: Generated<number>;
  };
  notification_preferences: {
    user_id: string;
    kind: string;
    channel: string;
    frequency: NotificationFrequency;
  };
  push_subscriptions: {
    id: string;
    user_id: string;
    session_id: string | null;
    endpoint: string;
    keys: Json;
    created_at: Instant;
  };
  mutations: {
    user_id: string;
    idempotency_key: string;
    fingerprint: string;
    status: number;
    answer: string;
    created_at: Instant;
  };
  guardian_links: Row & {
    guardian_id: string;
    trainee_id: string;
    can_respond: Generated<Flag>;
    can_pay: Generated<Flag>;
    consented_at: Instant | null;
  };
  audit_log: {
    id: string;
    actor_id: string | null;
    action: string;
    object_kind: string;
    object_id: string;
    before: string | null;
    after: string | null;
    at: Instant;
  };
  sandbox_checkouts: {
    ref: string;
    payment_id: string;
    amount_minor: number;
    currency: string;
    description: string;
    return_path: string;
    state: 'open' | 'requiresAction' | 'processing' | 'declined' | 'succeeded' | 'closed';
    /** When a `processing` checkout succeeds. */
    settles_at: Instant | null;
    /** When its webhook events arrive: `WebhookTiming`. */
    news: Generated<string>;
    expires_at: Instant;
    created_at: Instant;
  };
  sandbox_refunds: {
    ref: string;
    refund_id: string;
    checkout_ref: string;
    amount_minor: number;
    state: 'pending' | 'succeeded' | 'failed';
    created_at: Instant;
  };
  sandbox_webhooks: {
    id: string;
    body: string;
    times: Generated<number>;
    deliver_after: Instant;
    attempts: Generated<number>;
  };
  logos: {
    /** A random part of its URL. */
    name: string;
    team_id: string | null;
    organization_id: string | null;
    bytes: Uint8Array;
    created_at: Instant;
  };
  pictures: { hash: string; owner_id: string; bytes: Uint8Array; created_at: Instant };
  event_picture_files: { hash: string; bytes: Uint8Array; created_at: Instant };
  event_pictures: { event_id: string; hash: string };
  search_documents: { rowid_: Generated<number>; kind: string; object_id: string; body: string };
};
