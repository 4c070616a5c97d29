// Counts of replies and attendance marks of an event, for those who run it.
import { z } from 'zod';
import { CountSchema } from '../common.ts';
import { registrationStates } from '../values/enums.ts';

/**
 * Counts of the people who were asked to reply. `askedAgain`: those who have to confirm their reply, because the times
 * changed; they also count by that reply. `canRemind`: those whom a reminder reaches now, also of those asked again. `noAccount`: those
 * of `noAnswer` whom none can reach. Both only in the four days before an event that takes replies. `byState`: the people in each
 * state, without states that no one is in; only in the answer of one event. Optional, because devices have saved answers without
 * them.
 */
export const ReplyCountsSchema = z.object({
  going: CountSchema,
  cannot: CountSchema,
  noAnswer: CountSchema,
  askedAgain: CountSchema.optional(),
  canRemind: CountSchema.optional(),
  noAccount: CountSchema.optional(),
  byState: z.partialRecord(z.enum(registrationStates), CountSchema).optional(),
});

/**
 * Counts of people by their newest attendance mark. `noShows`: those of `absent` who had a place until the end; none of an event
 * that did not take place. Optional, because devices have saved answers without it.
 */
export const AttendanceCountsSchema = z.object({
  present: CountSchema,
  late: CountSchema,
  excused: CountSchema,
  absent: CountSchema,
  noShows: CountSchema.optional(),
});
export type AttendanceCounts = z.infer<typeof AttendanceCountsSchema>;
