// How planning says that an event repeats, and how the dates of a series follow an edit of one (docs/product.md, "Series").
import { z } from 'zod';
import { DaySchema, lineOfText } from '../common.ts';
import { said } from '../said.ts';
import { limits } from '../values/limits.ts';
import { handEdits, leftOutDates, type SeriesScope, seriesScopes } from '../values/words.ts';

const rrule = lineOfText(1, limits.rruleMax);
const exceptDates = z
  .array(DaySchema)
  .max(limits.seriesDatesMax, { error: said('At most {max}', { max: limits.seriesDatesMax }) })
  .transform((days) => [...new Set(days)]);

/** A rule that an event repeats by, and days of its zone that are skipped. */
export const RecurrenceDraftSchema = z.strictObject({
  rrule: rrule.meta({
    description:
      'RFC 5545, without `RRULE:`. FREQ DAILY, WEEKLY (BYDAY) or MONTHLY (BYMONTHDAY, or BYDAY as in 2TU and -1FR), INTERVAL, WKST, and COUNT or UNTIL; without an end there are always dates for six months',
  }),
  exceptDates: exceptDates
    .default([])
    .meta({ description: 'Days in the zone of the event that have no date; COUNT counts them' }),
});
export type RecurrenceDraft = z.output<typeof RecurrenceDraftSchema>;

/** A new rule for the dates of a scope, or the one that makes an event without a series the first date of one. */
const RecurrenceEditSchema = z.strictObject({
  rrule: rrule.meta({
    description:
      'As in a new series; COUNT counts from the first date that changes. Of an event without a series it makes one, with this event as its first date',
  }),
  exceptDates: exceptDates
    .optional()
    .meta({ description: 'Absent: the days that are skipped today, or none in a new series' }),
});

/** How the other dates of a series follow an edit of one. */
export const seriesFields = {
  scope: z.enum(seriesScopes).optional().meta({
    description:
      'Which dates of a series change. Absent: this one. The others move as far as it does; those that are over or cancelled stay as they are',
  }),
  handEdits: z.enum(handEdits).optional().meta({
    description: 'What was edited on single dates before: absent, they keep it; `replace`, they follow',
  }),
  recurrence: RecurrenceEditSchema.optional(),
  leftOut: z.enum(leftOutDates).optional().meta({
    description:
      'Dates that a new rule leaves out and that someone replied to. Absent: they become events of their own',
  }),
};
export type SeriesField = keyof typeof seriesFields;

/** Whether what is said about other dates comes with a scope. A rule without one makes an event repeat. */
export const needsScope = ({
  scope = 'this',
  handEdits: edits,
  leftOut,
}: Partial<Record<SeriesField, unknown>> & { scope?: SeriesScope | undefined }): boolean =>
  scope !== 'this' || (edits ?? leftOut) === undefined;
export const scopeMissing = { path: ['scope'], error: said('Choose following or all') };
