// The deadline for a full refund of a price: a quick choice before the start, or a date and time of its own.
import { useState } from 'react';
import { TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';
import { refundNames } from '../form/event-words.ts';
import type { EventValues } from '../form/values.ts';
import { Chips } from './chips.tsx';
import { refundAt, refundText } from './times.ts';

const quick = refundNames.map(([code, name]) => [code, name] as const);

/** `refund`: an ISO 8601 duration before the start; empty for no refund. */
export function RefundField({
  name,
  refund,
  values,
  error,
  onChange,
}: {
  name: string;
  refund: string;
  values: EventValues;
  error: string | undefined;
  onChange: (refund: string) => void;
}) {
  const isQuick = quick.some(([code]) => code === refund);
  const [isOwn, setOwn] = useState(!isQuick);
  const shown = isOwn || !isQuick ? 'own' : refund;
  return (
    <Chips
      legend={t('Full refund until')}
      value={shown}
      options={[...quick.map(([code, text]) => [code, t(text)] as const), ['own', t('Other time')]]}
      error={shown === 'own' ? undefined : error}
      onChoose={(chosen) => {
        setOwn(chosen === 'own');
        if (chosen !== 'own') onChange(chosen);
        else if (refund === '') onChange('P2D');
      }}
    >
      {shown === 'own' ? (
        <TextField
          label={t('Date and time')}
          type="datetime-local"
          name={name}
          value={refundText(refund, values)}
          error={error}
          onChange={(change: React.ChangeEvent<HTMLInputElement>) => {
            const next = refundAt(change.target.value, values);
            if (next !== '') onChange(next);
          }}
        />
      ) : null}
    </Chips>
  );
}
