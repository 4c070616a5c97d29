// Limits that several parts of the code share. Plain values, so that the app may import them.
import { listLimits } from './list-limits.ts';

export const limits = {
  ...listLimits,
  usernameMin: 3,
  usernameMax: 30,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  phoneMax: 32,
  pageDefault: 20,
  /** Longest span of a calendar request, in days. */
  calendarSpanDays: 400,
  /** Longest span of busy times, in days: a week with a clock change. And how many one answer has. */
  busySpanDays: 8,
  busyTimesMax: 500,
  /** Longest event, in days. It lets queries for events that are not over use the index on the start time. */
  eventDurationDays: 31,
  /** Earliest and latest start of a planned event, in days before and after now. */
  plannedPastDays: 366,
  plannedAheadDays: 5 * 366,
  /** Dates of a new series, and how many months ahead a series without an end has dates. */
  seriesDatesMax: 366,
  seriesAheadMonths: 6,
  /** Skipped days of a series: the school holidays of five years have about 550. */
  exceptDatesMax: 600,
  rruleMax: 200,
  eventTeamsMax: 20,
  eventLeadersMax: 20,
  offersMax: 10,
  capacityMax: 100_000,
  /** Longest time between arrival and start, in minutes. */
  arriveMinutesMax: 24 * 60,
  minutesLateMax: 24 * 60,
  /** Attendance marks in one request, and guests of one event. */
  marksAtOnce: 500,
  guestsMax: 100,
  /** Marks of one person at one event by the same coach, and how many of all coaches are listed. */
  marksOfPersonMax: 50,
  marksShown: 200,
  /** People without a mark in the attendance of one event. */
  unmarkedShown: 500,
  /** Members of an event's teams and clubs who are found by name. */
  membersFound: 2000,
  /** Dates in the attendance of a team, and how long someone has not come before it is said, in days. */
  tableDatesMax: 400,
  /** Events in one answer of coaching hours: one's own, and those of others. */
  hoursDatesMax: 1000,
  longAwayDays: 21,
  /** Largest body with many marks, in bytes. */
  marksBytes: 512 * 1024,
  /** How long after an event its marks need no reason, in days. */
  marksOpenDays: 7,
  /** Events, series, their dates and places that one person may create in a day. */
  eventsPerDay: 400,
  seriesPerDay: 40,
  seriesDatesPerDay: 2000,
  placesPerDay: 100,
  /** Largest body with a file of matches in bytes, and the file itself in characters. */
  fixtureFileBytes: 1536 * 1024,
  fixtureFileCharacters: 1_000_000,
  /** Matches of one file, and of one import. */
  fixtureRowsMax: 500,
  fixturesAtOnce: 200,
  fixtureColumnsMax: 50,
  fixtureAddressMax: 2000,
  /** Files that one person may preview or import in a minute. */
  fixtureFilesPerMinute: 30,
  /** Calendar URLs that one person may have fetched in a minute. */
  fixtureAddressesPerMinute: 10,
  /** Calendar URLs that one team follows. */
  fixtureSourcesMax: 5,
  /** Interval between fetches of a followed URL, in hours. */
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
  /** The range of a calendar feed before and after the day of the request, in days. */
  calendarFeedPastDays: 90,
  calendarFeedAheadDays: 400,
  /** Largest uploaded picture, in bytes. */
  pictureBytes: 5 * 1024 * 1024,
  picturePixels: 16_000_000,
  /** Width and height of a stored avatar, in pixels. */
  avatarPixels: 512,
  /** Width and height of the stored picture of an event, in pixels. */
  eventPictureWidth: 1280,
  eventPictureHeight: 720,
  /** Largest JSON body, in bytes. */
  bodyBytes: 64 * 1024,
  /** Largest form body outside the API, in bytes. */
  formBytes: 4 * 1024,
  /** Longest description, in characters of Markdown. */
  descriptionMax: 10_000,
  memberTitleMax: 40,
  /** Lifetime of an invitation, in days. */
  invitationDays: 30,
  /** Descriptions that one person may preview in a minute: each takes the time of a thread. */
  descriptionPreviewsPerMinute: 20,
  /** Organizations and teams that one person may found in a day. */
  groupsFoundedPerDay: 10,
  /** Invitations that one person may send in a day. */
  invitationsPerDay: 100,
  /** Managed members that one request may add, and that one person may add in a day. */
  peopleAtOnce: 100,
  peoplePerDay: 1000,
  /** Active members of a team above which no managed members can be added. */
  teamMembersMax: 500,
  birthYearMin: 1900,
  jerseyMax: 8,
  seasonMax: 20,
  /** Members that one team can move to its next season. */
  seasonMembersMax: 500,
  /** Seasons that one person may start in a day. */
  seasonsPerDay: 50,
  /** Current and future absences of one person, the longest absence in days, and absences that one person may add in a day. */
  absencesMax: 20,
  absenceDaysMax: 366,
  absencesPerDay: 50,
  absenceNoteMax: 280,
  iconsPerRequest: 50,
  /** The note with a reply, and the reason for changing another person's registration. */
  noteMax: 500,
  idempotencyKeyMax: 128,
  /** Answers that are stored for one person in a day under an Idempotency-Key, in bytes. */
  storedAnswerBytes: 20 * 1024 * 1024,
  /** Largest integer that both databases store in an integer column. */
  int32Max: 2_147_483_647,
  /** Payments of one registration that may be started in an hour. */
  paymentsPerHour: 10,
  /** Largest amount of money in one payment or refund, in minor units. */
  amountMinorMax: 999_999_999,
} as const;
