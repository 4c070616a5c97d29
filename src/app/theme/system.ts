// The design system: Chakra's engine with our names, steps and breakpoints. What every page shares as constant CSS is in
// global-css.ts, which the browser never loads as code.
import { createSystem } from '@chakra-ui/react/styled-system';
import { baseConfig } from './base.ts';

/** The global rules stand in the page itself, so none are given to the provider. */
export const system = { ...createSystem(baseConfig), _global: [] };
