// A group of radio buttons, each in a row that is wide enough for a thumb.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { FieldError } from './field-error.tsx';

const Fieldset = chakra('fieldset', {
  base: {
    minW: '0',
    '& legend': { fontWeight: '600', fontSize: 'sm', mb: '1.5' },
    '& .note': { fontSize: 'sm', color: 'fg.muted', mb: '2' },
    '& .choices': { display: 'grid', gap: '2' },
    '& label': {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: 'target',
      px: '3.5',
      py: '2',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border.strong',
      rounded: 'md',
      lineHeight: '1.3',
    },
    // The radio itself fills the row, so that the row is touched and focused.
    '& input': { position: 'absolute', inset: '0', appearance: 'none', rounded: 'md', cursor: 'pointer' },
    // The mark of a radio button: the colour of the frame alone says too little, and nothing in forced colours.
    '& label::before': {
      content: '""',
      flexShrink: '0',
      w: '1.125rem',
      h: '1.125rem',
      rounded: 'full',
      borderWidth: '2px',
      borderColor: 'border.strong',
    },
    '& label:has(:checked)::before': { borderWidth: '0.375rem', borderColor: 'brand' },
    '& label:has(:checked)': { borderColor: 'brand', boxShadow: 'inset 0 0 0 1px var(--brand)' },
    '& .name': { flex: '1', minW: '0', fontWeight: '600' },
    '& small': { display: 'block', fontWeight: '400', fontSize: 'sm', color: 'fg.muted' },
    '& .aside': { fontWeight: '700', fontVariantNumeric: 'tabular-nums' },
  },
});
const ErrorText = chakra(FieldError, { base: { mt: '1.5' } });

export type ChoiceOption<Value extends string> = {
  value: Value;
  label: string;
  /** Its meaning, in small letters. */
  detail?: string | null;
  /** At the end of the row, such as a price. */
  aside?: ReactNode;
};

export function Choices<Value extends string>({
  legend,
  note,
  name,
  options,
  chosen,
  error,
  onChoose,
}: {
  legend: string;
  note?: string;
  name: string;
  options: readonly ChoiceOption<Value>[];
  chosen: Value | null | undefined;
  error?: string | undefined;
  onChoose: (value: Value) => void;
}) {
  const errorId = useId();
  return (
    <Fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{legend}</legend>
      {note ? <p className="note">{note}</p> : null}
      <div className="choices">
        {options.map(({ value, label, detail, aside }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span className="name">
              {label}
              {detail ? <small>{detail}</small> : null}
            </span>
            {aside ? <span className="aside">{aside}</span> : null}
          </label>
        ))}
      </div>
      <ErrorText id={errorId} message={error} />
    </Fieldset>
  );
}
