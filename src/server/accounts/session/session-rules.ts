// How long a session lives (docs/quality.md, "Security"). Pure.

const dayMs = 24 * 60 * 60 * 1000;
const idleMs = 30 * dayMs;
const absoluteMs = 180 * dayMs;

export type SessionTimes = { created_at: string; last_seen_at: string; revoked_at: string | null };

/** A session that was not revoked lives if it began and was last used after these instants. */
export function aliveAfter(at: Date): { createdAt: string; lastSeenAt: string } {
  return { createdAt: before(at, absoluteMs), lastSeenAt: before(at, idleMs) };
}

export function isAlive(session: SessionTimes, at: Date): boolean {
  const after = aliveAfter(at);
  return (
    session.revoked_at === null &&
    session.created_at > after.createdAt &&
    session.last_seen_at > after.lastSeenAt
  );
}

const before = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString();
