// The skeleton of a page about one thing: its frame in its final place.
import { chakra } from '@chakra-ui/react/styled-system';
import { Hero } from './hero.tsx';
import { Skeleton } from './state.tsx';

const Bones = chakra('div', {
  base: { display: 'grid', gap: '8', px: { base: '4', sm: '5', lg: '8' }, py: '6' },
});

export function DetailSkeleton({ label, isMain = true }: { label: string; isMain?: boolean }) {
  return (
    <div role="status" aria-label={label}>
      <Hero activity={undefined} title={null} isMain={isMain} />
      <Bones>
        <Skeleton h="11" w="75%" />
        <Skeleton h="11" w="60%" />
        <Skeleton h="11" w="50%" />
        <Skeleton h="24" />
      </Bones>
    </div>
  );
}
