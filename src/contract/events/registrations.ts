// Replies to an event: one's own, and what the people who run it do with replies: approve them, order them, make them for
// others, and end them by cancelling the event.
import { z } from 'zod';
import { eventReads, replyReads } from '../affected-reads.ts';
import { CountSchema, DaySchema, IdSchema, InstantSchema, lineOfText } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { limits } from '../values/limits.ts';
import {
  refusalReasons,
  registrationActions,
  replyOutcomes,
  responses,
  seriesScopes,
} from '../values/words.ts';
import { RegistrationSchema } from './events.ts';

/** What became of a reply, and what is true now. */
export const ReplyAnswerSchema = z.object({
  outcome: z.enum(replyOutcomes),
  /** Why it was refused. */
  reason: z.enum(refusalReasons).optional(),
  /** Null for someone who has never replied. */
  registration: RegistrationSchema.nullable(),
  event: z.object({ remainingAttendeeCapacity: CountSchema.nullable() }),
});
export type ReplyAnswer = z.infer<typeof ReplyAnswerSchema>;

/** What became of a reply to each date of a series, in the order of the dates. */
const SeriesReplyAnswerSchema = z.object({
  items: z.array(ReplyAnswerSchema.extend({ eventId: IdSchema, startsAt: InstantSchema })),
});
export type SeriesReplyAnswer = z.infer<typeof SeriesReplyAnswerSchema>;

/** `duplicate`: it was cancelled before, and nothing changed. */
export const CancelAnswerSchema = z.object({
  outcome: z.enum(['applied', 'duplicate']),
  /** How many people are told of it. */
  told: CountSchema,
});
export type CancelAnswer = z.infer<typeof CancelAnswerSchema>;

const note = lineOfText(1, limits.noteMax)
  .nullable()
  .optional()
  .meta({ description: 'A line for those who run the event; null takes it back, absent leaves it' });
const offerId = IdSchema.optional().meta({ description: "One of the event's offers; absent: the cheapest" });
const ifFull = z.enum(['waitlist', 'ask']).default('waitlist').meta({
  description: 'What `attending` means when no place is free: wait, or be refused with `event_full`',
});
/** A decision's time by the clock of the device. */
export const decided = {
  occurredAt: InstantSchema.optional().meta({
    description:
      'When the person decided, by the clock of their device; a later instant than now counts as now',
  }),
  sentAt: InstantSchema.optional().meta({
    description:
      'When this request was sent, by the same clock: what it is off by is taken out of `occurredAt`. Another `sentAt` is no other request for an Idempotency-Key',
  }),
};

/** What each action of an organizer needs beside the version; a field that it does not know is refused. */
const fieldsOf: Record<(typeof registrationActions)[number], { needs: string[]; takes: string[] }> = {
  approve: { needs: [], takes: [] },
  reject: { needs: [], takes: [] },
  remove: { needs: [], takes: [] },
  move: { needs: ['position', 'reason'], takes: [] },
  reply: { needs: ['response'], takes: ['note', 'offerId', 'ifFull'] },
};

const ChangeSchema = z
  .strictObject({
    /** Of the registration; 0 for someone who has not replied. */
    version: z
      .int()
      .min(0)
      .max(limits.int32Max - 1),
    action: z.enum(registrationActions),
    /** Kept in the audit log. */
    reason: lineOfText(1, limits.noteMax).optional(),
    position: z.int().min(1).max(100_000).optional(),
    response: z.enum(responses).optional(),
    note,
    offerId,
    ifFull: z.enum(['waitlist', 'ask']).optional(),
  })
  .superRefine((change, context) => {
    const { needs, takes } = fieldsOf[change.action];
    for (const name of needs)
      if (Reflect.get(change, name) === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: said('Needed for “{action}”', { action: change.action }),
        });
    for (const name of ['position', 'response', 'note', 'offerId', 'ifFull'])
      if (Reflect.get(change, name) !== undefined && ![...needs, ...takes].includes(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: said('Not used for “{action}”', { action: change.action }),
        });
  });

const SeriesReplySchema = z
  .strictObject({
    response: z.enum(responses),
    note,
    ifFull,
    askedAgain: z.literal(true).optional().meta({
      description:
        'Only dates at which the person is asked whether they still come; the others stay as they are',
    }),
    from: DaySchema.optional().meta({
      description: 'The first day that is answered for, where the dates take place; absent: from now on',
    }),
    to: DaySchema.optional().meta({ description: 'The last day that is answered for; absent: to the end' }),
    ...decided,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: said('Before the first day'),
  });

const eventParams = z.object({ id: IdSchema });

export const registrationEndpoints = endpoints({
  'PUT /api/events/{id}/registration': {
    operationId: 'reply',
    summary: 'My reply: take a place, join the waitlist, accept an offered place, say maybe or no.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    affects: replyReads,
    params: eventParams,
    body: z.strictObject({ response: z.enum(responses), note, offerId, ifFull, ...decided }),
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone'],
  },
  'DELETE /api/events/{id}/registration': {
    operationId: 'cancelRegistration',
    summary:
      'Gives up my place, my wait or my request. A maybe that was my first answer is taken back: no answer is left.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    affects: replyReads,
    params: eventParams,
    body: z.strictObject(decided),
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone'],
  },
  'PUT /api/series/{id}/registration': {
    operationId: 'replyToSeries',
    summary:
      'My reply to all dates of a series that are to come, or those of some days. Each date takes it by its own rules; where a place costs something it is refused, and that date is answered by itself.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    affects: replyReads,
    params: eventParams,
    body: SeriesReplySchema,
    status: 200,
    answer: SeriesReplyAnswerSchema,
    problems: [],
  },
  'PATCH /api/events/{id}/registrations/{userId}': {
    operationId: 'changeRegistration',
    summary:
      'For those who run the event: approve, reject, remove, move on the waitlist, or reply for someone.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    affects: replyReads,
    params: z.object({ id: IdSchema, userId: IdSchema }),
    body: ChangeSchema,
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone', 'not_permitted', 'stale_version'],
  },
  'POST /api/events/{id}/cancel': {
    operationId: 'cancelEvent',
    summary:
      'For those who run the event: cancels it. Everyone loses their place, is told, and gets back all that they paid.',
    tag: 'events',
    access: 'session',
    // People rely on being told at once, so it does not wait on a device.
    offline: 'never',
    affects: eventReads,
    params: eventParams,
    body: z.strictObject({
      reason: lineOfText(1, limits.noteMax)
        .optional()
        .meta({ description: 'Shown to everyone who sees the event' }),
      scope: z.enum(seriesScopes).optional().meta({
        description:
          'Absent: this date. With `following` and `all` the dates that are not over, and the series makes no more from the first of them on; people are notified once',
      }),
    }),
    status: 200,
    answer: CancelAnswerSchema,
    problems: ['gone', 'not_permitted'],
  },
});
