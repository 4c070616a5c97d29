// Shows the recurrence of a date's series, and changes it for the following dates.
import type { MyEvent } from '../../../../contract/events/events.ts';
import { repeatText } from '../../../format/words/recurrence.ts';
import { Line } from '../../../ui/forms/rows.tsx';
import { t } from '../../../words/t.ts';
import type { SentErrors } from '../form/form-errors.ts';
import type { EventValues } from '../form/values.ts';
import type { Repeat } from './repeat.ts';
import { RepeatField } from './repeat-field.tsx';
import { datesCounted } from './repeat-words.ts';
import { useRepeatDates } from './use-repeat-dates.ts';

/** `now`: the form's values of the saved event; `saved`: the saved rule. A null `repeat` in `values` means the current rule. */
export function SeriesRepeat({
  series,
  saved,
  values,
  now,
  errors,
  locale,
  onChange,
}: {
  series: NonNullable<MyEvent['series']>;
  saved: Repeat | null;
  values: EventValues;
  now: EventValues;
  errors: SentErrors;
  locale: string;
  onChange: (repeat: Repeat) => void;
}) {
  const dates = useRepeatDates(values);
  const repeat = values.repeat ?? saved;
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
