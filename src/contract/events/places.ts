// Places for events: those of a person, and of the teams and organizations that they plan for.
import { z } from 'zod';
import { eventReads } from '../affected-reads.ts';
import {
  CountSchema,
  IdSchema,
  InstantSchema,
  lineOfText,
  NameSchema,
  NewIdSchema,
  pageOf,
  pageQuery,
  TimeZoneSchema,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { eventOwnerKinds, eventTimesChoices } from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { PlaceSchema } from './events.ts';

export const placeFields = {
  name: NameSchema,
  address: lineOfText(1, 200),
  region: lineOfText(1, limits.regionMax).meta({ description: 'The town; shown in lists' }),
  countryCode: z.string().regex(/^[A-Z]{2}$/, { error: said('Two capital letters (ISO 3166-1)') }),
  timeZone: TimeZoneSchema,
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  directions: lineOfText(1, limits.noteMax).nullable(),
};

export const placeDefaults = {
  latitude: placeFields.latitude.default(null),
  longitude: placeFields.longitude.default(null),
  directions: placeFields.directions.default(null),
};

/** The owner of an event, whose places can be used for it. */
export const OwnerRefSchema = z.strictObject({ kind: z.enum(eventOwnerKinds), id: IdSchema });
export type OwnerRef = z.infer<typeof OwnerRefSchema>;

/** A place, for those who may plan there. */
export const OwnPlaceSchema = PlaceSchema.extend({
  version: VersionSchema,
  timeZone: z.string(),
  owner: OwnerRefSchema,
  upcomingCount: CountSchema.meta({ description: 'Upcoming events at this place' }),
  nextEvent: z
    .object({ name: z.string(), startsAt: InstantSchema, timeZone: z.string() })
    .nullable()
    .meta({ description: 'The first of them that this person runs' }),
});
export type OwnPlace = z.infer<typeof OwnPlaceSchema>;

const writing = {
  tag: 'events',
  access: 'session',
  offline: 'queued',
  affects: eventReads,
} as const;

export const placeEndpoints = endpoints({
  'GET /api/places': {
    operationId: 'listPlaces',
    summary:
      'The places that someone can plan at: their own, and those of the teams and organizations they plan for.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(OwnPlaceSchema),
    problems: [],
  },
  'POST /api/places': {
    ...writing,
    operationId: 'createPlace',
    summary: 'Add a place for events of an owner.',
    body: z.strictObject({
      ...placeFields,
      ...placeDefaults,
      id: NewIdSchema.optional(),
      owner: OwnerRefSchema,
    }),
    status: 201,
    answer: OwnPlaceSchema,
    problems: ['not_permitted'],
  },
  'PATCH /api/places/{id}': {
    ...writing,
    operationId: 'updatePlace',
    summary:
      'Change a place, for all upcoming events. Absent fields stay as they are. A new time zone needs `eventTimes` and permission to run these events.',
    params: z.object({ id: IdSchema }),
    body: z
      .strictObject(placeFields)
      .partial()
      .extend({
        version: VersionSchema,
        eventTimes: z.enum(eventTimesChoices).optional().meta({
          description:
            'For a new time zone, with upcoming events: `keepLocalTime` leaves 18:00 at 18:00, `keepInstant` keeps the instant and changes the local time',
        }),
      }),
    status: 200,
    answer: OwnPlaceSchema,
    problems: ['not_permitted', 'stale_version'],
  },
});
