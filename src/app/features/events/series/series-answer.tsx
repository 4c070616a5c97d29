// One answer for many dates of a series: all, those of a month, or a range of days; and the outcome for each
// date.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import type { Series } from '../../../../contract/events/series.ts';
import type { Response } from '../../../../contract/values/enums.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { seriesOfReply } from '../../../data/outbox/series-replies.ts';
import { OutboxList } from '../../../entities/outbox/outbox-list.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { shortDay } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { Link } from '../../../ui/navigation/router.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { msg, t } from '../../../words/t.ts';
import { type Choice, daysError, daysOf, monthChoices, monthText, whichText } from './series-choice.ts';
import type { Outcome } from './series-outcomes.ts';
import { useSeriesAnswer } from './use-series-answer.ts';

const Box = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    '& .days': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(8.75rem, 1fr))', gap: '3' },
    '& .answers': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    // "Going" has a line of its own where there is no room for all three.
    '& .answers > .main': { flex: '1 1 100%', sm: { flexBasis: '10rem' } },
    '& .answers > .other': { flex: '1 1 auto' },
    // Keeps clear of the tab bar on a phone.
    '& .outcomes': { scrollMarginBottom: '6rem' },
    '& .outcomes a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      me: '4',
      color: 'brand',
      fontWeight: '600',
      rounded: 'sm',
    },
    '& .outcomes p': { fontSize: 'sm', color: 'fg.muted' },
  },
});

const others = [
  ['tentative', msg('Maybe')],
  ['declined', msg("Can't make it")],
] as const;

export function SeriesAnswer({ series }: { series: Series }) {
  const { locale } = useViewer();
  const { id, timeZone } = series;
  const count = series.count - (series.cancelled ?? 0);
  const [choice, setChoice] = useState<Choice>({ which: 'all', from: '', to: '' });
  const [error, setError] = useState<string | null>(null);
  const months = monthChoices(series, choice);
  const which = whichText(choice, locale);
  const { answer, isSending, said, trouble } = useSeriesAnswer(series, {
    days: daysOf(choice),
    which,
  });
  const form = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said) box.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  const set = (change: Partial<Choice>) => {
    setChoice({ ...choice, ...change });
    setError(null);
  };
  const send = (response: Response) => {
    const wrong = daysError(choice);
    setError(wrong);
    if (wrong) focusInvalid(form.current);
    else void answer(response);
  };
  return (
    <Box ref={form}>
      <SelectField
        label={t('Which dates')}
        name="which"
        value={choice.which}
        onChange={(event: React.ChangeEvent<HTMLSelectElement>) => set({ which: event.target.value })}
      >
        <option value="all">
          {t('{count, plural, one {The only date to come} other {All # dates to come}}', { count })}
        </option>
        {months.map(({ month }) => (
          <option key={month} value={month}>
            {t('All in {month}', { month: monthText(month, locale) })}
          </option>
        ))}
        <option value="days">{t('A range of days')}</option>
      </SelectField>
      {choice.which === 'days' ? <DayFields choice={choice} error={error} onChange={set} /> : null}
      <div className="answers">
        <Button className="main" busy={isSending} onClick={() => send('attending')}>
          {t('Going to {which}', { which })}
        </Button>
        {others.map(([response, label]) => (
          <Button
            key={response}
            className="other"
            look="outline"
            busy={isSending}
            aria-label={`${t(label)}: ${which}`}
            onClick={() => send(response)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      <div className="outcomes" ref={box}>
        <StatusLine said={said} />
        <FormError message={trouble} />
        {said?.outcomes.map((outcome) =>
          outcome.dates.length > 0 ? <Dates key={outcome.text} {...outcome} timeZone={timeZone} /> : null,
        )}
      </div>
      <OutboxList only={(row) => seriesOfReply(row) === id} />
    </Box>
  );
}

function DayFields({
  choice: { from, to },
  error,
  onChange,
}: {
  choice: Choice;
  error: string | null;
  onChange: (change: Partial<Choice>) => void;
}) {
  return (
    <div className="days">
      <TextField
        label={t('From')}
        type="date"
        name="from"
        value={from}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange({ from: event.target.value })}
      />
      <TextField
        label={t('To')}
        type="date"
        name="to"
        value={to}
        error={error ?? undefined}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange({ to: event.target.value })}
      />
    </div>
  );
}

/** The dates of one outcome, each a link to the page where it is answered by itself. */
function Dates({ label, dates, timeZone }: Outcome & { timeZone: string }) {
  const { locale } = useViewer();
  return (
    <p>
      <span>{`${label}: `}</span>
      {dates.map(({ eventId, startsAt }) => (
        <Link key={eventId} to={`/events/${eventId}`}>
          {shortDay(startsAt, timeZone, locale)}
        </Link>
      ))}
    </p>
  );
}
