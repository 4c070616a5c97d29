// Who is in an organization or a team: joining, leaving, inviting, and what those who run it decide.
import { z } from 'zod';
import { membershipReads } from '../affected-reads.ts';
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
import { limits } from '../values/limits.ts';
import { memberListStatuses, membershipRoles, membershipStatuses } from '../values/words.ts';
import { GroupCanSchema, MembershipSchema } from './groups.ts';

/** Where I stand after a write, and what I may do there from now on. */
const StandingSchema = z.object({ membership: MembershipSchema.nullable(), can: GroupCanSchema });

/** What this viewer may do with one line of a member list. */
const MemberCanSchema = z.object({
  /** Accept or reject a request. */
  decide: z.boolean(),
  /** Take a member out, or an invitation back. */
  remove: z.boolean(),
  /** Change title and jersey. */
  edit: z.boolean(),
  /** The roles this member can be given, the present one left out. */
  grant: z.array(z.enum(membershipRoles)),
});

export const MemberSchema = z.object({
  /** The membership's id; an invitation's while it is not accepted. */
  id: IdSchema,
  version: VersionSchema,
  /** Null for an invitation: who invites learns no more of a person than they knew. */
  user: RosterPersonSchema.nullable(),
  /** The username or address an invitation was sent to; null for everyone else. */
  invitedAs: z.string().nullable(),
  role: z.enum(membershipRoles),
  status: z.enum(membershipStatuses),
  title: z.string().nullable(),
  jersey: z.string().nullable(),
  /** When it was last changed: of a request or an invitation, when it was made. */
  updatedAt: InstantSchema,
  /** Null unless asked for with `contacts`, and where this viewer may not see them. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** What those who manage the members know of someone without an account; null for everyone else. */
  managed: z
    .object({
      /** Of the person; the line's own `version` is the membership's. */
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
  /** `active` accepts a request, `rejected` refuses it, `removed` takes a member out. */
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
  affects: membershipReads,
  params: groupParams,
  status: 200,
  answer: StandingSchema,
} as const;

const memberList = {
  ...base,
  offline: 'saved',
  params: groupParams,
  query: z.strictObject({
    status: z.enum(memberListStatuses).default('active'),
    /** With e-mail and phone, where this viewer may see them. */
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
    summary: 'What someone with the invite link needs to know before they join.',
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
      'Join an open team, ask a moderated one, accept an invitation; with the invite code join any. Done already, it changes nothing.',
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
    summary: 'Join an open organization, ask a moderated one, accept an invitation.',
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
    summary: 'Take an invitation back that was not accepted.',
  },
  'DELETE /api/organizations/{id}/invitations/{invitationId}': {
    ...withdrawing,
    operationId: 'withdrawOrganizationInvitation',
    summary: 'Take an invitation back that was not accepted.',
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
