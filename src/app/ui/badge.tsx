// A short state beside a name: "You're in", "3 places left", "Cancelled".
import { chakra } from '@chakra-ui/react/styled-system';

export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '2.5',
    py: '0.5',
    rounded: 'full',
    fontSize: 'xs',
    fontWeight: '700',
    whiteSpace: 'nowrap',
    // Large text on a phone.
    '@media (max-width: 18em)': { whiteSpace: 'normal' },
  },
  variants: {
    tone: {
      good: { bg: 'brand.subtle', color: 'brand.subtle.fg' },
      warn: { bg: 'warn.subtle', color: 'warn' },
      bad: { bg: 'danger.subtle', color: 'danger' },
      plain: { borderWidth: '1px', borderColor: 'border', color: 'fg' },
    },
  },
  defaultVariants: { tone: 'plain' },
});
