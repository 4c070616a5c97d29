// The rows of a long form: a line that is always shown, and a group that folds and then shows its value.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import { FieldError } from './field-error.tsx';

/** The error of a control in a row. */
export const RowError = chakra(FieldError, { base: { px: '2', pb: '2' } });

/** A label and its control, side by side where there is room. */
const beside = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  columnGap: '2',
} as const;
const labelLook = {
  flex: '0 0 5rem',
  // A long word, such as a German one, reaches into the gap: the controls of all rows line up.
  minW: '0',
  overflowWrap: 'normal',
  minH: 'target',
  py: '2.5',
  fontSize: 'sm',
  lineHeight: '1.5rem',
  color: 'fg.muted',
} as const;
/** With less width than this the label is above the control. */
const room = '1 1 9.5rem';

/** No `overflow: hidden`: the focus ring of a first or last row extends beyond the box. */
export const Rows = chakra('div', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '& > * + *': { borderTopWidth: '1px', borderColor: 'border' },
  },
});

const LineBox = chakra('div', {
  base: {
    ...beside,
    ps: '4',
    pe: '2',
    py: '1',
    '& > .label': labelLook,
    '& > .control': { flex: room, minW: '0' },
    '& > .control.wide': { flexBasis: '100%' },
    '& .fixed': { px: '2', py: '2.5', fontWeight: '600', lineHeight: '1.5rem' },
    '& .note': { fontSize: 'sm', color: 'fg.muted', px: '2', pb: '2' },
    '& .parts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '1' },
  },
});

const bare = {
  minH: 'target',
  minW: '0',
  maxW: 'full',
  px: '2',
  fontSize: 'md',
  fontWeight: '600',
  color: 'fg',
  bgColor: 'transparent',
  rounded: 'sm',
  borderWidth: '1px',
  borderColor: 'transparent',
  _hover: { bgColor: 'bg.subtle' },
  _placeholder: { color: 'fg.muted', fontWeight: '400', opacity: '1' },
  _invalid: { borderColor: 'danger' },
  // With touch, a tap anywhere on the input opens the picker.
  '&::-webkit-calendar-picker-indicator': {
    ms: '0',
    opacity: '0.6',
    '@media (pointer: coarse)': { display: 'none' },
  },
} as const;

/** A field without a border: its row has one. */
export const BareInput = chakra('input', { base: bare });
export const BareSelect = chakra('select', {
  base: { ...bare, pe: '6', cursor: 'pointer', textOverflow: 'ellipsis' },
  variants: { isSmall: { true: { fontSize: 'sm', fontWeight: '500', color: 'fg.muted' } } },
});

/** The ids of a control in a row and of its error, and whether it is invalid. */
export function useRowField(error: string | undefined) {
  const id = useId();
  return {
    errorId: `${id}-error`,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${id}-error` : undefined,
    } as const,
  };
}

/** `htmlFor`: the one control that the label names. A row of several controls is a group with that name. */
export function Line({
  label,
  htmlFor,
  isWide = false,
  children,
}: {
  label: string;
  htmlFor?: string;
  /** Under the label, in the full width. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  if (htmlFor)
    return (
      <LineBox>
        <label className="label" htmlFor={htmlFor}>
          {label}
        </label>
        <div className="control">{children}</div>
      </LineBox>
    );
  return (
    <LineBox role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {label}
      </span>
      <div className={isWide ? 'control wide' : 'control'}>{children}</div>
    </LineBox>
  );
}

const Details = chakra('details', {
  base: {
    '& > summary': {
      ...beside,
      position: 'relative',
      ps: '4',
      pe: '10',
      py: '1',
      cursor: 'pointer',
      rounded: 'lg',
      listStyle: 'none',
      _hover: { bg: 'bg.subtle' },
      _focusVisible: { outlineOffset: '-2px' },
      '&::-webkit-details-marker': { display: 'none' },
      '& .label': labelLook,
      '& .value': {
        flex: room,
        minW: '0',
        px: '2',
        py: '2.5',
        fontWeight: '600',
        lineHeight: '1.5rem',
        overflowWrap: 'anywhere',
      },
      '& small': { display: 'block', fontSize: 'sm', fontWeight: '400', color: 'fg.muted' },
      '& > .icon': {
        position: 'absolute',
        insetEnd: '3.5',
        top: '4',
        color: 'fg.muted',
        transition: 'transform 120ms',
      },
    },
    '&[open] > summary > .icon': { transform: 'rotate(90deg)' },
    '& > .body': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '4',
      px: '4',
      pt: '2',
      pb: '5',
    },
  },
});

/** `onToggle` is called when the person opens or closes the group. */
export type GroupState = { name: string; isOpen: boolean; onToggle: (isOpen: boolean) => void };

/** Folded, it shows its `value`; `note` is a line under that. */
export function Group({
  name,
  label,
  value,
  note,
  isOpen,
  onToggle,
  children,
}: GroupState & { label: string; value: string; note?: string | null; children: ReactNode }) {
  return (
    <Details
      open={isOpen}
      data-group={name}
      onToggle={(event: React.ToggleEvent<HTMLDetailsElement>) => {
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open);
      }}
    >
      <summary>
        <span className="label">{label}</span>
        <span className="value">
          {value}
          {note ? <small>{note}</small> : null}
        </span>
        <Icon name="chevron-right" size={18} />
      </summary>
      <div className="body">{isOpen ? children : null}</div>
    </Details>
  );
}
