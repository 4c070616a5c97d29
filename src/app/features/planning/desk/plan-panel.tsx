// The panel beside the week: its title, which is focused when it opens, and a close button.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';

const Panel = chakra('aside', {
  base: {
    '& > .head': {
      position: 'sticky',
      top: '0',
      zIndex: '6',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      pb: '3',
      bg: 'bg',
    },
    '& > .head h2': {
      fontSize: 'xl',
      fontWeight: '800',
      lineHeight: '1.2',
      _focusVisible: { outline: 'none' },
    },
    // A field that gets the focus is not hidden beneath the title.
    '& :is(input, select, textarea, button)': { scrollMarginTop: '5rem' },
    '& .overlap': {
      display: 'flex',
      gap: '1.5',
      pb: '2',
      fontSize: 'sm',
      fontWeight: '600',
      color: 'warn',
      '& .icon': { flexShrink: '0', mt: '0.5' },
    },
  },
});

/** Escape closes it, unless a field or a sheet inside handles the key. */
export function PlanPanel({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel
      aria-labelledby={id}
      onKeyDown={(event: React.KeyboardEvent) => {
        const isInSheet = (event.target as Element).closest('dialog') !== null;
        if (event.key === 'Escape' && !event.defaultPrevented && !isInSheet) onClose();
      }}
    >
      <div className="head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button look="outline" shape="icon" aria-label={t('Close')} onClick={onClose}>
          <Icon name="x" />
        </Button>
      </div>
      {children}
    </Panel>
  );
}
