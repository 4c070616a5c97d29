// The controls of a recurrence: frequency, days, end, and skipped days. Shows the resulting dates at once.
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { weekdayOf } from '../../../../recurrence/days.ts';
import { weekdays } from '../../../../recurrence/rule.ts';
import { weekdayText } from '../../../format/words/recurrence.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { type Message, t } from '../../../words/t.ts';
import { Chips, ToggleChips } from '../fields/chips.tsx';
import type { Errors } from '../form/body.ts';
import {
  chosenWeekdays,
  type Frequency,
  firstRepeat,
  fittingMonthBy,
  monthChoices,
  type Repeat,
  withEndKind,
  withFrequency,
} from './repeat.ts';
import {
  datesText,
  frequencyNames,
  intervalLabels,
  leftOutText,
  monthByText,
  nextDates,
} from './repeat-words.ts';
import { SkipsField } from './skips-field.tsx';
import type { DatesState } from './use-repeat-dates.ts';

/** The first date: its day, and its time on the clock of the event's zone. */
export type RepeatStart = { day: string; start: string };

export type RepeatProps = {
  repeat: Repeat | null;
  start: RepeatStart;
  dates: DatesState;
  errors: Errors;
  locale: string;
  /** The event is a date of a series, and stays one. */
  isSeries?: boolean;
  onChange: (repeat: Repeat | null) => void;
};

type Part = Omit<RepeatProps, 'repeat'> & { repeat: Repeat };

const frequencyChoices = () =>
  (Object.entries(frequencyNames) as [Frequency, Message][]).map(([one, name]) => [one, t(name)] as const);

export function RepeatControls({ repeat, ...props }: RepeatProps) {
  const { start, dates, isSeries = false, onChange } = props;
  // Restores the earlier values when someone changes their mind.
  const last = useRef(repeat);
  return (
    <>
      <Chips
        legend={t('How often')}
        value={repeat?.frequency ?? 'none'}
        options={isSeries ? frequencyChoices() : [['none', t("Doesn't repeat")], ...frequencyChoices()]}
        onChoose={(chosen) => {
          if (repeat !== null) last.current = repeat;
          if (chosen === 'none') onChange(null);
          else
            onChange(
              last.current === null
                ? firstRepeat(chosen, start.day)
                : withFrequency(last.current, chosen, start.day),
            );
        }}
      />
      {repeat === null ? null : (
        <>
          <Days {...props} repeat={repeat} />
          <Ends {...props} repeat={repeat} />
          <SkipsField
            skips={repeat.skips}
            day={start.day}
            errors={props.errors}
            onChange={(skips) => onChange({ ...repeat, skips })}
          />
        </>
      )}
      <Dates {...props} dates={dates} />
    </>
  );
}

/** The interval, and the days. */
function Days({ repeat, start: { day }, errors, locale, onChange }: Part) {
  const { frequency, byDay } = repeat;
  const byMonth = fittingMonthBy(repeat.byMonth, day);
  return (
    <>
      {frequency === 'weekly' ? (
        <ToggleChips
          legend={t('On which days')}
          chosen={chosenWeekdays(repeat, day)}
          fixed={weekdayOf(day)}
          options={weekdays.map((value) => ({
            value,
            words: weekdayText(value, locale),
            short: weekdayText(value, locale, 'weekday'),
          }))}
          hint={t('The first date is on {weekday}.', { weekday: weekdayText(weekdayOf(day), locale) })}
          onToggle={(weekday) =>
            onChange({
              ...repeat,
              byDay: byDay.includes(weekday) ? byDay.filter((one) => one !== weekday) : [...byDay, weekday],
            })
          }
        />
      ) : null}
      {frequency === 'monthly' ? (
        <Chips
          legend={t('On which day')}
          value={byMonth}
          options={monthChoices(day).map((one) => [one, monthByText(one, day, locale)] as const)}
          hint={
            byMonth === 'date' && Number(day.slice(8)) > 28
              ? t('Months without day {number} have no date.', { number: Number(day.slice(8)) })
              : undefined
          }
          onChoose={(chosen) => onChange({ ...repeat, byMonth: chosen })}
        />
      ) : null}
      <TextField
        label={t(intervalLabels[frequency])}
        name="interval"
        inputMode="numeric"
        autoComplete="off"
        value={repeat.interval}
        error={errors['recurrence.interval']}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
          onChange({ ...repeat, interval: event.target.value })
        }
      />
    </>
  );
}

function Ends({ repeat, start: { day }, errors, onChange }: Part) {
  const { end, skips } = repeat;
  return (
    <Chips
      legend={t('Ends')}
      value={end.kind}
      options={[
        ['day', t('On a day')],
        ['count', t('After a number of dates')],
        ['never', t('Never')],
      ]}
      error={errors['recurrence.rrule']}
      hint={
        end.kind === 'never'
          ? t('There are always dates for the next {months} months.', {
              months: limits.seriesAheadMonths,
            })
          : undefined
      }
      onChoose={(kind) => onChange(withEndKind(repeat, kind, day))}
    >
      {end.kind === 'day' ? (
        <TextField
          label={t('Last day')}
          name="until"
          type="date"
          min={day}
          value={end.day}
          error={errors['recurrence.until']}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
            onChange({ ...repeat, end: { ...end, day: event.target.value } })
          }
        />
      ) : null}
      {end.kind === 'count' ? (
        <TextField
          label={t('How many dates')}
          name="count"
          inputMode="numeric"
          autoComplete="off"
          value={end.count}
          error={errors['recurrence.count']}
          hint={skips.length > 0 ? t('Skipped dates count too.') : undefined}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
            onChange({ ...repeat, end: { ...end, count: event.target.value } })
          }
        />
      ) : null}
    </Chips>
  );
}

const Found = chakra('div', {
  base: {
    fontSize: 'sm',
    color: 'fg.muted',
    '& strong': { display: 'block', fontSize: 'md', fontWeight: '600', color: 'fg' },
    '&:not(:empty)': { p: '3.5', bg: 'bg.subtle', rounded: 'md' },
  },
});

/** The resulting dates; announced when they change. */
function Dates({ dates, start, locale }: Omit<RepeatProps, 'repeat'>) {
  return (
    <Found role="status">
      {dates === 'loading' ? t('Counting the dates…') : null}
      {dates === 'missing' ? t("We can't list the dates right now. You can still save.") : null}
      {typeof dates === 'string' ? null : (
        <>
          <strong>{datesText(dates, locale)}</strong>
          {dates.days.length > 1 ? `${nextDates(dates, locale).join(' · ')} …` : null}
          {dates.leftOut.length > 0 ? <p>{leftOutText(dates, start.start, locale)}</p> : null}
        </>
      )}
    </Found>
  );
}
