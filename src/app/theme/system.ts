// The design system: Chakra with our style names, steps and breakpoints. Its constant CSS is in global-css.tsx, so none of it
// is part of the system that the browser loads.
import { createSystem } from '@chakra-ui/react/styled-system';
import { baseConfig } from './base.ts';

export const system = createSystem(baseConfig);
