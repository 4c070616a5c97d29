declare module 'virtual:saved-reads' {
  /** Patterns of the URLs whose answers the device may store for a user. */
  export const savedReads: string[];
}

declare module 'virtual:answer-shapes' {
  import type { AnswerShapes } from '../contract/shapes.ts';

  /** The shapes of the API's answers, generated from the contract by the build. */
  export const shapes: AnswerShapes;
}
