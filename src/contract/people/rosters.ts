// People of organizations and teams as their pages name them, and the roster of a team by pages.
import { z } from 'zod';
import { CountSchema, DaySchema, IdSchema, PersonSchema, pageOf, pageQuery } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { membershipRoles } from '../values/words.ts';

export const GroupMemberSchema = PersonSchema.extend({
  role: z.enum(membershipRoles),
  title: z.string().nullable(),
  jersey: z.string().nullable(),
});

/** Marks of the last 365 days at events of a team: `attended` (present or late) of `counted`, which leaves out excused. */
export const AttendanceRateSchema = z.object({ attended: CountSchema, counted: CountSchema });

export const RosterMemberSchema = GroupMemberSchema.extend({
  hasAccount: z.boolean(),
  /** Null where this viewer does not coach the team. */
  attendance: AttendanceRateSchema.nullable(),
  /** When they are away, now or next; null where they are not, and where this viewer does not coach the team. */
  away: z.object({ from: DaySchema, to: DaySchema }).nullable(),
});
export type RosterMember = z.infer<typeof RosterMemberSchema>;

/** Fields of a team. All three are null where this viewer may not see who is in it. */
export const rosterFields = {
  /** Its first people, by name. */
  roster: z.array(RosterMemberSchema).nullable(),
  /** Where the people after these begin in `GET /api/teams/{id}/roster`; null also where these are all. */
  rosterCursor: z.string().nullable(),
  /** How many people are in the roster. */
  rosterCount: CountSchema.nullable(),
};

export const rosterEndpoints = endpoints({
  'GET /api/teams/{id}/roster': {
    operationId: 'listTeamRoster',
    summary: 'The people of a team, by name, for those who may see its roster.',
    tag: 'groups',
    access: 'session',
    offline: 'saved',
    params: z.object({ id: IdSchema }),
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(RosterMemberSchema),
    problems: ['not_permitted'],
  },
});
