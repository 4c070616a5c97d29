// The bars of docs/quality.md as data: the only place where the bench and `check:sizes` read them.

/** Brotli bytes of JavaScript; 1 kB is 1,000 bytes. */
export const sizeBars = {
  /** Everything that `/explore/events` loads before its first render. */
  initialBytes: 135_000,
  /** The part of it that is Chakra and Emotion. */
  chakraBytes: 30_000,
  /** The screens of a feature, for visitors or for people who are signed in. */
  ownBytes: 14_000,
  /** Each frame, beyond the ones before it: a bar of our own, too. */
  frameBytes: 17_800,
  /**
   * Everything that a route loads beside the frames: a bar of our own, so that shared code does not grow
   * unnoticed. With room for the names of files in it, which each build changes: they move it by 10 bytes.
   */
  screenBytes: 16_600,
  /** Code of the event form that no other screen loads, with its lazy parts, except the dates of a series. */
  formOwnBytes: 30_000,
  /**
   * The same for everything that the event form loads beyond the first load of `/my/events`, packages and
   * lazy parts included.
   */
  formBytes: 60_000,
  /** The code that counts the dates of a series, which the event form loads when someone repeats an event. */
  datesBytes: 50_000,
  /** The server-rendered page of 50 events. */
  htmlBytes: 10_000,
} as const;

/** CPU of the server process in milliseconds for one request. */
export const cpuBars = {
  list: 0.8,
  pointRead: 0.15,
  reply: 0.6,
  unchanged: 0.05,
  file: 0.05,
  create: 5,
  /** A series of 100 dates. */
  createSeries: 150,
  /** All of 100 dates with 20 replies each. */
  editSeries: 300,
  preview: 20,
  /** An event with 60 people, one mark, 60 marks in one call, and a team of 60 over 40 dates. */
  attendance: 3,
  mark: 2,
  marks: 10,
  attendanceTable: 15,
  /** The cost of reply counts in a coach's list of 50 events. */
  replyCounts: 1.5,
} as const;

/** CPU of the server process in milliseconds for a page of 20 events, with its compression. */
export const ssrBars = { pageMs: 10 } as const;

export const loadBars = {
  /** Median of a text search on one connection. */
  searchP50Ms: 20,
  readsPerSecond: 1_500,
  readsP99Ms: 50,
  readsP99DuringLoginsMs: 100,
  /** The list's cost with many events, as a multiple of its cost with 1,000. */
  listGrowth: 1.3,
} as const;

/** On 5,000 events, of which 3,000 are dates of series. */
export const seriesBars = {
  /** Explore with each series once, as a multiple of the same list without. */
  onceTimes: 1.3,
  /** An absence of a year that declines 400 dates. */
  absenceMs: 1_000,
  /** docs/quality.md, "Security": no one holds the event loop. */
  healthP99Ms: 20,
} as const;

/** Of 5,000 open live streams in one process, and a change of an event that 500 of them watch. */
export const liveBars = {
  kbEach: 40,
  openMs: 1.5,
  idleShare: 0.1,
  receivedP99Ms: 1_000,
  changeMs: 100,
  readsP99Ms: 500,
} as const;

/** CPU time for which one request may block the event loop. */
export const loopBars = { heldMs: 20 } as const;

export const startBars = { existingSeconds: 0.5, firstSeconds: 3 } as const;

/** Of public pages; scores from 0 to 100. */
export const pageBars = {
  fcpSeconds: 0.7,
  lcpSeconds: 0.9,
  cls: 0,
  performance: 98,
  otherScores: 100,
  /** Of a filter and a tab, with a processor four times slower. */
  nextPaintMs: 60,
} as const;
/** From one month or week to the next, with a processor four times slower and 5,000 entries on the device. */
export const calendarBars = { nextPaintMs: 80 } as const;

/** While an event or empty hours are dragged in a week of the same data, on a desktop. */
export const dragBars = { frameMs: 50 } as const;

/**
 * Attendance on a phone: from the tap until the mark of one of 60 people shows, a frame while 500 people scroll, and a task of
 * the page while the table of a season does.
 */
export const markBars = { tapMs: 50, frameMs: 50, tableTaskMs: 50 } as const;

/** From the start of a navigation until saved content is painted, by CPU slowdown. */
export const offlineBars = { paintedMs: { 1: 150, 4: 450 } } as const;
/** The same for a signed-in start of the installed app, online and offline. */
export const installedBars = { paintedMs: { 1: 300, 4: 900 } } as const;
