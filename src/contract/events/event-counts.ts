// How many people replied to an event and were marked at it, for those who run it.
import { z } from 'zod';
import { CountSchema } from '../common.ts';

/**
 * How many come, do not come, and have not answered of those who are asked. `askedAgain`: have not said whether they still
 * come since its times changed; they count by the answer that they gave. It is optional as devices hold answers from before.
 */
export const ReplyCountsSchema = z.object({
  going: CountSchema,
  cannot: CountSchema,
  noAnswer: CountSchema,
  askedAgain: CountSchema.optional(),
});

/** How many people were marked so, each by their newest mark. */
export const AttendanceCountsSchema = z.object({
  present: CountSchema,
  late: CountSchema,
  excused: CountSchema,
  absent: CountSchema,
});
export type AttendanceCounts = z.infer<typeof AttendanceCountsSchema>;
