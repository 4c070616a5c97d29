// The period of statistics: from a day to a day, in the query of the URL.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '../../../contract/values/limits.ts';
import { focusInvalid } from '../../data/forms/focus-invalid.ts';
import { dayNumberOf } from '../../format/wall-clock.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';

export type Period = { from: string; to: string };

const Form = chakra('form', {
  base: {
    display: 'grid',
    // On the narrowest phones a date needs the whole line.
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
    gap: '3',
    alignItems: 'end',
    '& > button': { minH: '48px', gridColumn: { base: '1 / -1', sm: 'auto' } },
    sm: { gridTemplateColumns: '10.5rem 10.5rem auto', justifyContent: 'start' },
  },
});

/** The chosen days; the server has its own for those that are absent. */
export function usePeriod(): Partial<Period> {
  const query = useQuery();
  const dayOf = (name: keyof Period) => query.get(name) || undefined;
  const [from, to] = [dayOf('from'), dayOf('to')];
  return { ...(from && { from }), ...(to && { to }) };
}

function errorOf({ from, to }: Period): string | null {
  const days = dayNumberOf(to) - dayNumberOf(from);
  if (Number.isNaN(days)) return t('Please choose both days');
  if (days < 0) return t('Choose a day after the first one');
  return days > limits.calendarSpanDays
    ? t('At most {days} days at once', { days: limits.calendarSpanDays })
    : null;
}

/** `shown`: the days that the page shows. */
export function PeriodForm({ shown }: { shown: Period }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [period, setPeriod] = useState(shown);
  const [error, setError] = useState<string | null>(null);
  // Other days are shown, by this form or by Back. A key would take the focus with the form.
  const [before, setBefore] = useState(shown);
  if (before.from !== shown.from || before.to !== shown.to) {
    setBefore(shown);
    setPeriod(shown);
    setError(null);
  }
  const field = (name: keyof Period) => ({
    type: 'date',
    name,
    value: period[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setPeriod({ ...period, [name]: event.target.value }),
  });
  return (
    <Form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const found = errorOf(period);
        setError(found);
        if (found) focusInvalid(event.currentTarget);
        else navigate(`${pathname}?${new URLSearchParams(period)}`, { replace: true });
      }}
    >
      <TextField label={t('From')} {...field('from')} />
      <TextField label={t('To')} error={error ?? undefined} {...field('to')} />
      <Button type="submit" look="outline">
        {t('Show')}
      </Button>
    </Form>
  );
}
