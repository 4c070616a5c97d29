// Rules of the automatic reminder. Pure.

const hourMs = 3_600_000;
/** The job reminds this long before replies are due. */
export const remindBeforeDueMs = 48 * hourMs;
/** The job does not remind this soon after the person was asked. */
export const graceAfterAskedMs = 24 * hourMs;
/** Minimum time between manual reminders of one person and event. */
export const manualIntervalMs = 12 * hourMs;
/** So long before an event its counts say how many people a reminder reaches. Home shows them three days before. */
export const countedBeforeMs = 96 * hourMs;

type Due = { startsAt: string; repliesDueAt: string | null };

const dueMs = ({ startsAt, repliesDueAt }: Due) => Date.parse(repliesDueAt ?? startsAt);

export const isDueEarlier = (before: Due, after: Due): boolean => dueMs(after) < dueMs(before);

/**
 * Whether the job reminds again after a change: replies are due later, and the reminder is not too soon after this change,
 * whose notification names the new date. So a move by an hour, just after the reminder, reminds no one twice.
 */
export function isRemindedAgain(before: Due, after: Due, at: string): boolean {
  const remindsMs = dueMs(after) - remindBeforeDueMs;
  return dueMs(after) > dueMs(before) && remindsMs >= Date.parse(at) + graceAfterAskedMs;
}
