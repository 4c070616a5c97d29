// Replies to an event: one's own, and those that whoever runs the event approves, orders, makes for others or, cancelling
// the event, ends.
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, lineOfText } from './common.ts';
import { endpoints } from './endpoint.ts';
import { RegistrationSchema } from './events.ts';
import { limits } from './limits.ts';
import { refusalReasons, registrationActions, replyOutcomes, responses } from './words.ts';

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
const decided = {
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
        context.addIssue({ code: 'custom', path: [name], message: `Needed to ${change.action}` });
    for (const name of ['position', 'response', 'note', 'offerId', 'ifFull'])
      if (Reflect.get(change, name) !== undefined && ![...needs, ...takes].includes(name))
        context.addIssue({ code: 'custom', path: [name], message: `Not used to ${change.action}` });
  });

const eventParams = z.object({ id: IdSchema });

export const registrationEndpoints = endpoints({
  'PUT /api/events/{id}/registration': {
    operationId: 'reply',
    summary: 'My reply: take a place, join the waitlist, accept an offered place, say maybe or no.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    params: eventParams,
    body: z.strictObject({ response: z.enum(responses), note, offerId, ifFull, ...decided }),
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone'],
  },
  'DELETE /api/events/{id}/registration': {
    operationId: 'cancelRegistration',
    summary: 'Gives up my place, my wait or my request.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
    params: eventParams,
    body: z.strictObject(decided),
    status: 200,
    answer: ReplyAnswerSchema,
    problems: ['gone'],
  },
  'PATCH /api/events/{id}/registrations/{userId}': {
    operationId: 'changeRegistration',
    summary:
      'For those who run the event: approve, reject, remove, move on the waitlist, or reply for someone.',
    tag: 'events',
    access: 'session',
    offline: 'queued',
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
    params: eventParams,
    body: z.strictObject({
      reason: lineOfText(1, limits.noteMax)
        .optional()
        .meta({ description: 'Shown to everyone who sees the event' }),
    }),
    status: 200,
    answer: CancelAnswerSchema,
    problems: ['gone', 'not_permitted'],
  },
});
