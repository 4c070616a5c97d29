// Days on which I am away: an absence answers for me in all of my teams.
import { z } from 'zod';
import { replyReads } from '../affected-reads.ts';
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
import { decided } from './registrations.ts';

/** `from` and `to` are days, both included, compared with the day on which an event starts where it takes place. */
export const AbsenceSchema = z.object({
  id: IdSchema,
  from: DaySchema,
  /** Shortened to the day of `endedAt` where it was ended early. */
  to: DaySchema,
  note: z.string().nullable(),
  createdAt: InstantSchema,
  /** When it was ended early; null for one that runs its course. */
  endedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type Absence = z.infer<typeof AbsenceSchema>;

/** What a write about an absence does to my answers. */
const EffectSchema = z.object({
  /** Dates that it answers with `declined`. */
  answered: CountSchema,
  /** Of those, dates where I had a place, waited or asked for one. */
  placesGivenUp: CountSchema,
  /** Dates that wait for my answer again. A place that was given up is not taken again. */
  reopened: CountSchema,
  /** Dates that are left to me, because my place costs money or is only offered to me. */
  held: z.array(
    z.object({ eventId: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() }),
  ),
});
export type AbsenceEffect = z.infer<typeof EffectSchema>;

const AbsenceAnswerSchema = AbsenceSchema.extend(EffectSchema.shape);
export type AbsenceAnswer = z.infer<typeof AbsenceAnswerSchema>;

const note = lineOfText(1, limits.absenceNoteMax)
  .nullable()
  .meta({ description: 'For me, and for those who run the events it answers' });

const params = z.object({ id: IdSchema });
const mine = { tag: 'me', access: 'session' } as const;
const queued = {
  ...mine,
  offline: 'queued',
  affects: ['GET /api/users/me/absences', ...replyReads],
} as const;
const writing = { ...queued, answer: AbsenceAnswerSchema } as const;

export const absenceEndpoints = endpoints({
  'GET /api/users/me/absences': {
    ...mine,
    offline: 'saved',
    operationId: 'listMyAbsences',
    summary: 'When I am away: present and coming absences by their first day, then the latest past ones.',
    status: 200,
    answer: z.object({ items: z.array(AbsenceSchema) }),
    problems: [],
  },
  'POST /api/users/me/absences': {
    ...writing,
    operationId: 'addAbsence',
    summary:
      'Away on these days: answers `declined` to the events of my teams on them, now and as they are planned. Events that I lead are left alone, and so is what I answer by hand afterwards.',
    body: z.strictObject({
      id: NewIdSchema.optional(),
      from: DaySchema,
      to: DaySchema,
      note: note.default(null),
      ...decided,
    }),
    status: 201,
    problems: ['not_permitted'],
  },
  'POST /api/users/me/absences/preview': {
    ...mine,
    offline: 'never',
    operationId: 'previewAbsence',
    summary:
      'What an absence would answer, or with `id` what its change to these days would do. Changes nothing.',
    body: z.strictObject({ id: IdSchema.optional(), from: DaySchema, to: DaySchema }),
    status: 200,
    answer: EffectSchema,
    problems: ['not_permitted', 'not_found'],
  },
  'PATCH /api/users/me/absences/{id}': {
    ...writing,
    operationId: 'changeAbsence',
    summary:
      'Change the days or the note. Days that are added are answered; dates on days that are taken away wait for my answer again.',
    params,
    body: z.strictObject({
      version: VersionSchema,
      from: DaySchema.optional(),
      to: DaySchema.optional(),
      note: note.optional(),
      ...decided,
    }),
    status: 200,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/users/me/absences/{id}/end': {
    ...writing,
    operationId: 'endAbsence',
    summary:
      'Back from now on: dates to come that it answered wait for my answer again. Ended already, it changes nothing.',
    params,
    status: 200,
    problems: [],
  },
  'DELETE /api/users/me/absences/{id}': {
    ...queued,
    operationId: 'deleteAbsence',
    summary: 'Ends an absence as above and forgets it. Answers that it gave to past events stay.',
    params,
    status: 204,
    answer: null,
    problems: [],
  },
});
