// The users whose session has ended on this device without a logout, and since when: their drafts and queued writes stay
// for 30 days. Also those who have signed out, until the device has deleted their data.
import { isOffsetFresh, serverNow } from '../http/clock.ts';
import { localItems } from '../storage.ts';

const key = 'leftPeople';
const maxAgeMs = 30 * 86_400_000;

/** Milliseconds since 1970 by the server's clock, by user id; null for an end at a time that is not known. */
type Expired = Record<string, number | null>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const readExpired = (): Expired =>
  Object.fromEntries(
    Object.entries(localItems.getJson(key, isObject) ?? {}).filter(
      ([, at]) => at === null || Number.isFinite(at),
    ),
  );

const writeExpired = (expired: Expired) =>
  localItems.setJson(key, Object.keys(expired).length > 0 ? expired : null);

/** Only the first end counts: another one does not extend the 30 days. */
export function noteExpired(userId: string): void {
  writeExpired({ [userId]: isOffsetFresh() ? serverNow() : null, ...readExpired() });
}

/** The user has signed out: their data are overdue until the device has deleted them. */
export function noteOverdue(userId: string): void {
  writeExpired({ ...readExpired(), [userId]: 0 });
}

/** The user has signed in again, or their data are deleted. */
export function clearExpired(userId: string): void {
  const { [userId]: _, ...others } = readExpired();
  writeExpired(others);
}

/**
 * The users who have signed out, or whose session ended more than 30 days ago: their data must be deleted. The clock of the device
 * may be wrong by months, so the 30 days count only while this page knows the server's time, and where it was unknown, from now on.
 */
export function overdueUserIds(): string[] {
  const expired = readExpired();
  const now = isOffsetFresh() ? serverNow() : null;
  if (now !== null)
    writeExpired(Object.fromEntries(Object.entries(expired).map(([userId, at]) => [userId, at ?? now])));
  const isOverdue = (at: number | null) => at === 0 || (now !== null && now - (at ?? now) > maxAgeMs);
  return Object.keys(expired).filter((userId) => isOverdue(expired[userId] ?? null));
}
