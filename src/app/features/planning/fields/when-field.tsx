// The times of an event: native date and time inputs. The end follows the start.
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { isSameClock, shortDayOf, zoneCity } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { BareInput, Line, RowError, useRowField } from '../../../ui/forms/rows.tsx';
import { t } from '../../../words/t.ts';
import type { Errors } from '../form/body.ts';
import { durationText } from '../form/event-words.ts';
import type { EventValues } from '../form/values.ts';
import { isSeveralDays, minutesOf, skippedTo, startInstant, withEnd, withStart } from './times.ts';

const Notes = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '1',
    fontSize: 'sm',
    color: 'fg.muted',
    '& > p': { px: '2', py: '1' },
    '& > button': { fontSize: 'sm', px: '2', minH: 'target' },
    '& > .zone': { flexBasis: '100%', fontWeight: '600', color: 'fg' },
  },
});

export function WhenField({
  values,
  errors,
  locale,
  deviceZone,
  now,
  onChange,
}: {
  values: EventValues;
  errors: Errors;
  locale: string;
  deviceZone: string;
  /** In milliseconds; null while unknown. */
  now: number | null;
  onChange: (fields: Partial<EventValues>) => void;
}) {
  const { day, start, endDay, end, timeZone } = values;
  // A date typed key by key is empty in between: the end then follows from the last complete start.
  const whole = useRef(values);
  if (!Number.isNaN(minutesOf(values))) whole.current = values;
  const startAt = (change: { day: string } | { start: string }) => {
    const { day: fromDay, start: from, endDay: toDay } = whole.current;
    onChange(withStart({ ...values, day: fromDay, start: from, endDay: toDay }, { day, start, ...change }));
  };
  const first = useRowField(errors.startsAt);
  const last = useRowField(errors.endsAt);
  const [hasLastDay, setLastDay] = useState(false);
  const showsLastDay = hasLastDay || isSeveralDays(values);
  // An end typed key by key may be earlier for a moment: the last day then stays.
  if (showsLastDay && !hasLastDay) setLastDay(true);
  const startsAt = startInstant(values);
  const isElsewhere = startsAt !== null && !isSameClock(startsAt, timeZone, deviceZone);
  const skipped = skippedTo(day, start, timeZone);
  const duration = durationText(values);
  const weekday = startsAt === null ? null : shortDayOf(day, locale);
  const isPast = startsAt !== null && now !== null && Date.parse(startsAt) < now;
  return (
    <Line label={t('When')}>
      <div className="parts">
        <BareInput
          {...first.control}
          type="date"
          name="day"
          aria-label={t('Day')}
          required
          value={day}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => startAt({ day: event.target.value })}
        />
        <span className="parts">
          <BareInput
            type="time"
            name="start"
            aria-label={t('Starts at')}
            aria-invalid={errors.startsAt ? true : undefined}
            aria-describedby={errors.startsAt ? first.errorId : undefined}
            required
            value={start}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) => startAt({ start: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <BareInput
            {...last.control}
            type="time"
            name="end"
            aria-label={t('Ends at')}
            required
            value={end}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
              onChange(showsLastDay ? { end: event.target.value } : withEnd(values, event.target.value))
            }
          />
        </span>
      </div>
      {showsLastDay ? (
        <div className="parts">
          <BareInput
            type="date"
            name="endDay"
            aria-label={t('Last day')}
            min={day}
            value={endDay}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
              onChange({ endDay: event.target.value })
            }
          />
          <span>{t('last day')}</span>
        </div>
      ) : null}
      <RowError id={first.errorId} message={errors.startsAt} />
      <RowError id={last.errorId} message={errors.endsAt} />
      <Notes>
        {weekday || duration ? <p>{[weekday, duration].filter(Boolean).join(' · ')}</p> : null}
        {showsLastDay ? null : (
          <Button look="quiet" onClick={() => setLastDay(true)}>
            {t('Several days')}
          </Button>
        )}
        {isElsewhere ? (
          <p className="zone">{t('Times are {city} time, not yours.', { city: zoneCity(timeZone) })}</p>
        ) : null}
        {skipped ? (
          <p>
            {t("Clocks go forward that night, so {start} doesn't exist. It starts at {skipped}.", {
              start,
              skipped,
            })}
          </p>
        ) : null}
        {isPast ? <p>{t('This starts in the past.')}</p> : null}
      </Notes>
    </Line>
  );
}
