declare module 'virtual:affected-reads' {
  /** Patterns of the URLs of reads. */
  export const patterns: string[];
  /** The reads that each write affects, as indices in `patterns`. */
  export const writes: Partial<Record<string, number[]>>;
  /** The reads that a change of an event affects, or of a team or organization. */
  export const changes: Record<'event' | 'group', number[]>;
}
