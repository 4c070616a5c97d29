// The recurrence rule of an event, and how an edit of one date applies to its series (docs/product.md, "Series").
import { z } from 'zod';
import { DaySchema, lineOfText } from '../common.ts';
import { said } from '../said.ts';
import { handEdits, leftOutDates, type SeriesScope, seriesScopes } from '../values/enums.ts';
import { limits } from '../values/limits.ts';

const rrule = lineOfText(1, limits.rruleMax);
const exceptDates = z
  .array(DaySchema)
  .max(limits.exceptDatesMax, { error: said('At most {max}', { max: limits.exceptDatesMax }) })
  .transform((days) => [...new Set(days)]);

/** A recurrence rule and its exception days, in the time zone of the event. */
export const RecurrenceDraftSchema = z.strictObject({
  rrule: rrule.meta({
    description:
      'RFC 5545, without `RRULE:`. FREQ DAILY, WEEKLY (BYDAY) or MONTHLY (BYMONTHDAY, or BYDAY as in 2TU and -1FR), INTERVAL, WKST, and COUNT or UNTIL; without an end, dates are created six months ahead',
  }),
  exceptDates: exceptDates.default([]).meta({
    description:
      'Days in the time zone of the event without a date, such as all days of the school holidays. Days that the rule names count towards COUNT; the others only matter to a later rule',
  }),
});
export type RecurrenceDraft = z.output<typeof RecurrenceDraftSchema>;

/** A new rule for the dates of a scope. For a single event, it starts a series with that event as first date. */
const RecurrenceEditSchema = z.strictObject({
  rrule: rrule.meta({
    description:
      'As in a new series; COUNT and INTERVAL are counted from this date, also for earlier ones. For a single event, it creates a series with this event as first date',
  }),
  exceptDates: exceptDates.optional().meta({
    description:
      'From the day of this date on; current exception days before it stay. Absent: the current exception days; none for a new series',
  }),
});

/** How an edit of one date applies to the other dates of its series. */
export const seriesFields = {
  scope: z.enum(seriesScopes).optional().meta({
    description:
      'Which dates of a series change. Absent: this one. The others move by the same time; past and cancelled ones stay as they are',
  }),
  handEdits: z.enum(handEdits).optional().meta({
    description:
      'For dates that were edited singly. Absent: they keep their values; `replace`: the edit replaces them',
  }),
  recurrence: RecurrenceEditSchema.optional(),
  leftOut: z.enum(leftOutDates).optional().meta({
    description: 'For dates with replies that a new rule excludes. Absent: they become single events',
  }),
};
export type SeriesField = keyof typeof seriesFields;

/** Whether the change has a scope if it has `handEdits` or `leftOut`. `recurrence` needs none: it starts a series. */
export const needsScope = ({
  scope = 'this',
  handEdits: edits,
  leftOut,
}: Partial<Record<SeriesField, unknown>> & { scope?: SeriesScope | undefined }): boolean =>
  scope !== 'this' || (edits ?? leftOut) === undefined;
export const scopeMissing = { path: ['scope'], error: said('Choose following or all') };
