// Form fields: a label, the control, a hint, and the error beside it.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../words/t.ts';
import { Icon } from '../icons/icon.tsx';
import { FieldError } from './field-error.tsx';

const control = {
  base: {
    w: 'full',
    minH: '48px',
    px: '3.5',
    // Smaller text would make iOS zoom in.
    fontSize: 'max(16px, 1rem)',
    bgColor: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border.strong',
    rounded: 'md',
    _placeholder: { color: 'fg.muted', opacity: '1' },
    _invalid: { borderColor: 'danger' },
  },
} as const;
const Input = chakra('input', control);
const Select = chakra('select', { base: { ...control.base, pe: '9' } });
const Frame = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '1.5', minW: '0' } });
const Label = chakra('label', { base: { fontWeight: '600', fontSize: 'sm' } });
const Hint = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } });
const Reveal = chakra('button', {
  base: {
    position: 'absolute',
    insetEnd: '0.5',
    top: '0.5',
    w: 'target',
    h: 'target',
    display: 'grid',
    placeItems: 'center',
    color: 'fg.muted',
    rounded: 'sm',
    cursor: 'pointer',
  },
});

type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined };

function useField({ hint, error }: FieldProps) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return {
    id,
    aria: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    } as const,
  };
}

function Labelled({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children}
      <FieldError id={`${id}-error`} message={error} />
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
    </Frame>
  );
}

/** A text field. Give `name`, `autoComplete` and `inputMode`, so that password managers and keyboards fit. */
export function TextField({ label, hint, error, ...input }: FieldProps & React.ComponentProps<typeof Input>) {
  const { id, aria } = useField({ label, hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <Input {...aria} {...input} />
    </Labelled>
  );
}

const Area = chakra('textarea', {
  base: {
    ...control.base,
    minH: '7rem',
    py: '2.5',
    lineHeight: '1.5',
    resize: 'vertical',
    fieldSizing: 'content',
    maxH: '24rem',
  },
});

/** A text of several lines; it grows with what is written. */
export function TextArea({ label, hint, error, ...area }: FieldProps & React.ComponentProps<typeof Area>) {
  const { id, aria } = useField({ label, hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <Area {...aria} {...area} />
    </Labelled>
  );
}

/** A password field whose text can be shown. */
export function PasswordField({
  label,
  hint,
  error,
  ...input
}: FieldProps & React.ComponentProps<typeof Input>) {
  const { id, aria } = useField({ label, hint, error });
  const [shown, setShown] = useState(false);
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <chakra.div position="relative">
        <Input
          {...aria}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          pe="12"
          {...input}
        />
        <Reveal
          type="button"
          aria-pressed={shown}
          aria-label={t('Show password')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </Reveal>
      </chakra.div>
    </Labelled>
  );
}

/** The platform's own select: it works with every keyboard, screen reader and phone. */
export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: FieldProps & React.ComponentProps<typeof Select>) {
  const { id, aria } = useField({ label, hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <Select {...aria} {...select}>
        {children}
      </Select>
    </Labelled>
  );
}

const Summary = chakra('div', {
  base: {
    bg: 'danger.subtle',
    color: 'danger',
    rounded: 'md',
    px: '4',
    py: '3',
    fontWeight: '500',
    _focusVisible: { outlineColor: 'danger' },
  },
});

// While empty it is there for screen readers only and takes no gap in the layout.
const Region = chakra('div', { base: { _empty: { position: 'absolute' } } });

/** The error of the form as a whole; announced when it appears. */
export function FormError({ message }: { message: string | null }) {
  return <Region role="alert">{message ? <Summary>{message}</Summary> : null}</Region>;
}
