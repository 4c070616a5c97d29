// The data of the signed-in user: profile, settings, events, calendar and groups.
import { z } from 'zod';
import { peopleReads } from '../affected-reads.ts';
import {
  ActivitySchema,
  CountSchema,
  DaySchema,
  EventStatusSchema,
  IdSchema,
  ImagePathSchema,
  InstantSchema,
  LevelSchema,
  lineOfText,
  NameSchema,
  pageOf,
  pageQuery,
  paragraphs,
  TimeZoneSchema,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { MyEventSummarySchema, OwnMarkSchema } from '../events/events.ts';
import { OrganizationSummarySchema, TeamSummarySchema } from '../events/explore.ts';
import { said } from '../said.ts';
import {
  audiences,
  myEventLists,
  notificationChannels,
  notificationFrequencies,
  notificationKinds,
  profileFields,
  registrationStates,
} from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { PhoneSchema } from './auth.ts';
import { MembershipSchema } from './groups.ts';

/** See docs/product.md, "Account calls". The fields after `profile.filePath` are for the profile editor. */
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
  phone: z.string().nullable(),
  countryCode: z.string(),
  birthDate: DaySchema.nullable(),
  version: VersionSchema,
});
export type Profile = z.infer<typeof ProfileSchema>;

const isOnlyOnce = (list: readonly unknown[]) => new Set(list).size === list.length;

/** Changes of a profile; absent fields stay as they are. `phone` and `countryCode` must be sent together. */
export const ProfileChangeSchema = z.strictObject({
  version: VersionSchema,
  name: NameSchema.optional(),
  bio: paragraphs(limits.bioMax).nullable().optional(),
  activities: z
    .array(ActivitySchema)
    .refine(isOnlyOnce, { error: said('Choose each activity only once') })
    .optional(),
  level: LevelSchema.nullable().optional(),
  region: lineOfText(0, limits.regionMax).nullable().optional(),
  languages: z
    .array(
      z
        .string()
        .max(35)
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: said('A language tag such as en or pt-BR') }),
    )
    .max(limits.languagesMax)
    .refine(isOnlyOnce, { error: said('Choose each language only once') })
    .optional(),
  qualifications: z
    .array(lineOfText(1, limits.qualificationMax))
    .max(limits.qualificationsMax)
    .refine(isOnlyOnce, { error: said('Enter each qualification only once') })
    .optional(),
  birthDate: DaySchema.nullable().optional(),
  isPublic: z.boolean().optional(),
  fieldVisibility: z.partialRecord(z.enum(profileFields), z.enum(audiences)).optional(),
  phone: PhoneSchema,
  countryCode: z
    .string()
    .trim()
    .min(1, { error: said('Required') })
    .max(8, { error: said('Not a country') })
    .optional(),
});

const NotificationPreferenceSchema = z.strictObject({
  kind: z.enum(notificationKinds),
  channel: z.enum(notificationChannels),
  frequency: z.enum(notificationFrequencies),
});

/** When no mail is sent, as `HH:MM` in the person's time zone. `to` is exclusive, and on the next day if it is earlier. */
const QuietHoursSchema = z.strictObject({
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: said('A time such as 18:30') }),
  to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: said('A time such as 18:30') }),
});

const LocaleSchema = z
  .string()
  .max(35)
  .refine(isLocale, { error: said('Not a language that dates can be written in') });

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

/** Changes of the settings; absent fields stay as they are. `notifications` contains only changed entries. */
export const SettingsChangeSchema = z.strictObject({
  version: VersionSchema,
  locale: LocaleSchema.optional(),
  timeZone: TimeZoneSchema.optional(),
  isCoach: z.boolean().optional(),
  notifications: z
    .array(
      NotificationPreferenceSchema.refine(
        ({ channel, frequency }) => channel === 'email' || frequency === 'off' || frequency === 'instant',
        { path: ['frequency'], error: said('In the app it can only be off or instant') },
      ),
    )
    .max(notificationKinds.length * notificationChannels.length)
    .refine((list) => isOnlyOnce(list.map(({ kind, channel }) => `${kind} ${channel}`)), {
      error: said('Each kind and channel only once'),
    })
    .optional(),
  quietHours: QuietHoursSchema.nullable().optional(),
});

