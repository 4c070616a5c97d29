// Parts of one screen as links, so that each has a URL; the open one is marked. Scrolls sideways where
// narrow.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { Link } from '../navigation/router.tsx';

const Row = chakra('nav', {
  base: {
    ms: { base: '-4', sm: '-5', lg: '-8' },
    me: { base: '-4', sm: '-5', lg: 'calc(var(--end, 2rem) * -1)' },
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollbarWidth: 'none',
    '& ul': {
      display: 'flex',
      gap: '2',
      w: 'fit',
      ps: { base: '4', sm: '5', lg: '8' },
      pe: { base: '4', sm: '5', lg: 'var(--end, 2rem)' },
      py: '1',
    },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      minH: 'target',
      px: '4',
      rounded: 'full',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      fontSize: 'sm',
      fontWeight: '600',
      whiteSpace: 'nowrap',
      _hover: { borderColor: 'border.strong' },
    },
    '& a[aria-current]': { bg: 'bg.strong', color: 'fg.strong', borderColor: 'transparent' },
  },
});

/** `label` names the group to screen readers. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: { to: string; label: string; isOpen: boolean }[];
}) {
  const row = useRef<HTMLElement>(null);
  const open = tabs.findIndex((tab) => tab.isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is another place to scroll to
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    const nav = row.current;
    if (!nav || !link) return;
    const isInView =
      link.offsetLeft >= nav.scrollLeft &&
      link.offsetLeft + link.offsetWidth <= nav.scrollLeft + nav.clientWidth;
    if (!isInView) nav.scrollLeft = link.offsetLeft - nav.clientWidth / 3;
  }, [open]);
  return (
    <Row ref={row} aria-label={label} position="relative">
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.isOpen ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </Row>
  );
}
