// Options as chips under one heading: a single choice, whose last option can open a field, or several.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../../ui/icons/icon.tsx';

const Box = chakra('fieldset', {
  base: {
    '& legend': { fontWeight: '600', fontSize: 'sm', mb: '1.5' },
    '& .chips': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '& .chips label': {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      px: '3.5',
      rounded: 'full',
      borderWidth: '1px',
      borderColor: 'border.strong',
      bg: 'bg.panel',
      fontSize: 'sm',
      fontWeight: '600',
      cursor: 'pointer',
      _hover: { bg: 'bg.subtle' },
    },
    '& .chips label:has(:checked)': { bg: 'fg', color: 'bg', borderColor: 'fg', _hover: { bg: 'fg' } },
    '& .chips label:has(:focus-visible)': {
      outline: '2px solid',
      outlineColor: 'focus',
      outlineOffset: '2px',
    },
    '& .chips input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer' },
    '& .own': { mt: '3' },
    '& .hint': { fontSize: 'sm', color: 'fg.muted', mt: '1.5' },
    '& .fault': {
      display: 'flex',
      gap: '1.5',
      mt: '1.5',
      color: 'danger',
      fontSize: 'sm',
      fontWeight: '500',
      '& .icon': { flexShrink: '0', mt: '0.5' },
    },
  },
});

/** `children`: the content of the chosen chip. */
export function Chips<Value extends string>({
  legend,
  value,
  options,
  error,
  hint,
  onChoose,
  children,
}: {
  legend: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  error?: string | undefined;
  hint?: ReactNode;
  onChoose: (value: Value) => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Box
      aria-describedby={[error ? `${id}-error` : '', hint ? `${id}-hint` : ''].join(' ').trim() || undefined}
    >
      <legend>{legend}</legend>
      <div className="chips">
        {options.map(([one, words]) => (
          <label key={one}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={one === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(one)}
            />
            {words}
          </label>
        ))}
      </div>
      {children ? <div className="own">{children}</div> : null}
      {error ? (
        <p className="fault" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" size={16} />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </Box>
  );
}

/**
 * A multiple choice. The `fixed` option is always chosen; it stays focusable, so that screen readers find it.
 */
export function ToggleChips<Value extends string>({
  legend,
  chosen,
  fixed,
  options,
  hint,
  onToggle,
}: {
  legend: string;
  chosen: readonly Value[];
  fixed: Value;
  /** `words`: the accessible name; `short` is shown. */
  options: readonly { value: Value; words: string; short: string }[];
  hint: ReactNode;
  onToggle: (value: Value) => void;
}) {
  const id = useId();
  return (
    <Box aria-describedby={`${id}-hint`}>
      <legend>{legend}</legend>
      <div className="chips">
        {options.map(({ value, words, short }) => (
          <label key={value}>
            <input
              type="checkbox"
              name={id}
              aria-label={words}
              aria-disabled={value === fixed || undefined}
              checked={chosen.includes(value)}
              onChange={() => {
                if (value !== fixed) onToggle(value);
              }}
            />
            {short}
          </label>
        ))}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </Box>
  );
}
