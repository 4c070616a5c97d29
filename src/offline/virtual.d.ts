declare module 'virtual:saved-reads' {
  /** Patterns of the addresses whose answers a person's device may keep. */
  export const savedReads: string[];
}

declare module 'virtual:answer-shapes' {
  import type { AnswerShapes } from '../contract/shapes.ts';

  /** The shapes of the API's answers, as the build wrote them out of the contract. */
  export const shapes: AnswerShapes;
}
