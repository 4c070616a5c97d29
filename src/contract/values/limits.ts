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
  /** Earliest and latest start of an event that is planned, in days before and after now. */
  plannedPastDays: 366,
  plannedAheadDays: 5 * 366,
  /** Dates of a series when it is made, and how far ahead one without an end always has them, in months. */
  seriesDatesMax: 366,
  seriesAheadMonths: 6,
  rruleMax: 200,
  eventTeamsMax: 20,
  eventLeadersMax: 20,
  offersMax: 10,
  capacityMax: 100_000,
  /** How early people can be asked to be there, in minutes. */
  arriveMinutesMax: 24 * 60,
  /** Events that one person may make in a day, series, and places. */
  eventsPerDay: 400,
  seriesPerDay: 40,
  placesPerDay: 100,
  /** Largest body with a file of matches in bytes, and the file itself in characters. */
  fixtureFileBytes: 1536 * 1024,
  fixtureFileCharacters: 1_000_000,
  /** Matches of one file, and of one import. */
  fixtureRowsMax: 500,
  fixturesAtOnce: 200,
  fixtureColumnsMax: 50,
  fixtureAddressMax: 2000,
  /** How often one person may have a file read within a minute, in previews and imports. */
  fixtureFilesPerMinute: 30,
  /** How often one person may have an address asked within a minute. */
  fixtureAddressesPerMinute: 10,
  /** Addresses that one team follows. */
  fixtureSourcesMax: 5,
  /** How often an address is asked, in hours. */
  fixtureCheckHours: 6,
  /** How long an import can be undone, in minutes. */
  fixtureUndoMinutes: 60,
  bioMax: 2000,
  regionMax: 80,
  languagesMax: 10,
  qualificationMax: 80,
  qualificationsMax: 20,
  /** Live calendar feeds of one person. */
  calendarFeedsMax: 20,
  /** What a calendar feed holds around the day it is fetched, in days. */
  calendarFeedPastDays: 90,
  calendarFeedAheadDays: 400,
  /** Largest picture that is taken, in bytes. */
  pictureBytes: 5 * 1024 * 1024,
  picturePixels: 16_000_000,
  /** Width and height of a stored avatar, in pixels. */
  avatarPixels: 512,
  /** Width and height of the stored picture of an event, in pixels. */
  eventPictureWidth: 1280,
  eventPictureHeight: 720,
  /** Largest JSON body, in bytes. */
  bodyBytes: 64 * 1024,
  /** Largest form of a page outside the API, in bytes. */
  formBytes: 4 * 1024,
  /** Where counting the matches of a search stops. */
  searchCountMax: 100,
  /** Longest description, in characters of Markdown. */
  descriptionMax: 10_000,
  memberTitleMax: 40,
  /** How long an invitation may wait to be accepted, in days. */
  invitationDays: 30,
  /** Organizations and teams that one person may found in a day. */
  groupsFoundedPerDay: 10,
  /** Invitations that one person may send in a day. */
  invitationsPerDay: 100,
  /** People without an account that are added to a team with one request, and that one person may add in a day. */
  peopleAtOnce: 100,
  peoplePerDay: 1000,
  /** Active members up to which people without an account can be added to a team. */
  teamMembersMax: 500,
  birthYearMin: 1900,
  jerseyMax: 8,
  seasonMax: 20,
  /** Members that one team can take along into its next season. */
  seasonMembersMax: 500,
  /** Seasons that one person may start in a day. */
  seasonsPerDay: 50,
  /** Absences of one person that are not over, their longest length, and those that one person may add in a day. */
  absencesMax: 20,
  absenceDaysMax: 366,
  absencesPerDay: 50,
  absenceNoteMax: 280,
  iconsPerRequest: 50,
  /** Note to the coach with a reply, and the reason for a change to somebody's registration. */
  noteMax: 500,
  idempotencyKeyMax: 128,
  /** Largest integer that a column of either database holds. */
  int32Max: 2_147_483_647,
  /** Largest amount of money in one payment or refund, in minor units. */
  amountMinorMax: 999_999_999,
} as const;
