// People on the pages of organizations and teams, and the paginated roster of a team.
import { z } from 'zod';
import { CountSchema, DaySchema, IdSchema, PersonSchema, pageOf, pageQuery } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { membershipRoles } from '../values/enums.ts';

export const GroupMemberSchema = PersonSchema.extend({
  role: z.enum(membershipRoles),
  title: z.string().nullable(),
  jersey: z.string().nullable(),
});

/** Attendance marks of the last 365 days at events of a team: `attended` (present or late) of `counted` (all but excused). */
export const AttendanceRateSchema = z.object({ attended: CountSchema, counted: CountSchema });

export const RosterMemberSchema = GroupMemberSchema.extend({
  hasAccount: z.boolean(),
  /** Null if the viewer does not coach the team. */
  attendance: AttendanceRateSchema.nullable(),
  /** The current or next absence; null without one, or if the viewer does not coach the team. */
  away: z.object({ from: DaySchema, to: DaySchema }).nullable(),
});
export type RosterMember = z.infer<typeof RosterMemberSchema>;

/** Fields of a team. All three are null if the viewer may not see the roster. */
export const rosterFields = {
  /** The first page, by name. */
  roster: z.array(RosterMemberSchema).nullable(),
  /** The cursor of the next page for `GET /api/teams/{id}/roster`; null without one. */
  rosterCursor: z.string().nullable(),
  /** The number of people in the roster. */
  rosterCount: CountSchema.nullable(),
};

export const rosterEndpoints = endpoints({
  'GET /api/teams/{id}/roster': {
    operationId: 'listTeamRoster',
    summary: 'The people of a team, by name, for those who may see its roster.',
    tag: 'groups',
    access: 'session',
    offline: 'saved',
    grantedBy: 'roster',
    params: z.object({ id: IdSchema }),
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(RosterMemberSchema),
    problems: ['not_permitted'],
  },
});
