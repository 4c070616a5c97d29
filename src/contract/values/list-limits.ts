// The limits of lists and their filters, in a module of their own: the first load needs no others.

export const listLimits = {
  nameMax: 80,
  searchMax: 100,
  cursorMax: 512,
  pageMax: 100,
  /** Counting the matches of a search stops here. */
  searchCountMax: 100,
} as const;
