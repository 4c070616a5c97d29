// Skeletons of cards in their final size.
import { chakra } from '@chakra-ui/react/styled-system';
import { Skeleton } from '../../ui/page/state.tsx';

const Stack = chakra('div', { base: { display: 'grid', gap: '2.5', pt: '3' } });
const heights = { event: '7.25rem', group: '6.25rem' };

export function CardSkeletons({
  rows,
  label,
  count = 6,
}: {
  rows: 'event' | 'group';
  label: string;
  count?: number;
}) {
  return (
    <Stack role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} h={heights[rows]} rounded="lg" />
      ))}
    </Stack>
  );
}
