// Shown while a screen's code or the session loads: the frame is there at once, and only a slow load shows
// more.
import { chakra } from '@chakra-ui/react/styled-system';
import { t } from '../../words/t.ts';
import { Skeleton } from './state.tsx';

const Frame = chakra('div', {
  base: {
    maxW: '44rem',
    mx: { base: 'auto', lg: '0' },
    px: { base: '4', lg: '8' },
    pt: '5',
    display: 'grid',
    gap: '4',
    minH: '100dvh',
    alignContent: 'start',
  },
});

export function LoadingScreen() {
  return (
    <Frame role="status" aria-label={t('Loading')}>
      <Skeleton h="9" w="40%" />
      <Skeleton h="28" rounded="lg" />
      <Skeleton h="28" rounded="lg" />
      <Skeleton h="28" rounded="lg" />
    </Frame>
  );
}
