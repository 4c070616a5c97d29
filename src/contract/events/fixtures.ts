// Fixtures: matches imported from a calendar file, a calendar URL or a CSV table, for those who run a team.
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, lineOfText, NewIdSchema, TimeZoneSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import {
  fixtureColumnNames,
  fixtureDateOrders,
  fixtureOutcomes,
  fixturePublications,
} from '../values/enums.ts';
import { limits } from '../values/limits.ts';

const column = z
  .int()
  .min(0)
  .max(limits.fixtureColumnsMax - 1);

/** The index of the column of each field, from 0. */
const FixtureColumnsSchema = z.partialRecord(z.enum(fixtureColumnNames), column);
export type FixtureColumns = z.output<typeof FixtureColumnsSchema>;
export type FixtureDateOrder = (typeof fixtureDateOrders)[number];

/** The URL of a calendar. The server checks that it is public when it fetches it. */
const CalendarAddressSchema = lineOfText(1, limits.fixtureAddressMax)
  .transform((text) => text.replace(/^webcals?:\/\//i, 'https://'))
  .refine(isFetchable, {
    error: said('Enter an address that begins with https:// or http://, without a name and password'),
  })
  .transform((text) => new URL(text).href);

function isFetchable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, port } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && port === '';
}

const file = (error: string) =>
  z
    .string()
    .min(1, { error: said('The file is empty') })
    .max(limits.fixtureFileCharacters, { error });

/** The source of the matches: one of `ics`, `csv` and `url`. */
const sourceFields = {
  ics: file(said('The calendar is too large')).optional(),
  csv: file(said('The table is too large')).optional(),
  url: CalendarAddressSchema.optional(),
  columns: FixtureColumnsSchema.optional().meta({ description: 'Of `csv`; absent: guessed from its header' }),
  dateOrder: z
    .enum(fixtureDateOrders)
    .optional()
    .meta({ description: 'Of `csv`, if its dates are ambiguous' }),
  timeZone: TimeZoneSchema.meta({ description: 'Of times without a time zone' }),
};

type Sources = { ics?: string | undefined; csv?: string | undefined; url?: string | undefined };

const oneSource = ({ ics, csv, url }: Sources) =>
  [ics, csv, url].filter((source) => source !== undefined).length === 1;
const oneSourceError = { error: said('Send one of ics, csv and url'), path: ['ics'] };

const FixtureSourceInputSchema = z.strictObject(sourceFields).refine(oneSource, oneSourceError);
export type FixtureInput = z.output<typeof FixtureSourceInputSchema>;

const key = z.string().min(1).max(64);

const FixtureImportInputSchema = z
  .strictObject({
    ...sourceFields,
    id: NewIdSchema,
    publication: z.enum(fixturePublications),
    follow: z.boolean().default(false).meta({
      description:
        'Of `url`: fetches it every six hours from now on. Rows that are not chosen are not imported later',
    }),
    keys: z
      .array(key)
      .min(1, { error: said('Choose at least one match') })
      .max(limits.fixturesAtOnce, { error: said('At most {max} at once', { max: limits.fixturesAtOnce }) })
      .optional()
      .meta({ description: 'Rows of the preview; absent: those that are new or changed' }),
  })
  .refine(oneSource, oneSourceError);

export type FixtureImportInput = z.output<typeof FixtureImportInputSchema>;

/** A row of a preview. The same match has the same `key` in every preview and import. */
const FixtureRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  startsAt: InstantSchema.nullable(),
  endsAt: InstantSchema.nullable(),
  timeZone: z.string(),
  place: z.string().nullable(),
  outcome: z.enum(fixtureOutcomes),
  /** The reason for the outcome; null for a new match. */
  reason: z.string().nullable(),
  /** The event that the row would change, is the same as, or duplicates. */
  eventId: IdSchema.nullable(),
});
export type FixtureRow = z.infer<typeof FixtureRowSchema>;

const FixturePreviewSchema = z.object({
  rows: z.array(FixtureRowSchema),
  /** Null for a calendar. */
  table: z
    .object({
      header: z.array(z.string()),
      columns: FixtureColumnsSchema,
      dateOrder: z.enum(fixtureDateOrders).nullable(),
      /** All dates are ambiguous, so the import needs `dateOrder`. */
      asksDateOrder: z.boolean(),
    })
    .nullable(),
});
export type FixturePreview = z.infer<typeof FixturePreviewSchema>;

const FixtureImportSchema = z.object({
  id: IdSchema,
  createdAt: InstantSchema,
  created: CountSchema,
  changed: CountSchema,
  undoneAt: InstantSchema.nullable(),
  /** Until when it can be undone; null if it cannot be undone any more. */
  undoUntil: InstantSchema.nullable(),
});
export type FixtureImport = z.infer<typeof FixtureImportSchema>;

