// Every limit that more than one room must agree on. Plain values, so the page may import them.
export const limits = {
  usernameMin: 3,
  usernameMax: 30,
  passwordMin: 8,
  passwordMax: 128,
  nameMax: 80,
  emailMax: 254,
  phoneMax: 32,
  searchMax: 100,
  cursorMax: 512,
  pageDefault: 20,
  pageMax: 100,
  /** Longest span one calendar request may ask for, in days. */
  calendarSpanDays: 400,
  /** Longest event, in days: lets "not over yet" be answered from the start-time index. */
  eventDurationDays: 31,
  /** Largest JSON body, in bytes. */
  bodyBytes: 64 * 1024,
  /** Where counting the matches of a search stops. */
  searchCountMax: 100,
  /** Longest description, in characters of Markdown. */
  descriptionMax: 10_000,
  memberTitleMax: 40,
  jerseyMax: 8,
  iconsPerRequest: 50,
  /** Note to the coach with a reply, and the reason for a change to somebody's registration. */
  noteMax: 500,
  idempotencyKeyMax: 128,
} as const;
