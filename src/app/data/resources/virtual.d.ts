declare module 'virtual:affected-reads' {
  /** What the addresses of reads look like. */
  export const patterns: string[];
  /** Of each write: the reads that it affects, as indices in `patterns`. */
  export const writes: Partial<Record<string, number[]>>;
}
