// Whose session has ended on this device without their signing out, and since when: what they have not sent is kept for
// them, and goes after 30 days.

const key = 'leftPeople';
const keptMs = 30 * 86_400_000;

/** Milliseconds since 1970 by person. */
type Left = Record<string, number>;

function readLeft(): Left {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, at]) => Number.isFinite(at)));
  } catch {
    return {};
  }
}

function writeLeft(left: Left): void {
  try {
    if (Object.keys(left).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(left));
  } catch {
    // Storage is blocked: nothing of theirs is kept there either.
  }
}

/** The first end counts: what is kept does not grow younger by another. */
export function keepLeft(userId: string, now: number): void {
  writeLeft({ [userId]: now, ...readLeft() });
}

/** They are back, or have signed out. */
export function forgetLeft(userId: string): void {
  const { [userId]: _, ...others } = readLeft();
  writeLeft(others);
}

/** Those who have been away for more than 30 days. */
export const overduePeople = (now: number): string[] =>
  Object.entries(readLeft())
    .filter(([, at]) => now - at > keptMs)
    .map(([userId]) => userId);
