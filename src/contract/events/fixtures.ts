// Fixtures: matches that come from a calendar file or address, or from a table, for those who run a team.
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, lineOfText, NewIdSchema, TimeZoneSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { limits } from '../values/limits.ts';
import {
  fixtureColumnNames,
  fixtureDateOrders,
  fixtureOutcomes,
  fixturePublications,
} from '../values/words.ts';

const column = z
  .int()
  .min(0)
  .max(limits.fixtureColumnsMax - 1);

/** Which column of a table holds what, counted from 0. */
const FixtureColumnsSchema = z.partialRecord(z.enum(fixtureColumnNames), column);
export type FixtureColumns = z.output<typeof FixtureColumnsSchema>;
export type FixtureDateOrder = (typeof fixtureDateOrders)[number];

/** An address that a calendar can be fetched from. Whether it is a public one is found out when it is. */
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

/** Where matches come from: one of the three. */
const sourceFields = {
  ics: file(said('The calendar is too large')).optional(),
  csv: file(said('The table is too large')).optional(),
  url: CalendarAddressSchema.optional(),
  columns: FixtureColumnsSchema.optional().meta({ description: 'Of `csv`; absent: guessed from its header' }),
  dateOrder: z
    .enum(fixtureDateOrders)
    .optional()
    .meta({ description: 'Of `csv`, where its dates could be read both ways' }),
  timeZone: TimeZoneSchema.meta({ description: 'Of times that say no zone' }),
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
      description: 'Of `url`: asks it every six hours from now on. Rows that are not chosen stay out',
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

/** A row of a preview. `key` is the same for the same match when the file is sent again. */
const FixtureRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  startsAt: InstantSchema.nullable(),
  endsAt: InstantSchema.nullable(),
  timeZone: z.string(),
  place: z.string().nullable(),
  outcome: z.enum(fixtureOutcomes),
  /** Why it is refused, or what it changes or looks like; null for a new one. */
  reason: z.string().nullable(),
  /** The event that it is, would change or looks like. */
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
      /** No date says whether its day or its month comes first: `dateOrder` must. */
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
  /** Until when it can be undone; null where it cannot be any more. */
  undoUntil: InstantSchema.nullable(),
});
export type FixtureImport = z.infer<typeof FixtureImportSchema>;

/** What undoing left, and why. */
const UndoAnswerSchema = z.object({
  removed: CountSchema,
  left: z.array(
    z.object({
      eventId: IdSchema,
      name: z.string(),
      startsAt: InstantSchema,
      reason: z.enum(['answered', 'edited']),
    }),
  ),
});

/** An address that is asked every six hours for matches that are new or have changed. */
const FixtureSourceSchema = z.object({
  id: IdSchema,
  url: z.string(),
  /** What becomes of matches that appear there. */
  publication: z.enum(fixturePublications),
  /** When it was asked the last time; null before the first. */
  checkedAt: InstantSchema.nullable(),
  /** Null where it is not asked any more. */
  nextCheckAt: InstantSchema.nullable(),
  /** Why it could not be read the last time; null where it was. */
  failure: z.string().nullable(),
  /** Events that came from it. */
  matchCount: CountSchema,
});
export type FixtureSource = z.infer<typeof FixtureSourceSchema>;

const TeamFixturesSchema = z.object({
  sources: z.array(FixtureSourceSchema),
  /** Events to come whose match is not in its source any more, or is cancelled there; at most fifty. */
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
  /** The newest first, at most ten. */
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
    summary: 'What importing a calendar or a table of matches would do, row by row. Changes nothing.',
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
    summary: 'Delete the matches that an import made. Those with replies, and those edited since, stay.',
    params,
    status: 200,
    answer: UndoAnswerSchema,
    problems: ['not_permitted'],
  },
});

/** The addresses that a team follows. */
export const fixtureSourceEndpoints = endpoints({
  'POST /api/teams/{id}/fixtures/sources': {
    ...base,
    operationId: 'addFixtureSource',
    summary: 'Follow an address: it is asked within a minute, and every six hours from then on.',
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
    summary: 'Stop following an address. Its matches stay.',
    params: sourceParams,
    status: 204,
    answer: null,
    problems: ['not_permitted'],
  },
  'POST /api/teams/{id}/fixtures/sources/{sourceId}/check': {
    ...base,
    operationId: 'checkFixtureSource',
    summary: 'Ask an address that is followed now.',
    params: sourceParams,
    status: 200,
    answer: FixtureSourceSchema,
    problems: ['not_permitted'],
  },
});
