// Organizations and teams, with the fields that the viewer may see.
import { z } from 'zod';
import {
  ActivitySchema,
  CountSchema,
  IdSchema,
  InstantSchema,
  pageOf,
  pageQuery,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { EventSummarySchema } from '../events/events.ts';
import { OrganizationSummarySchema, TeamSummarySchema } from '../events/explore.ts';
import { BlockSchema } from '../text.ts';
import {
  eventKinds,
  groupVisibilities,
  membershipRoles,
  membershipStatuses,
  teamRosterVisibilities,
} from '../values/enums.ts';
import {
  groupFields,
  NextSeasonSchema,
  OrganizationChangeSchema,
  OrganizationDraftSchema,
  TeamChangeSchema,
  TeamDraftSchema,
} from './group-drafts.ts';
import { AttendanceRateSchema, GroupMemberSchema, rosterFields } from './rosters.ts';

export const MembershipSchema = z.object({
  role: z.enum(membershipRoles),
  status: z.enum(membershipStatuses),
});

/** What the viewer may do with a group. `join` includes requests; `leave` includes withdrawing one and declining an invitation. */
export const GroupCanSchema = z.object({
  join: z.boolean(),
  leave: z.boolean(),
  edit: z.boolean(),
  /** Invite people by username or e-mail address and, for a team, by its invite link. */
  invite: z.boolean(),
  manageMembers: z.boolean(),
  createEvent: z.boolean(),
  /** Start the next season of a team that has none yet; always false for an organization. */
  startNextSeason: z.boolean(),
});
export type GroupCan = z.infer<typeof GroupCanSchema>;

const groupDetail = {
  version: VersionSchema,
  description: z.string(),
  descriptionBlocks: z.array(BlockSchema),
  visibility: z.enum(groupVisibilities),
  membership: MembershipSchema.nullable(),
  /** Until when I can accept my invitation; null without one. */
  invitedUntil: InstantSchema.nullable(),
  upcomingEvents: z.array(EventSummarySchema),
  /** The number of requests to join; null for those who do not decide on them. */
  requestCount: CountSchema.nullable(),
  /** The roles that the viewer may invite people with. */
  invitableRoles: z.array(z.enum(membershipRoles)),
  can: GroupCanSchema,
};

export const OrganizationSchema = OrganizationSummarySchema.extend({
  ...groupDetail,
  openness: TeamSummarySchema.shape.openness,
  url: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  address: z.string().nullable(),
  activities: z.array(ActivitySchema),
  /** The first page, by name, of the teams that the viewer may see. */
  teams: z.array(TeamSummarySchema),
  /** The cursor of the next page for `GET /api/organizations/{id}/teams`; null without one. */
  teamsCursor: z.string().nullable(),
  /** The number of teams that the viewer may see; `teamCount` is of public ones. */
  visibleTeamCount: CountSchema,
  /** The first of the people who run it and have a public profile, by name; for members without one too. */
  people: z.array(GroupMemberSchema),
  /** The number of all of them. */
  peopleCount: CountSchema,
});
export type Organization = z.infer<typeof OrganizationSchema>;

const SeasonSchema = z.object({ id: IdSchema, name: z.string(), season: z.string().nullable() });

export const TeamSchema = TeamSummarySchema.extend({
  ...groupDetail,
  /** The team in the previous and in the next season; null if it does not exist or the viewer may not see it. */
  previous: SeasonSchema.nullable(),
  next: SeasonSchema.nullable(),
  rosterVisibility: z.enum(teamRosterVisibilities),
  /** The first, by name. */
  coaches: z.array(GroupMemberSchema),
  /** The number of all of them. */
  coachCount: CountSchema,
  ...rosterFields,
  /** My attendance; null if I am not a member. */
  attendance: AttendanceRateSchema.nullable(),
  /** The secret of the invite link; null for those who may not invite. */
  inviteCode: z.string().nullable(),
  /**
   * The last event of each kind that the team owns, for the defaults of a new one; null for those who may not plan for it. Absent
   * in answers that older versions saved.
   */
  lastEvents: z
    .array(z.object({ kind: z.enum(eventKinds), id: IdSchema }))
    .nullable()
    .optional(),
  /**
   * Whether a series without an end or a followed calendar adds events, which the next season stops; null for those who cannot
   * start it. Absent in answers that older versions saved.
   */
  addsEvents: z.boolean().nullable().optional(),
});
export type Team = z.infer<typeof TeamSchema>;

const params = z.object({ id: IdSchema });

const writing = { tag: 'groups', access: 'session', offline: 'never', markdownField: 'description' } as const;
const creating = { ...writing, status: 201 } as const;
const logo = {
  tag: 'groups',
  access: 'session',
  offline: 'never',
  params,
  problems: ['not_permitted'],
} as const;
const logoSummary =
  'JPEG, PNG or WebP, 5 MB and 16 megapixels at most; its middle square is stored, without metadata.';
const LogoSchema = z.object({ logo: z.string() });
const editing = { ...writing, params, status: 200 } as const;

export const groupEndpoints = endpoints({
  'GET /api/organizations/{id}': {
    operationId: 'getOrganization',
    summary: 'An organization with its first teams and people, and its upcoming events.',
    tag: 'groups',
    access: 'optional',
    offline: 'public',
    params,
    status: 200,
    answer: OrganizationSchema,
    problems: [],
  },
  'GET /api/organizations/{id}/teams': {
    operationId: 'listOrganizationTeams',
    summary: 'The teams of an organization that the viewer may see, by name.',
    tag: 'groups',
    access: 'optional',
    offline: 'public',
    params,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(TeamSummarySchema),
    problems: [],
  },
  'GET /api/teams/{id}': {
    secretField: 'inviteCode',
    operationId: 'getTeam',
    summary:
      'A team with its first coaches, schedule and, for those who may see it, the first people of its roster.',
    tag: 'groups',
    access: 'session',
    offline: 'saved',
    params,
    status: 200,
    answer: TeamSchema,
    problems: [],
  },
  'POST /api/organizations': {
    ...creating,
    operationId: 'createOrganization',
    summary: 'Create an organization and own it; for coaches with a confirmed address.',
    body: OrganizationDraftSchema,
    answer: OrganizationSchema,
    problems: ['not_permitted'],
  },
  'PATCH /api/organizations/{id}': {
    ...editing,
    operationId: 'updateOrganization',
    summary: 'Change an organization; absent fields stay as they are.',
    body: OrganizationChangeSchema,
    answer: OrganizationSchema,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/teams': {
    ...creating,
    secretField: 'inviteCode',
    operationId: 'createTeam',
    summary: 'Create a team and own it; for coaches with a confirmed address.',
    body: TeamDraftSchema,
    answer: TeamSchema,
    problems: ['not_permitted'],
  },
  'PATCH /api/teams/{id}': {
    ...editing,
    secretField: 'inviteCode',
    operationId: 'updateTeam',
    summary: 'Change a team; absent fields stay as they are.',
    body: TeamChangeSchema,
    answer: TeamSchema,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/teams/{id}/next-season': {
    tag: 'groups',
    access: 'session',
    offline: 'never',
    status: 201,
    secretField: 'inviteCode',
    operationId: 'startNextSeason',
    summary:
      'Start the next season of a team: create a team with its settings, look and organization, and the chosen members. The old team keeps its members, events and history; its series without an end get no more dates, and its followed calendars stop. For those who run the team.',
    params,
    body: NextSeasonSchema,
    answer: TeamSchema,
    problems: ['not_permitted'],
  },
  'PUT /api/teams/{id}/logo': {
    ...logo,
    operationId: 'setTeamLogo',
    summary: `Set a team's logo. ${logoSummary}`,
    bodyType: 'image',
    status: 200,
    answer: LogoSchema,
  },
  'DELETE /api/teams/{id}/logo': {
    ...logo,
    operationId: 'removeTeamLogo',
    summary: "Remove a team's logo. Succeeds where there is none.",
    status: 204,
    answer: null,
  },
  'PUT /api/organizations/{id}/logo': {
    ...logo,
    operationId: 'setOrganizationLogo',
    summary: `Set an organization's logo. ${logoSummary}`,
    bodyType: 'image',
    status: 200,
    answer: LogoSchema,
  },
  'DELETE /api/organizations/{id}/logo': {
    ...logo,
    operationId: 'removeOrganizationLogo',
    summary: "Remove an organization's logo. Succeeds where there is none.",
    status: 204,
    answer: null,
  },
  'POST /api/descriptions/preview': {
    ...writing,
    operationId: 'previewDescription',
    summary: 'Preview a description. Nothing is stored.',
    body: z.strictObject({ description: groupFields.description }),
    status: 200,
    answer: z.object({ descriptionBlocks: z.array(BlockSchema) }),
    problems: [],
  },
});
