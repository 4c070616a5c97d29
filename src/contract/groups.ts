// Organizations and teams, each as this viewer may see it.
import { z } from 'zod';
import { ActivitySchema, IdSchema, ImagePathSchema, PersonSchema } from './common.ts';
import { endpoints } from './endpoint.ts';
import { EventSummarySchema } from './events.ts';
import { OrganizationSummarySchema, TeamSummarySchema } from './explore.ts';
import { BlockSchema } from './text.ts';
import { groupVisibilities, membershipRoles, membershipStatuses, teamRosterVisibilities } from './words.ts';

export const MembershipSchema = z.object({
  role: z.enum(membershipRoles),
  status: z.enum(membershipStatuses),
});

/** What this viewer may do with a group. `join` includes asking to join. */
export const GroupCanSchema = z.object({
  join: z.boolean(),
  leave: z.boolean(),
  edit: z.boolean(),
  manageMembers: z.boolean(),
  createEvent: z.boolean(),
});
export type GroupCan = z.infer<typeof GroupCanSchema>;

export const GroupMemberSchema = PersonSchema.extend({
  role: z.enum(membershipRoles),
  title: z.string().nullable(),
  jersey: z.string().nullable(),
});

const groupDetail = {
  version: z.int(),
  description: z.string(),
  descriptionBlocks: z.array(BlockSchema),
  visibility: z.enum(groupVisibilities),
  membership: MembershipSchema.nullable(),
  upcomingEvents: z.array(EventSummarySchema),
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
  teams: z.array(TeamSummarySchema),
  /** Those who run it and have a public profile. */
  people: z.array(GroupMemberSchema),
});
export type Organization = z.infer<typeof OrganizationSchema>;

export const TeamSchema = TeamSummarySchema.extend({
  ...groupDetail,
  season: z.string().nullable(),
  image: ImagePathSchema,
  rosterVisibility: z.enum(teamRosterVisibilities),
  coaches: z.array(GroupMemberSchema),
  /** Null where this viewer may not see who is in the team. */
  roster: z.array(GroupMemberSchema).nullable(),
});
export type Team = z.infer<typeof TeamSchema>;

const params = z.object({ id: IdSchema });

export const groupEndpoints = endpoints({
  'GET /api/organizations/{id}': {
    operationId: 'getOrganization',
    summary: 'An organization with its teams, people and upcoming events.',
    tag: 'groups',
    access: 'optional',
    offline: 'public',
    params,
    status: 200,
    answer: OrganizationSchema,
    problems: [],
  },
  'GET /api/teams/{id}': {
    operationId: 'getTeam',
    summary: 'A team with its coaches, schedule and, for those who may see it, its roster.',
    tag: 'groups',
    access: 'session',
    offline: 'saved',
    params,
    status: 200,
    answer: TeamSchema,
    problems: [],
  },
});
