// The footer of a public page: links to the operator's texts, clear of the tab bar.
import { chakra } from '@chakra-ui/react/styled-system';
import { useInstance } from '../data/session/instance.ts';
import { findRoute } from '../routing/paths.ts';
import { bars } from '../theme/scales.ts';
import { Link } from '../ui/page/router.tsx';

const Foot = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    columnGap: '2',
    px: '4',
    fontSize: 'sm',
    color: 'fg.muted',
    '& a': { p: '3', textDecoration: 'underline' },
  },
  variants: {
    // A bar with an action is higher than the tab bar.
    isAboveBar: {
      true: {
        pb: `calc(${bars.tabbar} + 1.5rem + env(safe-area-inset-bottom))`,
        lg: { ps: bars.rail, pb: '4' },
      },
    },
  },
});

/** `inNewTab`: beside a form, because navigating away would lose its content. */
export function SiteLinks({ isAboveBar, inNewTab }: { isAboveBar?: boolean; inNewTab?: boolean }) {
  const { texts } = useInstance();
  if (texts.length === 0) return null;
  return (
    <Foot isAboveBar={isAboveBar}>
      {texts.map((text) => (
        <Link key={text} to={`/${text}`} {...(inNewTab && { target: '_blank' })}>
          {findRoute(`/${text}`)?.entry.title}
        </Link>
      ))}
    </Foot>
  );
}
