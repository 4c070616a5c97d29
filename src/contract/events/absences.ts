// Absences: days on which a person is away. An absence declines the events of all their teams on these days.
import { z } from 'zod';
import { eventReads } from '../affected-reads.ts';
import {
  CountSchema,
  DaySchema,
  IdSchema,
  InstantSchema,
  lineOfText,
  NewIdSchema,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { limits } from '../values/limits.ts';
import { decisionTimes } from './registrations.ts';

/** `from` and `to` are inclusive days. An event is on the day of its start in its own time zone. */
export const AbsenceSchema = z.object({
  id: IdSchema,
  from: DaySchema,
  /** The day of `endedAt`, if it was ended early. */
  to: DaySchema,
  note: z.string().nullable(),
  createdAt: InstantSchema,
  /** When it was ended early; null if it was not. */
  endedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type Absence = z.infer<typeof AbsenceSchema>;

/** The effects of an absence on the person's replies. */
const EffectSchema = z.object({
  /** Events that it declines. */
  answered: CountSchema,
  /** Of those, events at which the person had a place, was waitlisted or waited for approval. */
  placesGivenUp: CountSchema,
  /** Events that need a reply again. A place that was given up is not restored. */
  reopened: CountSchema,
  /** Events that it leaves alone, because the place costs money or is an offered place. */
  held: z.array(
    z.object({ eventId: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() }),
  ),
});
export type AbsenceEffect = z.infer<typeof EffectSchema>;

const AbsenceAnswerSchema = AbsenceSchema.extend(EffectSchema.shape);
export type AbsenceAnswer = z.infer<typeof AbsenceAnswerSchema>;

const note = lineOfText(1, limits.absenceNoteMax)
  .nullable()
  .meta({ description: 'Visible to me, and to those who run the events that it declines' });

const params = z.object({ id: IdSchema });
const mine = { tag: 'me', access: 'session' } as const;
const queued = {
  ...mine,
  offline: 'queued',
  affects: ['GET /api/users/me/absences', ...eventReads],
} as const;
const writing = { ...queued, answer: AbsenceAnswerSchema } as const;

export const absenceEndpoints = endpoints({
  'GET /api/users/me/absences': {
    ...mine,
    offline: 'saved',
    operationId: 'listMyAbsences',
    summary: 'My absences: current and future ones by their first day, then the latest past ones.',
    status: 200,
    answer: z.object({ items: z.array(AbsenceSchema) }),
    problems: [],
  },
  'POST /api/users/me/absences': {
    ...writing,
    operationId: 'addAbsence',
    summary:
      'Add an absence: declines the events of my teams on these days, also those that are planned later. It does not change events that I lead, nor my later replies.',
    body: z.strictObject({
      id: NewIdSchema.optional(),
      from: DaySchema,
      to: DaySchema,
      note: note.default(null),
      ...decisionTimes,
    }),
    status: 201,
    problems: ['not_permitted'],
  },
  'POST /api/users/me/absences/preview': {
    ...mine,
    offline: 'never',
    operationId: 'previewAbsence',
    summary: 'Preview an absence, or with `id` its change to these days. Changes nothing.',
    body: z.strictObject({ id: IdSchema.optional(), from: DaySchema, to: DaySchema }),
    status: 200,
    answer: EffectSchema,
    problems: ['not_permitted', 'not_found'],
  },
  'PATCH /api/users/me/absences/{id}': {
    ...writing,
    operationId: 'changeAbsence',
    summary:
      'Change the days or the note. Events on added days are declined; events on removed days need my reply again.',
    params,
    body: z.strictObject({
      version: VersionSchema,
      from: DaySchema.optional(),
      to: DaySchema.optional(),
      note: note.optional(),
      ...decisionTimes,
    }),
    status: 200,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/users/me/absences/{id}/end': {
    ...writing,
    operationId: 'endAbsence',
    summary:
      'End an absence now: upcoming events that it declined need my reply again. Changes nothing if it has ended.',
    params,
    status: 200,
    problems: [],
  },
  'DELETE /api/users/me/absences/{id}': {
    ...queued,
    operationId: 'deleteAbsence',
    summary: 'End an absence as above and delete it. Its replies to past events stay.',
    params,
    status: 204,
    answer: null,
    problems: [],
  },
});
