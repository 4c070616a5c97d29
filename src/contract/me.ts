// What belongs to the person signed in.
import { z } from 'zod';
import {
  ActivitySchema,
  DaySchema,
  EventStatusSchema,
  IdSchema,
  ImagePathSchema,
  InstantSchema,
  LevelSchema,
  pageOf,
  pageQuery,
} from './common.ts';
import { endpoints } from './endpoint.ts';
import { MyEventSummarySchema } from './events.ts';
import { TeamSummarySchema } from './explore.ts';
import { MembershipSchema } from './groups.ts';
import { audiences, myEventTabs, profileFields, registrationStates } from './words.ts';

/** SPEC section 3's profile response; the fields after `profile.filePath` are ours. */
export const ProfileSchema = z.object({
  name: z.string(),
  email: z.string(),
  isCoach: z.boolean(),
  profile: z.object({
    filePath: ImagePathSchema,
    bio: z.string().nullable(),
    activities: z.array(ActivitySchema),
    level: LevelSchema.nullable(),
    region: z.string().nullable(),
    languages: z.array(z.string()),
    qualifications: z.array(z.string()),
    isPublic: z.boolean(),
    fieldVisibility: z.record(z.enum(profileFields), z.enum(audiences)),
  }),
  id: IdSchema,
  username: z.string(),
  emailVerifiedAt: InstantSchema.nullable(),
  phone: z.string(),
  countryCode: z.string(),
  birthDate: DaySchema.nullable(),
  version: z.int(),
});
export type Profile = z.infer<typeof ProfileSchema>;

export const SettingsSchema = z.object({
  isCoach: z.boolean(),
  locale: z.string(),
  timeZone: z.string(),
  email: z.string(),
  emailVerifiedAt: InstantSchema.nullable(),
  version: z.int(),
  /** Where this account is signed in, this device first. */
  sessions: z.array(
    z.object({
      id: IdSchema,
      device: z.string(),
      signedInAt: InstantSchema,
      lastSeenAt: InstantSchema,
      isCurrent: z.boolean(),
    }),
  ),
});
export type Settings = z.infer<typeof SettingsSchema>;

export const CalendarEntrySchema = z.object({
  id: IdSchema,
  eventId: IdSchema,
  name: z.string(),
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  timeZone: z.string(),
  place: z.object({ name: z.string(), region: z.string() }).nullable(),
  teamIds: z.array(IdSchema),
  activities: z.array(ActivitySchema),
  eventStatus: EventStatusSchema,
  previousStartDates: z.array(InstantSchema),
  /** My registration; null where I coach it or my team has it and I have not replied. */
  state: z.enum(registrationStates).nullable(),
  isCoaching: z.boolean(),
});
export type CalendarEntry = z.infer<typeof CalendarEntrySchema>;

export const MyTeamSchema = TeamSummarySchema.extend({
  membership: MembershipSchema,
  nextEvent: z
    .object({ id: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() })
    .nullable(),
  /** Upcoming events of this team that I have not replied to. */
  repliesOwed: z.int(),
});
export type MyTeam = z.infer<typeof MyTeamSchema>;

const mine = { tag: 'me', access: 'session', offline: 'saved', status: 200, problems: [] } as const;

export const meEndpoints = endpoints({
  'GET /api/users/me/profile': {
    ...mine,
    operationId: 'getMyProfile',
    summary: 'My profile; called after login and after session restore.',
    answer: ProfileSchema,
  },
  'GET /api/users/me/settings': {
    ...mine,
    operationId: 'getMySettings',
    summary: 'My settings and the devices I am signed in on.',
    answer: SettingsSchema,
  },
  'GET /api/users/me/events': {
    ...mine,
    operationId: 'listMyEvents',
    summary: 'My events: those that wait for my reply, upcoming, waitlisted, past, and those I coach.',
    query: z.strictObject({ tab: z.enum(myEventTabs).default('upcoming'), ...pageQuery }),
    answer: pageOf(MyEventSummarySchema),
  },
  'GET /api/users/me/calendar': {
    ...mine,
    operationId: 'getMyCalendar',
    summary: 'Everything on my calendar between two instants, by start.',
    query: z.strictObject({ from: InstantSchema, to: InstantSchema }),
    answer: z.object({ items: z.array(CalendarEntrySchema) }),
  },
  'GET /api/users/me/teams': {
    ...mine,
    operationId: 'listMyTeams',
    summary: 'The teams I am in, invited to, or asked to join.',
    answer: z.object({ items: z.array(MyTeamSchema) }),
  },
});
