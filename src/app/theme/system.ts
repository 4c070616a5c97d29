// The design system: Chakra with our style names, steps and breakpoints. The constant CSS is in
// global-css.tsx, so the system that the browser loads has none of it.
import { createSystem } from '@chakra-ui/react/styled-system';
import { baseConfig } from './base.ts';

export const system = createSystem(baseConfig);
