declare module 'virtual:saved-reads' {
  /**
   * Patterns of the URLs whose answers the device may store for a user, and the path of the field that grants each (`grantedBy` in
   * the contract); null for those that no field grants.
   */
  export const savedReads: [pattern: string, grant: string[] | null][];
}

declare module 'virtual:answer-shapes' {
  import type { AnswerShapes } from '../contract/shapes.ts';

  /** The shapes of the API's answers, generated from the contract by the build. */
  export const shapes: AnswerShapes;
}
