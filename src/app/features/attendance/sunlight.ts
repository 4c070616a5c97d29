// The colors of the screens that people use outside.
import { chakra } from '@chakra-ui/react/styled-system';

/** Text is black on white here, or white on black: in the sun color is for surfaces (WCAG AAA, 7:1). */
export const Sunlight = chakra('div', {
  base: {
    '--fg-muted': 'var(--fg)',
    '--brand': 'var(--fg)',
    '--warn': 'var(--fg)',
    '--danger': 'var(--fg)',
    '--brand-solid': 'var(--brand-solid-hover)',
  },
});
