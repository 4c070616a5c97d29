// The navigation state that account screens pass on. It may be missing or have another shape.

export type LoginState = { message?: string; username?: string };
export type CheckEmailState = { email?: string };

/** The string values of a navigation state. */
export function textsOf(state: unknown): Record<string, string | undefined> {
  if (typeof state !== 'object' || state === null) return {};
  return Object.fromEntries(
    Object.entries(state).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
