// A link in a page's hero that leads to another page.
import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from '../navigation/router.tsx';

export const HeroLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: 'target',
    px: '3.5',
    rounded: 'md',
    bg: 'rgb(3 7 18 / 0.45)',
    color: 'white',
    fontWeight: '600',
    _hover: { bg: 'rgb(3 7 18 / 0.65)' },
  },
});
