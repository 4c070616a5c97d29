// Session lifetime (docs/quality.md, "Security"). Pure.

const dayMs = 24 * 60 * 60 * 1000;
const idleMs = 30 * dayMs;
const absoluteMs = 180 * dayMs;

/** Active sessions of one account: more than a person's devices, and few enough to list in one answer. */
export const maxSessions = 100;

export type SessionTimes = { created_at: string; last_seen_at: string; revoked_at: string | null };

/** A session that is not revoked is active if it was created and last used after these instants. */
export function sessionCutoffs(at: Date): { createdAt: string; lastSeenAt: string } {
  return { createdAt: before(at, absoluteMs), lastSeenAt: before(at, idleMs) };
}

export function isSessionActive(session: SessionTimes, at: Date): boolean {
  const after = sessionCutoffs(at);
  return (
    session.revoked_at === null &&
    session.created_at > after.createdAt &&
    session.last_seen_at > after.lastSeenAt
  );
}

const before = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString();
