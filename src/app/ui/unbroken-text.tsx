// Dates and times beside other text: the layout stays the same where another engine writes them with other
// spaces.
import { chakra } from '@chakra-ui/react/styled-system';

/** Never breaks across lines, whatever spaces the text contains. */
export const UnbrokenText = chakra('span', { base: { display: 'inline-block', textDecoration: 'inherit' } });

/** On a line of its own, so that its position does not depend on the text before it. */
export const OwnLine = chakra('span', { base: { display: 'block', textDecoration: 'inherit' } });
