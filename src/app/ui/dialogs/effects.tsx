// A list of the effects that an action is about to have, one line with an icon each.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { ChromeIconName } from '../icons/chrome-icons.ts';
import { Icon } from '../icons/icon.tsx';

/** A list of `Effect`s. */
export const Effects = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2.5',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'md',
    '& li': { display: 'flex', gap: '3' },
    '& .icon': { flexShrink: '0', mt: '0.5', color: 'fg.muted' },
    '& .warn, & .warn .icon': { color: 'warn' },
  },
});

export function Effect({
  icon,
  isWarning = false,
  children,
}: {
  icon: ChromeIconName;
  isWarning?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={isWarning ? 'warn' : undefined}>
      <Icon name={icon} />
      <div>{children}</div>
    </li>
  );
}
