// The users whose session has ended on this device without a logout, and since when. Their drafts and queued writes stay
// for 30 days.

const key = 'leftPeople';
const maxAgeMs = 30 * 86_400_000;

/** Milliseconds since 1970 by user id. */
type Expired = Record<string, number>;

function readExpired(): Expired {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, at]) => Number.isFinite(at)));
  } catch {
    return {};
  }
}

function writeExpired(expired: Expired): void {
  try {
    if (Object.keys(expired).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(expired));
  } catch {
    // Storage is blocked, so it holds nothing of theirs to delete later.
  }
}

/** Only the first end counts: another one does not extend the 30 days. */
export function noteExpired(userId: string, now: number): void {
  writeExpired({ [userId]: now, ...readExpired() });
}

/** The user has signed in again, or has signed out. */
export function clearExpired(userId: string): void {
  const { [userId]: _, ...others } = readExpired();
  writeExpired(others);
}

/** The users whose session ended more than 30 days ago. */
export const overdueUserIds = (now: number): string[] =>
  Object.entries(readExpired())
    .filter(([, at]) => now - at > maxAgeMs)
    .map(([userId]) => userId);
