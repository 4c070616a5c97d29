declare module 'virtual:public-calls' {
  import type { PublicCall } from './addresses.ts';

  /** The contract's reads that the worker may keep, as the build wrote them; the schemas stay out of the worker. */
  export const publicCalls: readonly PublicCall[];
}
