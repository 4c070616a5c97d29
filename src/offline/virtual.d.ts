declare module 'virtual:saved-reads' {
  /** Patterns of the addresses whose answers a person's device may keep. */
  export const savedReads: string[];
}
