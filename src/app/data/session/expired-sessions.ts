// The users whose session has ended on this device without a logout, and since when: their drafts and queued writes stay
// for 30 days. Also those who have signed out, until the device has deleted their data.
import { localItems } from '../storage.ts';

const key = 'leftPeople';
const maxAgeMs = 30 * 86_400_000;

/** Milliseconds since 1970 by user id. */
type Expired = Record<string, number>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const readExpired = (): Expired =>
  Object.fromEntries(
    Object.entries(localItems.getJson(key, isObject) ?? {}).filter(([, at]) => Number.isFinite(at)),
  );

const writeExpired = (expired: Expired) =>
  localItems.setJson(key, Object.keys(expired).length > 0 ? expired : null);

/** Only the first end counts: another one does not extend the 30 days. */
export function noteExpired(userId: string, now: number): void {
  writeExpired({ [userId]: now, ...readExpired() });
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

/** The users who have signed out, or whose session ended more than 30 days ago: their data must be deleted. */
export const overdueUserIds = (now: number): string[] =>
  Object.entries(readExpired())
    .filter(([, at]) => now - at > maxAgeMs)
    .map(([userId]) => userId);
