// Tables of people: accounts, their sessions and devices, and what belongs to one person.
import type { Generated } from 'kysely';
import type { Level, NotificationFrequency } from '../../../contract/values/enums.ts';
import type { Flag, Instant, Json, Row } from './columns.ts';

export type PeopleTables = {
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
  /** How often a person did something on a day in UTC, `YYYY-MM-DD`. */
  daily_uses: { user_id: string; action: string; day: string; uses: number };
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
  calendar_feeds: Row & {
    user_id: string;
    token_hash: string;
    filters: Generated<Json>;
    last_fetched_at: Instant | null;
    revoked_at: Instant | null;
  };
  guardian_links: Row & {
    guardian_id: string;
    trainee_id: string;
    can_respond: Generated<Flag>;
    can_pay: Generated<Flag>;
    consented_at: Instant | null;
  };
  pictures: { hash: string; owner_id: string; bytes: Uint8Array; created_at: Instant };
};
