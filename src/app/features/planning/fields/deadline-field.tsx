// A deadline of an event: a quick choice relative to the start, or a date and time of its own.
import { type ReactNode, useState } from 'react';
import { TextField } from '../../../ui/forms/field.tsx';
import { type Message, msg, t } from '../../../words/t.ts';
import type { EventValues } from '../form/values.ts';
import { Chips } from './chips.tsx';
import { choiceOf, deadlineAt, type QuickChoice } from './deadlines.ts';

const names: Record<Exclude<QuickChoice, 'none'>, Message> = {
  week: msg('A week before'),
  twoDays: msg('2 days before'),
  evening: msg('The evening before'),
  atStart: msg('At the start'),
};
const quick = Object.entries(names) as [keyof typeof names, Message][];

/** `value`: the text of a `datetime-local` field; empty for no deadline, whose label is `none`. */
export function DeadlineField({
  label,
  name,
  none,
  value,
  values,
  error,
  hint,
  onChange,
}: {
  label: string;
  name: string;
  none: string;
  value: string;
  values: Pick<EventValues, 'day' | 'start'>;
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (value: string) => void;
}) {
  const choice = choiceOf(value, values);
  const [isOwn, setOwn] = useState(choice === null);
  const shown = isOwn || choice === null ? 'own' : choice;
  return (
    <Chips
      legend={label}
      value={shown}
      options={[
        ['none', none],
        ...quick.map(([code, text]) => [code, t(text)] as const),
        ['own', t('Other time')],
      ]}
      error={shown === 'own' ? undefined : error}
      hint={hint}
      onChoose={(chosen) => {
        setOwn(chosen === 'own');
        if (chosen === 'own') onChange(value || deadlineAt('twoDays', values));
        else onChange(deadlineAt(chosen, values));
      }}
    >
      {shown === 'own' ? (
        <TextField
          label={t('Date and time')}
          type="datetime-local"
          name={name}
          value={value}
          error={error}
          onChange={(change: React.ChangeEvent<HTMLInputElement>) => onChange(change.target.value)}
        />
      ) : null}
    </Chips>
  );
}
