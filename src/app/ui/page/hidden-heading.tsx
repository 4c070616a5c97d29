// A heading for screen readers, where the layout says the same to sighted people.
import { chakra } from '@chakra-ui/react/styled-system';

export const HiddenHeading = chakra('h2', {
  base: {
    position: 'absolute',
    w: '1px',
    h: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});
