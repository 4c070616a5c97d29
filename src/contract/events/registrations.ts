// Replies to events. The people who run an event approve, reorder and make replies, and cancel the event.
import { z } from 'zod';
import { eventReads } from '../affected-reads.ts';
import { CountSchema, DaySchema, IdSchema, InstantSchema, lineOfText, VersionSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import {
  refusalReasons,
  registrationActions,
  replyOutcomes,
  responses,
  seriesScopes,
} from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { RegistrationSchema } from './events.ts';

/** The outcome of a reply, and the current state. */
export const ReplyAnswerSchema = z.object({
  outcome: z.enum(replyOutcomes),
  /** The reason of `refused`. */
  reason: z.enum(refusalReasons).optional(),
  /** Null for someone who has never replied. */
  registration: RegistrationSchema.nullable(),
  event: z.object({ remainingAttendeeCapacity: CountSchema.nullable() }),
});
export type ReplyAnswer = z.infer<typeof ReplyAnswerSchema>;

/** The outcome for each date of a series, in the order of the dates. */
const SeriesReplyAnswerSchema = z.object({
  items: z.array(ReplyAnswerSchema.extend({ eventId: IdSchema, startsAt: InstantSchema })),
});
export type SeriesReplyAnswer = z.infer<typeof SeriesReplyAnswerSchema>;

/** `duplicate`: the event was cancelled already. */
export const CancelAnswerSchema = z.object({
  outcome: z.enum(['applied', 'duplicate']),
  /** How many people are notified. */
  told: CountSchema,
});
export type CancelAnswer = z.infer<typeof CancelAnswerSchema>;

const note = lineOfText(1, limits.noteMax)
  .nullable()
  .optional()
  .meta({ description: 'A note for those who run the event; null removes it, absent leaves it' });
const offerId = IdSchema.optional().meta({ description: "One of the event's offers; absent: the cheapest" });
const ifFull = z.enum(['waitlist', 'ask']).default('waitlist').meta({
  description: 'For `attending` without a free place: join the waitlist, or be refused with `event_full`',
});
/** When the person decided and when the device sent the request, both by the clock of the device. */
export const decisionTimes = {
  occurredAt: InstantSchema.optional().meta({
    description: 'When the person decided, by the clock of their device; a future instant counts as now',
  }),
  sentAt: InstantSchema.optional().meta({
    description:
      'When this request was sent, by the same clock; corrects `occurredAt` for a wrong clock. It may differ between requests with the same Idempotency-Key',
  }),
};

/** The required (`needs`) and optional (`takes`) fields of each action. Other fields are refused. */
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
    /** Stored in the audit log. */
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
      description: 'Only dates whose reply has to be confirmed; the others stay as they are',
    }),
    unanswered: z.literal(true).optional().meta({
      description: 'Only dates that one of my teams asks me about, and that I have not answered',
    }),
    from: DaySchema.optional().meta({
      description: 'The first day of the reply, in the time zone of the dates; absent: from now on',
    }),
    to: DaySchema.optional().meta({ description: 'The last day of the reply; absent: to the end' }),
    ...decisionTimes,
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
    affects: eventReads,
    params: eventParams,
    body: z.strictObject({ response: z.enum(responses), note, offerId, ifFull, ...decisionTimes }),
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
    affects: eventReads,
    params: eventParams,
    body: z.strictObject(decisionTimes),
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone'],
  },
  'PUT /api/series/{id}/registration': {
    operationId: 'replyToSeries',
    summary:
      'My reply to all upcoming dates of a series, or those of some days. Each date applies its own rules. A date with a paid place refuses it and needs a reply of its own.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    affects: eventReads,
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
    affects: eventReads,
    params: z.object({ id: IdSchema, userId: IdSchema }),
    body: ChangeSchema,
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone', 'not_permitted', 'stale_version'],
  },
  'POST /api/events/{id}/cancel': {
    operationId: 'cancelEvent',
    summary:
      'For those who run the event: cancels it. Everyone loses their place, is notified, and gets a full refund.',
    tag: 'events',
    access: 'session',
    // People must be notified at once, so the outbox does not queue it.
    offline: 'never',
    affects: eventReads,
    params: eventParams,
    body: z.strictObject({
      version: VersionSchema.optional().meta({
        description: 'Of the event: with it, the call is refused as stale_version after a change',
      }),
      reason: lineOfText(1, limits.noteMax)
        .optional()
        .meta({ description: 'Shown to everyone who sees the event' }),
      scope: z.enum(seriesScopes).optional().meta({
        description:
          'Absent: this date. With `following` and `all` the dates that are not over, and the series ends before the first of them; people are notified once',
      }),
    }),
    status: 200,
    answer: CancelAnswerSchema,
    problems: ['gone', 'not_permitted', 'stale_version'],
  },
});
