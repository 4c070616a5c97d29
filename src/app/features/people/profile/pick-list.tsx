// A multiple choice from a known list: chosen options are chips that a click removes, the others are in a
// native select.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useMemo, useRef } from 'react';
import { SelectField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    '& ul': { display: 'flex', flexWrap: 'wrap', gap: '2', _empty: { display: 'none' } },
    '& li button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      minH: 'target',
      ps: '3.5',
      pe: '2.5',
      rounded: 'full',
      bg: 'brand.subtle',
      color: 'brand.subtle.fg',
      fontWeight: '600',
      fontSize: 'sm',
      cursor: 'pointer',
    },
  },
});

export type Pick = { code: string; name: string };

/** `max`: how many may be chosen. `noun` in the singular: `language`. */
export function PickList({
  label,
  noun,
  options,
  chosen,
  max,
  error,
  onChange,
  children,
}: {
  label: string;
  noun: string;
  options: readonly Pick[];
  chosen: readonly string[];
  max: number;
  error?: string | undefined;
  onChange: (chosen: string[]) => void;
  children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const left = useMemo(
    () =>
      options
        .filter(({ code }) => !chosen.includes(code))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        )),
    [options, chosen],
  );
  const nameOf = (code: string) => options.find((option) => option.code === code)?.name ?? code;
  return (
    <Box ref={box}>
      <SelectField
        label={label}
        value=""
        error={error}
        disabled={chosen.length >= max}
        onChange={(event) => onChange([...chosen, event.currentTarget.value])}
      >
        <option value="">
          {chosen.length >= max
            ? t('Up to {max}', { max })
            : t('Add {noun, select, language {a language} other {an activity}}…', { noun })}
        </option>
        {left}
      </SelectField>
      <ul aria-label={label}>
        {chosen.map((code) => (
          <li key={code}>
            <button
              type="button"
              aria-label={t('Remove {name}', { name: nameOf(code) })}
              onClick={() => {
                onChange(chosen.filter((other) => other !== code));
                // The clicked chip is removed: the focus stays in the group.
                box.current?.querySelector('select')?.focus();
              }}
            >
              {nameOf(code)}
              <Icon name="x" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {children}
    </Box>
  );
}