export const SettingsSchema = z.object({
  isCoach: z.boolean(),
  locale: z.string(),
  timeZone: z.string(),
  email: z.string(),
  emailVerifiedAt: InstantSchema.nullable(),
  version: VersionSchema,
  /** One entry for every kind and channel. */
  notifications: z.array(NotificationPreferenceSchema),
  quietHours: QuietHoursSchema.nullable(),
  /** The sessions of this account, the current one first. */
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
  /** Some fields are optional, because devices have saved answers without them. */
  place: z.object({ id: IdSchema.optional(), name: z.string(), region: z.string() }).nullable(),
  teamIds: z.array(IdSchema),
  leaderIds: z.array(IdSchema).optional(),
  activities: z.array(ActivitySchema),
  eventStatus: EventStatusSchema,
  previousStartDates: z.array(InstantSchema),
  /** The state of my registration; null if I have not replied. */
  state: z.enum(registrationStates).nullable(),
  /** Since when I have to confirm my reply, because the times changed; null if I need not. */
  reconfirmAskedAt: InstantSchema.nullable(),
  isCoaching: z.boolean(),
  /** Whether I am among its leaders, also without running it; absent if not. */
  isLeading: z.boolean().optional(),
  /** Only of an event that is over, and absent without a mark. */
  ownMark: OwnMarkSchema,
  /** Whether I run it: `can.edit` of the event. */
  canEdit: z.boolean().optional(),
});
export type CalendarEntry = z.infer<typeof CalendarEntrySchema>;

export const MyTeamSchema = TeamSummarySchema.extend({
  membership: MembershipSchema,
  /** Until when I can accept my invitation; null without one. */
  invitedUntil: InstantSchema.nullable(),
  nextEvent: z
    .object({ id: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() })
    .nullable(),
  /** Upcoming events of this team that I have not replied to. */
  repliesOwed: CountSchema,
});
export type MyTeam = z.infer<typeof MyTeamSchema>;

export const MyOrganizationSchema = OrganizationSummarySchema.extend({
  membership: MembershipSchema,
  /** Whether I may create teams in it. */
  canCreateTeam: z.boolean(),
});
export type MyOrganization = z.infer<typeof MyOrganizationSchema>;

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
  'PATCH /api/users/me/profile': {
    ...mine,
    offline: 'queued',
    affects: peopleReads,
    operationId: 'updateMyProfile',
    summary: 'Change my profile. It can be public only after a birth date of 18 or more was given.',
    body: ProfileChangeSchema,
    answer: ProfileSchema,
    problems: ['stale_version'],
  },
  'PATCH /api/users/me/settings': {
    ...mine,
    offline: 'queued',
    affects: peopleReads,
    operationId: 'updateMySettings',
    summary:
      'Change my settings. Coaching stays on while I own a published event that is not over or cancelled.',
    body: SettingsChangeSchema,
    answer: SettingsSchema,
    problems: ['stale_version', 'not_permitted'],
  },
  'GET /api/users/me/events': {
    ...mine,
    operationId: 'listMyEvents',
    summary:
      'My events: those that wait for my reply, upcoming, waitlisted, past, those I coach, and what to do now.',
    query: z.strictObject({ tab: z.enum(myEventLists).default('upcoming'), ...pageQuery }),
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
  'GET /api/users/me/organizations': {
    ...mine,
    operationId: 'listMyOrganizations',
    summary: 'The organizations I am a member of, by name.',
    answer: z.object({ items: z.array(MyOrganizationSchema) }),
  },
});
