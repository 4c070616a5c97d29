// Memberships of organizations and teams: joining, leaving, inviting, and decisions of those who run the group.
import { z } from 'zod';
import { peopleReads } from '../affected-reads.ts';
import {
  BirthYearSchema,
  EmailSchema,
  FlagSchema,
  IdSchema,
  InstantSchema,
  JoinCodeSchema,
  lineOfText,
  pageOf,
  pageQuery,
  RosterPersonSchema,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { TeamSummarySchema } from '../events/explore.ts';
import { said } from '../said.ts';
import { memberListStatuses, membershipRoles, membershipStatuses } from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { GroupCanSchema, MembershipSchema } from './groups.ts';

/** My membership after a write, and what I may do now. */
const MyMembershipSchema = z.object({ membership: MembershipSchema.nullable(), can: GroupCanSchema });

/** What the viewer may do with an entry of a member list. */
const MemberCanSchema = z.object({
  /** Accept or reject a request. */
  decide: z.boolean(),
  /** Remove a member, or withdraw an invitation. */
  remove: z.boolean(),
  /** Change title and jersey. */
  edit: z.boolean(),
  /** The roles that the viewer can give this member, without the current one. */
  grant: z.array(z.enum(membershipRoles)),
});

export const MemberSchema = z.object({
  /** The membership's id; an invitation's while it is not accepted. */
  id: IdSchema,
  version: VersionSchema,
  /** Null for an invitation, so that inviting reveals nothing about the invited person. */
  user: RosterPersonSchema.nullable(),
  /** The username or address an invitation was sent to; null for everyone else. */
  invitedAs: z.string().nullable(),
  role: z.enum(membershipRoles),
  status: z.enum(membershipStatuses),
  title: z.string().nullable(),
  jersey: z.string().nullable(),
  /** When it was last changed; for a request or an invitation, when it was created. */
  updatedAt: InstantSchema,
  /** Null without `contacts`, or if the viewer may not see it. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The data of a managed member; null for other members. */
  managed: z
    .object({
      /** The version of the person; the entry's own `version` is that of the membership. */
      version: VersionSchema,
      birthYear: BirthYearSchema.nullable(),
      guardianEmail: z.string().nullable(),
    })
    .nullable(),
  can: MemberCanSchema,
});
export type Member = z.infer<typeof MemberSchema>;

const InvitationBodySchema = z
  .strictObject({
    username: lineOfText(1, limits.usernameMax).toLowerCase().optional(),
    email: EmailSchema.optional(),
    role: z.enum(membershipRoles).default('trainee'),
  })
  .refine((body) => (body.username === undefined) !== (body.email === undefined), {
    path: ['username'],
    error: said('Enter a username or an e-mail address'),
  });

const MemberChangeSchema = z.strictObject({
  version: VersionSchema,
  /** `active` accepts a request, `rejected` rejects it, `removed` removes a member. */
  status: z.enum(['active', 'rejected', 'removed']).optional(),
  role: z.enum(membershipRoles).optional(),
  title: lineOfText(1, limits.memberTitleMax).nullable().optional(),
  jersey: lineOfText(1, limits.jerseyMax).nullable().optional(),
});
export type MemberChange = z.output<typeof MemberChangeSchema>;

const groupParams = z.object({ id: IdSchema });
const base = { tag: 'groups', access: 'session' } as const;

const joining = {
  ...base,
  offline: 'queued',
  affects: peopleReads,
  params: groupParams,
  status: 200,
  answer: MyMembershipSchema,
} as const;

const memberList = {
  ...base,
  offline: 'saved',
  grantedBy: 'can.manageMembers',
  params: groupParams,
  query: z.strictObject({
    status: z.enum(memberListStatuses).default('active'),
    /** Include e-mail and phone if the viewer may see them. */
    contacts: FlagSchema.optional(),
    ...pageQuery,
  }),
  status: 200,
  answer: pageOf(MemberSchema),
  problems: ['not_permitted'],
} as const;

const memberChange = {
  ...base,
  offline: 'never',
  params: z.object({ id: IdSchema, userId: IdSchema }),
  body: MemberChangeSchema,
  status: 200,
  answer: MemberSchema,
  problems: ['not_permitted', 'stale_version'],
} as const;

const inviting = {
  ...base,
  offline: 'never',
  params: groupParams,
  body: InvitationBodySchema,
  status: 201,
  answer: z.object({ id: IdSchema, invitedAs: z.string(), role: z.enum(membershipRoles) }),
  problems: ['not_permitted'],
} as const;

const withdrawing = {
  ...base,
  offline: 'never',
  params: z.object({ id: IdSchema, invitationId: IdSchema }),
  status: 204,
  answer: null,
  problems: ['not_permitted'],
} as const;

export const membershipEndpoints = endpoints({
  'GET /api/teams/join/{code}': {
    operationId: 'getTeamByInviteCode',
    summary: 'The team of an invite link, for those who have the link.',
    tag: 'groups',
    access: 'optional',
    offline: 'never',
    params: z.object({ code: JoinCodeSchema }),
    status: 200,
    answer: TeamSummarySchema.pick({
      id: true,
      name: true,
      activity: true,
      organization: true,
      memberCount: true,
    }),
    problems: [],
  },
  'PUT /api/teams/{id}/membership': {
    ...joining,
    operationId: 'joinTeam',
    summary:
      'Join an open team, request to join a moderated one, or accept an invitation; with the invite code, join any team. Changes nothing for a member.',
    body: z.strictObject({ code: JoinCodeSchema.optional() }),
    problems: ['not_permitted', 'invalid_token'],
  },
  'DELETE /api/teams/{id}/membership': {
    ...joining,
    operationId: 'leaveTeam',
    summary: 'Leave, withdraw a request or decline an invitation. The only owner cannot leave.',
    problems: ['not_permitted'],
  },
  'PUT /api/organizations/{id}/membership': {
    ...joining,
    operationId: 'joinOrganization',
    summary: 'Join an open organization, request to join a moderated one, or accept an invitation.',
    body: z.strictObject({}),
    problems: ['not_permitted'],
  },
  'DELETE /api/organizations/{id}/membership': {
    ...joining,
    operationId: 'leaveOrganization',
    summary: 'Leave, withdraw a request or decline an invitation. The only owner cannot leave.',
    problems: ['not_permitted'],
  },
  'GET /api/teams/{id}/members': {
    ...memberList,
    operationId: 'listTeamMembers',
    summary: 'Members, requests or invitations, by name, for those who manage them.',
  },
  'GET /api/organizations/{id}/members': {
    ...memberList,
    operationId: 'listOrganizationMembers',
    summary: 'Members, requests or invitations, by name, for those who manage them.',
  },
  'PATCH /api/teams/{id}/members/{userId}': {
    ...memberChange,
    operationId: 'updateTeamMember',
    summary: 'Accept or reject a request, remove a member, change role, title or jersey.',
  },
  'PATCH /api/organizations/{id}/members/{userId}': {
    ...memberChange,
    operationId: 'updateOrganizationMember',
    summary: 'Accept or reject a request, remove a member, change role, title or jersey.',
  },
  'POST /api/teams/{id}/invitations': {
    ...inviting,
    operationId: 'inviteToTeam',
    summary:
      'Invite by username or e-mail. An address gets the same answer whether it has an account or not.',
  },
  'POST /api/organizations/{id}/invitations': {
    ...inviting,
    operationId: 'inviteToOrganization',
    summary:
      'Invite by username or e-mail. An address gets the same answer whether it has an account or not.',
  },
  'DELETE /api/teams/{id}/invitations/{invitationId}': {
    ...withdrawing,
    operationId: 'withdrawTeamInvitation',
    summary: 'Withdraw an invitation that was not accepted.',
  },
  'DELETE /api/organizations/{id}/invitations/{invitationId}': {
    ...withdrawing,
    operationId: 'withdrawOrganizationInvitation',
    summary: 'Withdraw an invitation that was not accepted.',
  },
  'POST /api/teams/{id}/invite-code': {
    ...base,
    secretField: 'inviteCode',
    operationId: 'renewInviteCode',
    summary: 'A new invite code; the old link stops working at once.',
    offline: 'never',
    params: groupParams,
    status: 200,
    answer: z.object({ inviteCode: z.string() }),
    problems: ['not_permitted'],
  },
});
