// A short notice about the content: saved, not refreshed, queued.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { ChromeIconName } from './icons/chrome-icons.ts';
import { Icon } from './icons/icon.tsx';

const Box = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    px: '3.5',
    py: '2.5',
    my: '2',
    fontSize: 'sm',
    color: 'fg.muted',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.strong',
    rounded: 'md',
    '& svg': { flexShrink: '0' },
  },
});

/** `role`: none in a live region, which says it already. */
export const Notice = ({
  icon,
  children,
  ...box
}: {
  icon: ChromeIconName;
  role?: 'none';
  children: ReactNode;
}) => (
  <Box role="status" {...box}>
    <Icon name={icon} size={18} />
    <span>{children}</span>
  </Box>
);