/** The numbers of events that were removed and changed back, and the events that were left, with reasons. */
const UndoAnswerSchema = z.object({
  removed: CountSchema,
  changedBack: CountSchema,
  left: z.array(
    z.object({
      eventId: IdSchema,
      name: z.string(),
      startsAt: InstantSchema,
      reason: z.enum(['answered', 'edited']),
    }),
  ),
});

/** A calendar URL that is fetched every six hours for new or changed matches. */
const FixtureSourceSchema = z.object({
  id: IdSchema,
  url: z.string(),
  timeZone: z.string().meta({ description: 'Of times without a time zone' }),
  /** The publication state of new matches. */
  publication: z.enum(fixturePublications),
  /** When it was last fetched; null before the first time. */
  checkedAt: InstantSchema.nullable(),
  /** Null if it is not fetched any more: the person who added it no longer plans for the team, or its next season has begun. */
  nextCheckAt: InstantSchema.nullable(),
  /** Why the last fetch failed, or left out matches that resemble other events; null if it did neither. */
  failure: z.string().nullable(),
  /** Events that came from it. */
  matchCount: CountSchema,
});
export type FixtureSource = z.infer<typeof FixtureSourceSchema>;

const TeamFixturesSchema = z.object({
  sources: z.array(FixtureSourceSchema),
  /** Upcoming events whose match was removed from its source or cancelled there; at most fifty. */
  gone: z.array(
    z.object({
      eventId: IdSchema,
      name: z.string(),
      startsAt: InstantSchema,
      endsAt: InstantSchema,
      timeZone: z.string(),
      goneAt: InstantSchema,
    }),
  ),
  /** Newest first, at most ten. */
  imports: z.array(FixtureImportSchema),
});

const base = { tag: 'events', access: 'session', offline: 'never' } as const;
const params = z.object({ id: IdSchema });
const sourceParams = z.object({ id: IdSchema, sourceId: IdSchema });

export const fixtureEndpoints = endpoints({
  'GET /api/teams/{id}/fixtures': {
    ...base,
    operationId: 'getTeamFixtures',
    summary: 'The last imports of matches, for those who plan for the team.',
    params,
    status: 200,
    answer: TeamFixturesSchema,
    problems: ['not_permitted'],
  },
  'POST /api/teams/{id}/fixtures/preview': {
    ...base,
    operationId: 'previewFixtures',
    summary: 'Preview the import of a calendar or a table of matches, row by row. Changes nothing.',
    bodyBytes: limits.fixtureFileBytes,
    params,
    body: FixtureSourceInputSchema,
    status: 200,
    answer: FixturePreviewSchema,
    problems: ['not_permitted'],
  },
  'POST /api/teams/{id}/fixtures': {
    ...base,
    operationId: 'importFixtures',
    summary:
      'Import matches as events of the team: all of the chosen ones, or none. Can be undone for an hour.',
    bodyBytes: limits.fixtureFileBytes,
    params,
    body: FixtureImportInputSchema,
    status: 201,
    answer: FixtureImportSchema,
    problems: ['not_permitted'],
  },
  'POST /api/fixtures/imports/{id}/undo': {
    ...base,
    operationId: 'undoFixtureImport',
    summary:
      'Delete the matches that an import made, and change back those that it changed. New ones with replies, and those edited since, stay.',
    params,
    status: 200,
    answer: UndoAnswerSchema,
    problems: ['not_permitted'],
  },
});

/** The calendar URLs that a team follows. */
export const fixtureSourceEndpoints = endpoints({
  'POST /api/teams/{id}/fixtures/sources': {
    ...base,
    operationId: 'addFixtureSource',
    summary:
      'Follow a calendar URL, also one that has stopped: it is fetched within a minute, and then every six hours.',
    params,
    body: z.strictObject({
      url: CalendarAddressSchema,
      timeZone: TimeZoneSchema,
      publication: z.enum(fixturePublications),
    }),
    status: 201,
    answer: FixtureSourceSchema,
    problems: ['not_permitted'],
  },
  'DELETE /api/teams/{id}/fixtures/sources/{sourceId}': {
    ...base,
    operationId: 'removeFixtureSource',
    summary: 'Stop following a calendar URL. Its events stay.',
    params: sourceParams,
    status: 204,
    answer: null,
    problems: ['not_permitted'],
  },
  'POST /api/teams/{id}/fixtures/sources/{sourceId}/check': {
    ...base,
    operationId: 'checkFixtureSource',
    summary: 'Fetch a followed calendar URL now.',
    params: sourceParams,
    status: 200,
    answer: FixtureSourceSchema,
    problems: ['not_permitted'],
  },
});
