// A date or a time that stays in one piece where a line breaks, whatever spaces Intl puts into it: an engine that writes
// others breaks the line at the same place.
import { chakra } from '@chakra-ui/react/styled-system';

export const Together = chakra('span', { base: { display: 'inline-block', textDecoration: 'inherit' } });
