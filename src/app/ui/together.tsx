// Dates and times beside other text, so that nothing moves where another engine writes them with other spaces.
import { chakra } from '@chakra-ui/react/styled-system';

/** In one piece where a line breaks, whatever spaces are in it. */
export const Together = chakra('span', { base: { display: 'inline-block', textDecoration: 'inherit' } });

/** On a line of its own: it begins in the same place however long what comes before is. */
export const OwnLine = chakra('span', { base: { display: 'block', textDecoration: 'inherit' } });
