// Shows the recurrence of a date's series, and changes it for the following dates.
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { repeatText } from '../../../format/words/recurrence.ts';
import { Line } from '../../../ui/forms/rows.tsx';
import { t } from '../../../words/t.ts';
import type { SentErrors } from '../form/form-errors.ts';
import type { EventValues } from '../form/values.ts';
import { type Repeat, repeatOf, repeatThrough } from './repeat.ts';
import { RepeatField } from './repeat-field.tsx';
import { datesCounted } from './repeat-words.ts';
import { useRepeatDates } from './use-repeat-dates.ts';

/** `now`: the form's values of the saved event. A null `repeat` in `values` means the current rule. */
export function SeriesRepeat({
  series,
  values,
  now,
  errors,
  locale,
  onChange,
}: {
  series: NonNullable<MyEvent['series']>;
  values: EventValues;
  now: EventValues;
  errors: SentErrors;
  locale: string;
  onChange: (repeat: Repeat) => void;
}) {
  const { data } = useResource(
    'GET /api/series/{id}',
    { params: { id: series.id } },
    { excludedFromFreshness: true },
  );
  const dates = useRepeatDates(values);
  const known = data ? repeatOf({ rrule: series.rrule, exceptDates: data.exceptDates }, now.day) : null;
  // The new rule is for all later dates, also those of other parts of the series.
  const asItIs = known && data && repeatThrough(known, now.day, { rrule: series.rrule, parts: data.parts });
  const repeat = values.repeat ?? asItIs ?? null;
  const count = datesCounted(series.count);
  if (repeat === null)
    return (
      <Line label={t('Repeat')}>
        <p className="fixed">{repeatText(series.rrule, locale)}</p>
        <p className="note">{count}</p>
      </Line>
    );
  return (
    <RepeatField
      repeat={repeat}
      start={values.repeat === null ? now : values}
      dates={dates}
      note={values.repeat === null ? count : undefined}
      isSeries
      errors={errors}
      locale={locale}
      onChange={(next) => next && onChange(next)}
    />
  );
}
