declare module 'virtual:public-calls' {
  import type { PublicCall } from './request-rules.ts';

  /** The contract's public reads, written by the build, so that the worker does not bundle the schemas. */
  export const publicCalls: readonly PublicCall[];
}
