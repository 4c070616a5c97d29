// Tables of organizations and teams.
import type { Generated } from 'kysely';
import type {
  GroupColor,
  groupOpennesses,
  groupVisibilities,
  Level,
  MembershipRole,
  membershipStatuses,
  teamRosterVisibilities,
} from '../../../contract/values/enums.ts';
import type { Instant, Json, OneOf, Row } from './columns.ts';

export type GroupTables = {
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
  logos: {
    /** A random part of its URL. */
    name: string;
    team_id: string | null;
    organization_id: string | null;
    bytes: Uint8Array;
    created_at: Instant;
  };
};
