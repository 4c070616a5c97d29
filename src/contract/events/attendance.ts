// Attendance: who is expected at an event, the marks of who was there, and guests.
import { z } from 'zod';
import { attendanceReads } from '../affected-reads.ts';
import {
  CountSchema,
  IdSchema,
  InstantSchema,
  lineOfText,
  NameSchema,
  NewIdSchema,
  PersonSchema,
  RosterPersonSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { attendanceSources, attendanceStatuses, markOutcomes, registrationStates } from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { FileSchema } from './attendance-table.ts';
import { decisionTimes } from './registrations.ts';

/** A mark. `status` null takes the earlier marks back. */
const MarkSchema = z.object({
  status: z.enum(attendanceStatuses).nullable(),
  /** Of `late`; null if it is not known. */
  minutesLate: CountSchema.nullable(),
  /** When the person decided, by the server's clock. */
  occurredAt: InstantSchema,
  source: z.enum(attendanceSources),
  /** Null for `selfQr`, and where the account is gone. */
  markedBy: PersonSchema.pick({ id: true, name: true }).nullable(),
  reason: z.string().nullable(),
});
export type Mark = z.infer<typeof MarkSchema>;

/**
 * A person on the attendance list: expected, or marked. Someone who is not expected leaves it when their mark is taken back. The mark is the newest by corrected `occurredAt`, then by when it was received, then by
 * id. Without a mark, and where it was taken back, `status` is null; `occurredAt` is null only where there never was one.
 */
const AttendanceItemSchema = MarkSchema.extend({
  user: RosterPersonSchema,
  /** Added at the event by name: no account, and in no team. */
  isGuest: z.boolean(),
  /**
   * On the list also without a mark: they are asked to reply, or replied and were not rejected or removed. Absent in answers that
   * older versions saved.
   */
  isExpected: z.boolean().optional(),
  /** The state of their reply; null without one. Who was going when the event was cancelled stays `confirmed`. */
  reply: z.enum(registrationStates).nullable(),
  /** Their note; null without one, and for viewers who do not run the event. */
  note: z.string().nullable(),
  occurredAt: MarkSchema.shape.occurredAt.nullable(),
  source: MarkSchema.shape.source.nullable(),
});
export type AttendanceItem = z.infer<typeof AttendanceItemSchema>;

/** `superseded`: a newer mark counts; this one stays in the history. */
const MarkOutcomeSchema = AttendanceItemSchema.extend({ outcome: z.enum(markOutcomes) });
export type MarkOutcome = z.infer<typeof MarkOutcomeSchema>;

/** `group`: the name of a team of the event, else of another team or club, that they are a member of. */
const EventPersonSchema = RosterPersonSchema.extend({ group: z.string() });
export type EventPerson = z.infer<typeof EventPersonSchema>;

const mark = {
  status: z.enum(attendanceStatuses).nullable().meta({ description: 'Null takes the mark back' }),
  minutesLate: z.int().min(1).max(limits.minutesLateMax).optional().meta({ description: 'Of `late` only' }),
  reason: lineOfText(1, limits.noteMax).optional().meta({
    description: 'Needed from 7 days after the end of the event, and stored in the audit log',
  }),
  occurredAt: decisionTimes.occurredAt,
};
const isMinutesOfLate = ({
  status,
  minutesLate,
}: {
  status: string | null;
  minutesLate?: number | undefined;
}) => minutesLate === undefined || status === 'late';
const minutesOfLate = { path: ['minutesLate'], error: said('Only for someone who is late') };

const eventParams = z.object({ id: IdSchema });
const marking = { tag: 'events', access: 'session', offline: 'queued', affects: attendanceReads } as const;

export const attendanceEndpoints = endpoints({
  'GET /api/events/{id}/attendance': {
    operationId: 'listAttendance',
    summary:
      'The people who are expected or marked, by name, each with their newest mark, for those who may mark attendance. At most 500 without a mark.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    grantedBy: 'can.markAttendance',
    params: eventParams,
    status: 200,
    answer: z.object({ items: z.array(AttendanceItemSchema) }),
    problems: ['not_permitted'],
  },
  'GET /api/events/{id}/roster.csv': {
    operationId: 'exportRoster',
    summary:
      'The same people with replies, notes, attendance and payments as a table, for those who run the event. A last row says if people are missing. The audit log names who downloaded it.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: eventParams,
    query: FileSchema,
    status: 200,
    answerType: 'text/csv; charset=utf-8',
    answer: z.string(),
    fileName: 'roster.csv',
    problems: ['not_permitted', 'gone'],
  },
  'GET /api/events/{id}/people': {
    operationId: 'listPeopleOfEvent',
    summary:
      'The members of the teams of the event and of their clubs, by name, for those who may mark attendance: whom they find who is not on the list. A visiting coach gets their own members. At most 2,000.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    grantedBy: 'can.markAttendance',
    params: eventParams,
    status: 200,
    answer: z.object({
      items: z.array(EventPersonSchema),
      canAddGuests: z.boolean(),
    }),
    problems: ['not_permitted'],
  },
  'GET /api/users/me/attendance': {
    operationId: 'listEventsToMark',
    summary:
      'The events from the last day to the next seven at which the person may mark attendance: those of their own teams first, then those of their clubs, at most 60. For devices that read the lists ahead.',
    tag: 'me',
    access: 'session',
    offline: 'saved',
    status: 200,
    answer: z.object({ items: z.array(z.object({ eventId: IdSchema })) }),
    problems: [],
  },
  'GET /api/events/{id}/attendance/{personId}': {
    operationId: 'listMarks',
    summary:
      'The newest marks of one person, the one that counts first, for those who may mark them and for that person. At most 200.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    params: eventParams.extend({ personId: IdSchema }),
    status: 200,
    answer: z.object({ items: z.array(MarkSchema) }),
    problems: ['not_permitted'],
  },
  'PUT /api/events/{id}/attendance/{personId}': {
    ...marking,
    operationId: 'markAttendance',
    summary:
      'Marks one person: anyone of the teams and the organization of the event, anyone who replied, and its guests. Never refused because the event is full, cancelled or over.',
    params: eventParams.extend({ personId: IdSchema }),
    body: z.strictObject({ ...mark, sentAt: decisionTimes.sentAt }).refine(isMinutesOfLate, minutesOfLate),
    status: 200,
    answer: MarkOutcomeSchema,
    problems: ['gone', 'not_permitted'],
  },
  'PUT /api/events/{id}/attendance': {
    ...marking,
    operationId: 'markManyPeople',
    summary: 'Marks several people, all of them or none.',
    params: eventParams,
    bodyBytes: limits.marksBytes,
    body: z.strictObject({
      marks: z
        .array(z.strictObject({ personId: IdSchema, ...mark }).refine(isMinutesOfLate, minutesOfLate))
        .min(1)
        .max(limits.marksAtOnce),
      sentAt: decisionTimes.sentAt,
    }),
    status: 200,
    answer: z.object({ items: z.array(MarkOutcomeSchema) }),
    problems: ['gone', 'not_permitted'],
  },
  'POST /api/events/{id}/guests': {
    ...marking,
    operationId: 'addGuest',
    summary:
      'Adds a person by name who is on no list, and marks them in the same step. The same id again changes nothing; later marks name the person.',
    params: eventParams,
    body: z
      .strictObject({ id: NewIdSchema, name: NameSchema, ...mark, sentAt: decisionTimes.sentAt })
      .refine(isMinutesOfLate, minutesOfLate),
    status: 201,
    answer: MarkOutcomeSchema,
    problems: ['gone', 'not_permitted'],
  },
  'PUT /api/events/{id}/guests/{personId}': {
    ...marking,
    offline: 'never',
    operationId: 'joinGuest',
    summary:
      'Joins a guest with a person who can be marked: the marks move to them, and the guest leaves the list. Marks that name the guest later count for that person.',
    params: eventParams.extend({ personId: IdSchema }),
    body: z.strictObject({ memberId: IdSchema }),
    status: 200,
    answer: AttendanceItemSchema,
    problems: ['gone', 'not_permitted'],
  },
  'GET /api/events/{id}/check-in-key': {
    operationId: 'getCheckInKey',
    summary:
      'The key from which the device of someone who runs the event makes the codes that others scan, also without signal. A code is `step.mac`: the number of 30-second steps since 1970 by the clock of the server, and the first 16 bytes of the HMAC-SHA-256 of that number (as decimal text) under the key, as base64url without padding.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    grantedBy: 'can.markAttendance',
    params: eventParams,
    status: 200,
    answer: z.object({
      /** 32 bytes as base64url without padding. */
      key: z.string(),
      stepSeconds: CountSchema,
      /** When codes are accepted. */
      opensAt: InstantSchema,
      closesAt: InstantSchema,
    }),
    secretField: 'key',
    problems: ['not_permitted'],
  },
  'POST /api/events/{id}/check-in': {
    operationId: 'checkIn',
    summary:
      'Marks oneself as present with the code that the coach shows, which is accepted for one step before and after. Who has no place is a walk-in where the event is open to them and has room. Someone who is here already stays as they are.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    affects: attendanceReads,
    params: eventParams,
    body: z.strictObject({ token: z.string().max(80) }),
    status: 200,
    answer: MarkSchema.extend({ isWalkIn: z.boolean() }),
    problems: ['gone', 'not_permitted'],
  },
});
