// A row of a panel that is on or off: a native checkbox that looks like a switch.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import type { ChromeIconName } from '../icons/chrome-icons.ts';
import { Icon } from '../icons/icon.tsx';

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3.5',
    px: '4',
    py: '3',
    '& > svg': { flexShrink: '0', mt: '2.5', color: 'fg.muted' },
    '& .text': { flex: '1', minW: '0', py: '2' },
    '& label': { display: 'block', fontWeight: '600', cursor: 'pointer' },
    '& .note': { fontSize: 'sm', color: 'fg.muted' },
    '& .control': { position: 'relative', flexShrink: '0', w: '3.25rem', h: 'target' },
    '& input': {
      appearance: 'none',
      position: 'absolute',
      inset: '0',
      cursor: 'pointer',
      rounded: 'md',
      _before: {
        content: '""',
        position: 'absolute',
        insetInline: '0',
        top: '7px',
        h: '30px',
        rounded: 'full',
        bg: 'bg.subtle',
        borderWidth: '1.5px',
        borderColor: 'border.strong',
        transition: 'background-color 120ms',
      },
      _after: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '5px',
        top: '12px',
        w: '20px',
        h: '20px',
        rounded: 'full',
        bg: 'border.strong',
        transition: 'translate 120ms, background-color 120ms',
      },
      _checked: {
        _before: { bg: 'brand.solid', borderColor: 'brand.solid' },
        _after: { translate: '22px 0', bg: 'brand.contrast' },
      },
      // Without its background the knob would be gone.
      '@media (forced-colors: active)': {
        _after: { borderWidth: '10px' },
        _checked: { _before: { bg: 'SelectedItem', forcedColorAdjust: 'none' } },
      },
      _disabled: { cursor: 'not-allowed', opacity: '0.6' },
    },
  },
});

export function SwitchRow({
  icon,
  label,
  note,
  children,
  ...input
}: {
  icon?: ChromeIconName;
  label: string;
  note?: ReactNode;
  /** Under the note: an error, or a write that is queued. */
  children?: ReactNode;
} & React.ComponentProps<'input'>) {
  const id = useId();
  return (
    <Row>
      {icon ? <Icon name={icon} /> : null}
      <div className="text">
        <label htmlFor={id}>{label}</label>
        {note ? (
          <p className="note" id={`${id}-note`}>
            {note}
          </p>
        ) : null}
        {children}
      </div>
      <span className="control">
        <input id={id} type="checkbox" aria-describedby={note ? `${id}-note` : undefined} {...input} />
      </span>
    </Row>
  );
}
