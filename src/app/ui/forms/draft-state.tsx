// A small word that what was typed is kept on this device.
import { chakra } from '@chakra-ui/react/styled-system';
import { Badge } from '../badge.tsx';

const Place = chakra('span', { base: { minH: '1.5rem' } });

export function DraftState({ isKept }: { isKept: boolean }) {
  return <Place role="status">{isKept ? <Badge>Draft saved</Badge> : null}</Place>;
}
