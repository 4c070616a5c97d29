// Maps rows to the API responses about the signed-in user.
import type { OwnMark } from '../../contract/events/events.ts';
import type { CalendarEntry, MyOrganization, MyTeam, Profile, Settings } from '../../contract/people/me.ts';
import type { Invited } from '../groups/invitations/valid-invitation-queries.ts';
import {
  type GroupRoles,
  type OrganizationRow,
  organizationSummaryOf,
  runs,
  type TeamRow,
  teamSummaryOf,
} from '../groups/rules.ts';
import { type Chosen, preferencesOf } from '../notifications/rules.ts';
import { activitiesOf, fieldVisibilityOf, textsOf } from '../people/rules.ts';
import type { CalendarRow } from './calendar-queries.ts';
import type { listSessions, MyTeamRow, ProfileRow } from './queries.ts';
import { deviceOf } from './rules.ts';

export function profileOf(row: ProfileRow): Profile {
  return {
    name: row.name,
    email: row.email,
    isCoach: row.is_coach === 1,
    profile: {
      filePath: row.file_path,
      bio: row.bio,
      activities: activitiesOf(row.activities),
      level: row.level,
      region: row.region,
      languages: textsOf(row.languages),
      qualifications: textsOf(row.qualifications),
      isPublic: row.is_public === 1,
      fieldVisibility: fieldVisibilityOf(row.field_visibility),
    },
    id: row.id,
    username: row.username,
    emailVerifiedAt: row.email_verified_at,
    phone: row.phone,
    countryCode: row.country_code,
    birthDate: row.birth_date,
    version: row.version,
  };
}

export function settingsOf(
  row: ProfileRow,
  more: {
    chosen: Chosen;
    sessions: Awaited<ReturnType<typeof listSessions>>;
    currentSessionId: string;
  },
): Settings {
  const { quiet_from: from, quiet_to: to } = row;
  return {
    isCoach: row.is_coach === 1,
    locale: row.locale,
    timeZone: row.time_zone,
    email: row.email,
    emailVerifiedAt: row.email_verified_at,
    version: row.version,
    notifications: preferencesOf(more.chosen),
    quietHours: from === null || to === null ? null : { from, to },
    sessions: more.sessions.map((session) => ({
      id: session.id,
      device: deviceOf(session.user_agent),
      signedInAt: session.created_at,
      lastSeenAt: session.last_seen_at,
      isCurrent: session.id === more.currentSessionId,
    })),
  };
}

export function calendarEntryOf(
  row: CalendarRow,
  {
    teamIds = [],
    leaderIds = [],
    userId,
    ownMark,
  }: { teamIds: string[] | undefined; leaderIds: string[] | undefined; userId: string; ownMark: OwnMark },
): CalendarEntry {
  return {
    id: row.id,
    eventId: row.id,
    name: row.name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    place:
      row.place_id === null || row.place_name === null
        ? null
        : { id: row.place_id, name: row.place_name, region: row.place_region ?? '' },
    teamIds,
    leaderIds,
    activities: activitiesOf(row.activities),
    eventStatus: row.event_status,
    previousStartDates: textsOf(row.previous_start_dates),
    state: row.state,
    reconfirmAskedAt: row.reconfirm_asked_at,
    isCoaching: row.is_coaching === 1,
    // Left out of the others: a calendar has thousands of entries.
    ...(leaderIds.includes(userId) && { isLeading: true }),
    ...(ownMark && { ownMark }),
    canEdit: row.can_edit === 1,
  };
}

/** The team in my list; empty without a membership, request or invitation. Internal fields are for members only. */
export function myTeamOf(
  row: TeamRow & MyTeamRow,
  groupRoles: GroupRoles,
  invited: Invited | undefined,
): MyTeam[] {
  const membership = membershipIn(row, invited);
  if (!membership) return [];
  const isActive = row.my_status === 'active';
  const { next_id: id, next_name: name, next_starts_at: startsAt, next_time_zone: timeZone } = row;
  const hasNext = isActive && id !== null && name !== null && startsAt !== null && timeZone !== null;
  return [
    {
      ...teamSummaryOf(row, groupRoles),
      membership,
      invitedUntil: membership.status === 'invited' ? (invited?.until ?? null) : null,
      nextEvent: hasNext ? { id, name, startsAt, timeZone } : null,
      repliesOwed: isActive ? row.replies_owed : 0,
    },
  ];
}

/** The organization in my list; empty if I am not a member. */
export function myOrganizationOf(row: OrganizationRow, groupRoles: GroupRoles): MyOrganization[] {
  const role = groupRoles.organizations.get(row.id);
  if (!role) return [];
  const summary = organizationSummaryOf(row);
  return [{ ...summary, membership: { role, status: 'active' }, canCreateTeam: runs(role) }];
}

function membershipIn(
  { my_role: role, my_status: status }: MyTeamRow,
  invited: Invited | undefined,
): MyTeam['membership'] | null {
  if (invited && status !== 'active') return { role: invited.role, status: 'invited' };
  return role !== null && status !== null ? { role, status } : null;
}
