// Explore: the public lists of events, members, organizations, organizers and teams.
import { z } from 'zod';
import {
  ActivitySchema,
  AgeSchema,
  CountSchema,
  DaySchema,
  FlagSchema,
  IdSchema,
  ImagePathSchema,
  InstantSchema,
  LevelSchema,
  lineOfText,
  pageOf,
  pageQuery,
  SearchSchema,
  TimeZoneSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import {
  eventKinds,
  groupColors,
  groupOpennesses,
  organizerKinds,
  userTypes,
  whenFilters,
} from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { EventSummarySchema } from './events.ts';

export const MemberSummarySchema = z.object({
  id: IdSchema,
  name: z.string(),
  type: z.enum(userTypes),
  avatarSrc: ImagePathSchema,
  activities: z.array(ActivitySchema),
  region: z.string().nullable(),
});
export type MemberSummary = z.infer<typeof MemberSummarySchema>;

/** The logo of a group, and its colour; without one it has the colour of its activity. */
const groupLook = { logo: ImagePathSchema, color: z.enum(groupColors).nullable() };

const nextEvent = z.object({ id: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() });

export const OrganizationSummarySchema = z.object({
  id: IdSchema,
  slug: z.string(),
  name: z.string(),
  ...groupLook,
  activities: z.array(ActivitySchema),
  region: z.string().nullable(),
  teamCount: CountSchema,
  nextEvent: nextEvent.nullable(),
});
export type OrganizationSummary = z.infer<typeof OrganizationSummarySchema>;

export const OrganizerSummarySchema = z.object({
  kind: z.enum(organizerKinds),
  id: IdSchema,
  name: z.string(),
  avatarSrc: ImagePathSchema,
  /** Of an organization. */
  color: groupLook.color,
  activities: z.array(ActivitySchema),
  region: z.string().nullable(),
  upcomingCount: CountSchema,
});
export type OrganizerSummary = z.infer<typeof OrganizerSummarySchema>;

export const TeamSummarySchema = z.object({
  id: IdSchema,
  slug: z.string(),
  name: z.string(),
  ...groupLook,
  activity: ActivitySchema,
  season: z.string().nullable(),
  level: LevelSchema.nullable(),
  ageMin: AgeSchema.nullable(),
  ageMax: AgeSchema.nullable(),
  organization: z.object({ id: IdSchema, name: z.string() }).nullable(),
  region: z.string().nullable(),
  openness: z.enum(groupOpennesses),
  memberCount: CountSchema,
});
export type TeamSummary = z.infer<typeof TeamSummarySchema>;

const regionFilter = lineOfText(1, 80).optional();

export const EventFilterSchema = z.strictObject({
  q: SearchSchema.optional(),
  when: z.enum(whenFilters).optional().meta({
    description:
      '`weekend` is the present one until Sunday 18:00 and then the coming one, `week` the seven days from today; events that are over are left out.',
  }),
  /** First and last day, in the zone of each event. */
  from: DaySchema.optional(),
  to: DaySchema.optional(),
  /** The time zone of `when`; UTC if absent. */
  timeZone: TimeZoneSchema.optional(),
  activity: ActivitySchema.optional(),
  kind: z.enum(eventKinds).optional(),
  region: regionFilter,
  online: FlagSchema.optional(),
  level: LevelSchema.optional(),
  price: z.enum(['free', 'paid']).optional(),
  hasPlaces: FlagSchema.optional(),
  /** Id of the person or organization that runs it. */
  organizer: IdSchema.optional(),
  oncePerSeries: FlagSchema.optional().meta({
    description: 'Of each series only the next date that fits the other filters, with `furtherDates`',
  }),
  sort: z.enum(['soonest', 'newest']).default('soonest'),
  ...pageQuery,
});

const ListedEventSchema = EventSummarySchema.extend({
  /** The other listed dates of its series that are not over. Only with `oncePerSeries`, where there are any. */
  furtherDates: z.object({ seriesId: IdSchema, count: CountSchema }).optional(),
});
export type ListedEvent = z.infer<typeof ListedEventSchema>;

const publicRead = {
  tag: 'explore',
  access: 'public',
  offline: 'public',
  status: 200,
  problems: [],
} as const;

const CountsSchema = z
  .object({
    events: CountSchema,
    members: CountSchema,
    organizations: CountSchema,
    organizers: CountSchema,
    teams: CountSchema,
  })
  .meta({
    description: `How many there are, at most a minute old. With \`q\`, how many match; ${limits.searchCountMax} then means that many or more.`,
  });
const FacetsSchema = z
  .object({
    regions: z.array(z.object({ region: z.string(), count: CountSchema })),
    activities: z.array(z.object({ activity: ActivitySchema, count: CountSchema })),
  })
  .meta({
    description:
      'The 12 regions and activities with the most upcoming public events, most first; at most a minute old.',
  });

export const exploreEndpoints = endpoints({
  'GET /api/explore': {
    ...publicRead,
    operationId: 'getExplore',
    summary:
      'The first few of each kind, how many there are, and what can be filtered by. `q` searches all of them.',
    query: z.strictObject({ q: SearchSchema.optional() }),
    answer: z.object({
      events: z.array(EventSummarySchema),
      members: z.array(MemberSummarySchema),
      organizations: z.array(OrganizationSummarySchema),
      organizers: z.array(OrganizerSummarySchema),
      teams: z.array(TeamSummarySchema),
      counts: CountsSchema,
      facets: FacetsSchema,
    }),
  },
  'GET /api/explore/facets': {
    ...publicRead,
    operationId: 'getFacets',
    summary:
      'How many there are of each kind, and what can be filtered by: all that a list needs of the overview.',
    answer: z.object({ counts: CountsSchema, facets: FacetsSchema }),
  },
  'GET /api/explore/events': {
    ...publicRead,
    operationId: 'listEvents',
    summary: 'Public events that are not over, soonest first; earlier ones with `from`.',
    query: EventFilterSchema,
    answer: pageOf(ListedEventSchema).extend({
      next: z.array(ListedEventSchema).optional().meta({
        description: 'Where nothing fits `when`: the first events that fit all other filters.',
      }),
    }),
  },
  'GET /api/explore/events/count': {
    ...publicRead,
    operationId: 'countEvents',
    summary: `How many events these filters leave; ${limits.searchCountMax} means that many or more.`,
    query: EventFilterSchema.omit({ sort: true, cursor: true, limit: true }),
    answer: z.object({ count: CountSchema }),
  },
  'GET /api/explore/members': {
    ...publicRead,
    operationId: 'listMembers',
    summary: 'Adults who chose to be listed, by name.',
    query: z.strictObject({
      q: SearchSchema.optional(),
      type: z.enum(userTypes).optional(),
      activity: ActivitySchema.optional(),
      region: regionFilter,
      ...pageQuery,
    }),
    answer: pageOf(MemberSummarySchema),
  },
  'GET /api/explore/organizations': {
    ...publicRead,
    operationId: 'listOrganizations',
    summary: 'Public organizations, by name.',
    query: z.strictObject({
      q: SearchSchema.optional(),
      activity: ActivitySchema.optional(),
      region: regionFilter,
      ...pageQuery,
    }),
    answer: pageOf(OrganizationSummarySchema),
  },
  'GET /api/explore/organizers': {
    ...publicRead,
    operationId: 'listOrganizers',
    summary: 'People with a public profile and organizations that run upcoming public events, by name.',
    query: z.strictObject({
      q: SearchSchema.optional(),
      kind: z.enum(organizerKinds).optional(),
      activity: ActivitySchema.optional(),
      region: regionFilter,
      ...pageQuery,
    }),
    answer: pageOf(OrganizerSummarySchema),
  },
  'GET /api/explore/teams': {
    ...publicRead,
    operationId: 'listTeams',
    summary: 'Public teams, by name.',
    query: z.strictObject({
      q: SearchSchema.optional(),
      activity: ActivitySchema.optional(),
      level: LevelSchema.optional(),
      region: regionFilter,
      organization: IdSchema.optional(),
      /** Teams that accept members or requests. */
      accepting: FlagSchema.optional(),
      ...pageQuery,
    }),
    answer: pageOf(TeamSummarySchema),
  },
});
