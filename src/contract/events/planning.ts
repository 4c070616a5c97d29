// Planning: creating, changing, publishing and deleting events (docs/product.md, "Planning").
import { z } from 'zod';
import { eventReads } from '../affected-reads.ts';
import {
  ActivitySchema,
  AgeSchema,
  AmountSchema,
  CountSchema,
  CurrencySchema,
  IdSchema,
  InstantSchema,
  LevelSchema,
  lineOfText,
  markdown,
  NameSchema,
  NewIdSchema,
  TimeZoneSchema,
  VersionSchema,
  WebAddressSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import {
  attendanceModes,
  changeWarnings,
  eventKinds,
  eventRosterVisibilities,
  eventVisibilities,
  joinPolicies,
  ownFields,
  seriesScopes,
} from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { MyEventSchema } from './events.ts';
import { OwnerRefSchema, placeDefaults, placeFields } from './places.ts';
import {
  needsScope,
  RecurrenceDraftSchema,
  type SeriesField,
  scopeMissing,
  seriesFields,
} from './recurrence.ts';

const nullableText = (max: number) => lineOfText(1, max).nullable();
const unique = <T>(list: T[]) => [...new Set(list)];
const ids = (max: number) =>
  z
    .array(IdSchema)
    .max(max, { error: said('At most {max}', { max }) })
    .transform(unique);

/** A place of the owner, or a new one that is added to its places. */
const PlaceChoiceSchema = z.union([
  z.strictObject({ id: IdSchema }),
  z.strictObject({ ...placeFields, ...placeDefaults, id: NewIdSchema.optional() }),
]);

/** The end of full refunds: a duration before the start (`P2D`, `PT12H`), or an instant. */
const RefundUntilSchema = z
  .union([z.string().regex(/^P(?:\d{1,3}D|T\d{1,5}[HM])$/), InstantSchema], {
    error: said('A duration before the start such as P2D or PT12H, or an instant'),
  })
  .meta({
    description: 'The end of full refunds: an ISO 8601 duration before the start, or an instant',
  });

const OfferDraftSchema = z.strictObject({
  id: IdSchema.optional().meta({ description: 'The id of an existing offer; absent: a new offer' }),
  name: NameSchema,
  price: z.strictObject({ amountMinor: AmountSchema, currency: CurrencySchema }),
  eligibility: nullableText(limits.nameMax).default(null),
  refundUntil: RefundUntilSchema.nullable().default(null),
  acceptsOffline: z.boolean().default(false),
});
export type OfferDraft = z.output<typeof OfferDraftSchema>;

const capacity = z.int().min(1).max(limits.capacityMax).nullable();

const eventFields = {
  name: NameSchema,
  kind: z.enum(eventKinds),
  activities: z
    .array(ActivitySchema)
    .max(5, { error: said('At most {max}', { max: 5 }) })
    .transform(unique),
  level: LevelSchema.nullable(),
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  timeZone: TimeZoneSchema,
  attendanceMode: z.enum(attendanceModes),
  place: PlaceChoiceSchema.nullable(),
  onlineUrl: WebAddressSchema.nullable(),
  owner: OwnerRefSchema,
  teamIds: ids(limits.eventTeamsMax),
  leaderIds: ids(limits.eventLeadersMax),
  description: markdown(limits.descriptionMax),
  arriveMinutesBefore: z.int().min(0).max(limits.arriveMinutesMax).nullable(),
  ageMin: AgeSchema.nullable(),
  ageMax: AgeSchema.nullable(),
  attendeeInstructions: nullableText(limits.noteMax),
  meetingPoint: nullableText(limits.noteMax),
  accessibilitySupport: z
    .array(lineOfText(1, limits.nameMax))
    .max(10, { error: said('At most {max}', { max: 10 }) }),
  visibility: z.enum(eventVisibilities),
  joinPolicy: z.enum(joinPolicies),
  rosterVisibility: z.enum(eventRosterVisibilities),
  maximumAttendeeCapacity: capacity,
  waitlistEnabled: z.boolean(),
  registrationOpensAt: InstantSchema.nullable(),
  registrationClosesAt: InstantSchema.nullable(),
  repliesDueAt: InstantSchema.nullable(),
  offers: z
    .array(OfferDraftSchema)
    .max(limits.offersMax, { error: said('At most {max}', { max: limits.offersMax }) }),
};

const EventDraftSchema = z.strictObject({
  ...eventFields,
  recurrence: RecurrenceDraftSchema.nullable()
    .default(null)
    .meta({ description: 'Makes a series; `startsAt` is its first date' }),
  id: NewIdSchema.optional(),
  owner: eventFields.owner
    .optional()
    .meta({ description: 'Absent: the first of `teamIds`, else the person' }),
  activities: eventFields.activities.optional().meta({ description: 'Absent: those of the teams' }),
  level: eventFields.level.default(null),
  attendanceMode: eventFields.attendanceMode.default('offline'),
  place: eventFields.place.default(null),
  onlineUrl: eventFields.onlineUrl.default(null),
  teamIds: eventFields.teamIds.default([]),
  leaderIds: eventFields.leaderIds.optional().meta({ description: 'Absent: the person who plans it' }),
  description: eventFields.description.default(''),
  arriveMinutesBefore: eventFields.arriveMinutesBefore.default(null),
  ageMin: eventFields.ageMin.default(null),
  ageMax: eventFields.ageMax.default(null),
  attendeeInstructions: eventFields.attendeeInstructions.default(null),
  meetingPoint: eventFields.meetingPoint.default(null),
  accessibilitySupport: eventFields.accessibilitySupport.default([]),
  visibility: eventFields.visibility.optional().meta({
    description: 'Absent: the teams where there are some, else the organization that owns it, else unlisted',
  }),
  joinPolicy: eventFields.joinPolicy.default('open'),
  rosterVisibility: eventFields.rosterVisibility.optional().meta({
    description:
      'Absent: the coaches where the roster of one of its teams is for them alone, else the participants',
  }),
  maximumAttendeeCapacity: eventFields.maximumAttendeeCapacity.default(null),
  waitlistEnabled: eventFields.waitlistEnabled.default(true),
  registrationOpensAt: eventFields.registrationOpensAt.default(null),
  registrationClosesAt: eventFields.registrationClosesAt.default(null),
  repliesDueAt: eventFields.repliesDueAt.default(null),
  offers: eventFields.offers.default([]),
  publication: z.enum(['draft', 'published']).default('draft'),
});
export type EventDraft = z.output<typeof EventDraftSchema>;

const changed = z
  .strictObject(eventFields)
  .partial()
  .extend({
    eventStatus: z
      .enum(['EventScheduled', 'EventPostponed'])
      .optional()
      .meta({ description: 'Postponed: the new date is not known yet. Scheduled: it takes place after all' }),
  });
const version = VersionSchema;
const scope = z.enum(seriesScopes).optional();
/** `published` publishes a draft with the change; no effect on a published event. */
const publication = z.literal('published').optional();
const EventChangeSchema = changed
  .extend({ version, publication, ...seriesFields })
  .refine(needsScope, scopeMissing);
export type EventChange = z.output<typeof EventChangeSchema>;
/** How an edit applies to the other dates of its series. */
export type SeriesEdit = Pick<EventChange, SeriesField>;
/** The fields of `EventChange` that change the event itself. */
export type EventEdit = Omit<EventChange, 'version' | 'publication' | SeriesField>;

const PreviewSchema = changed
  .extend({
    version: version.optional(),
    action: z.enum(['cancel', 'publish']).optional().meta({ description: '`cancel` takes no other fields' }),
    image: z.enum(['replace', 'remove']).optional().meta({
      description: 'Counts a change of the picture, too, which is then made by `/api/events/{id}/image`',
    }),
    ...seriesFields,
  })
  .refine(needsScope, scopeMissing);
export type PreviewRequest = z.output<typeof PreviewSchema>;

/** The effects of a change, without making it. */
export const ChangePreviewSchema = z.object({
  dates: CountSchema.meta({ description: 'Events that change' }),
  kept: CountSchema.meta({
    description: 'Events of the series that stay as they are; 0 for a change of one date',
  }),
  notified: CountSchema.meta({ description: 'People who are notified' }),
  registrations: CountSchema.meta({
    description:
      'People with an active reply that stays: a place, a waitlist position, a request or a maybe; of a cancellation those who lose it',
  }),
  payments: CountSchema.meta({
    description:
      'People who have paid or are paying, which stays; of a cancellation those who get money back',
  }),
  askedAgain: CountSchema.meta({
    description: 'People whose replies stay and who are asked to confirm them',
  }),
  keptDates: z
    .array(z.object({ startsAt: InstantSchema, fields: z.array(z.enum(ownFields)) }))
    .meta({ description: 'Dates that keep what was edited on them alone' }),
  warnings: z.array(z.object({ code: z.enum(changeWarnings), count: CountSchema })),
});
export type ChangePreview = z.infer<typeof ChangePreviewSchema>;

const ChangedEventSchema = MyEventSchema.extend({
  changedDates: z
    .array(z.object({ id: IdSchema, versionBefore: VersionSchema, version: VersionSchema }))
    .optional()
    .meta({ description: 'The other dates of the series that changed with it; absent without a scope' }),
});
export type ChangedEvent = z.infer<typeof ChangedEventSchema>;

const params = z.object({ id: IdSchema });
const writing = { tag: 'events', access: 'session', offline: 'queued', affects: eventReads } as const;
const deciding = { tag: 'events', access: 'session', offline: 'never', params, status: 200 } as const;

export const planningEndpoints = endpoints({
  'POST /api/events': {
    ...writing,
    markdownField: 'description',
    operationId: 'createEvent',
    summary:
      'Plan an event or a series, as a draft or published at once; for coaches who run its owner. The answer contains the first date.',
    body: EventDraftSchema,
    status: 201,
    answer: MyEventSchema,
    problems: ['not_permitted'],
  },
  'POST /api/events/preview': {
    tag: 'events',
    access: 'session',
    offline: 'never',
    operationId: 'previewEvent',
    summary: 'Preview publishing a new event: how many people are notified, and warnings. Changes nothing.',
    body: EventDraftSchema,
    status: 200,
    answer: ChangePreviewSchema,
    problems: ['not_permitted'],
  },
  'PATCH /api/events/{id}': {
    ...writing,
    markdownField: 'description',
    operationId: 'updateEvent',
    summary:
      'Change an event, or with a scope several dates of its series; absent fields stay as they are. Participants are notified once of a new time, place or status.',
    params,
    body: EventChangeSchema,
    status: 200,
    answer: ChangedEventSchema,
    problems: ['gone', 'not_permitted', 'stale_version'],
  },
  'POST /api/events/{id}/preview': {
    ...deciding,
    operationId: 'previewChange',
    summary:
      'Preview a change of the event, publishing a draft with the change, or cancelling. Changes nothing.',
    body: PreviewSchema,
    answer: ChangePreviewSchema,
    problems: ['gone', 'not_permitted'],
  },
  'POST /api/events/{id}/publish': {
    ...writing,
    operationId: 'publishEvent',
    summary:
      'Publish a draft: its audience can see it, and members of its teams are asked to reply. Restores an archived event, without notifications.',
    params,
    body: z.strictObject({
      version,
      scope: scope.meta({
        description:
          'Which drafts of a series are published. Absent: all of them; of an event without a series, itself',
      }),
    }),
    status: 200,
    answer: MyEventSchema,
    problems: ['gone', 'not_permitted', 'stale_version'],
  },
  'POST /api/events/{id}/archive': {
    ...writing,
    operationId: 'archiveEvent',
    summary:
      'Archive an event that is over or cancelled: it is listed only under Past. Publishing restores it.',
    params,
    body: z.strictObject({ version }),
    status: 200,
    answer: MyEventSchema,
    problems: ['gone', 'not_permitted', 'stale_version'],
  },
  'POST /api/events/{id}/duplicate': {
    ...writing,
    operationId: 'duplicateEvent',
    summary: 'A draft like this event at another time, without its replies.',
    params,
    body: z.strictObject({
      startsAt: InstantSchema,
      name: NameSchema.optional(),
      id: NewIdSchema.optional(),
    }),
    status: 201,
    answer: MyEventSchema,
    problems: ['gone', 'not_permitted'],
  },
  'DELETE /api/events/{id}': {
    ...deciding,
    affects: eventReads,
    operationId: 'deleteEvent',
    summary:
      'Delete a draft, or an event that no one has replied to; with a scope several dates of its series, all or none.',
    query: z.strictObject({ scope }),
    status: 204,
    answer: null,
    problems: ['gone', 'not_permitted'],
  },
});
