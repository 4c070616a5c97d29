// The open live streams of this process, by person and by session, with their limits.
import type { Viewer } from '../http/handler.ts';
import { Problem } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { liveLimits } from './rules.ts';
import { createLiveStream, type LiveStream } from './stream.ts';

export type Connection = LiveStream &
  Pick<Viewer, 'userId' | 'sessionId'> & {
    /** When its access token expires: then the client has to reconnect. */
    expiresAtMs: number;
    /** In which part of a period it gets its heartbeat and its session is checked. */
    slot: number;
  };

export function createConnections(onEmpty: () => void) {
  const all = new Set<Connection>();
  const byPerson = new Map<string, Set<Connection>>();
  let count = 0;

  function remove(connection: Connection) {
    all.delete(connection);
    const own = byPerson.get(connection.userId);
    own?.delete(connection);
    if (own?.size === 0) byPerson.delete(connection.userId);
    if (all.size === 0) onEmpty();
  }

  return {
    all: all as ReadonlySet<Connection>,
    of: (userId: string): ReadonlySet<Connection> => byPerson.get(userId) ?? new Set(),
    isConnected: (userId: string) => byPerson.has(userId),

    /** Ends the oldest streams beyond the limits of a person; throws unavailable where the process has too many. */
    add(viewer: Viewer): Connection {
      if (all.size >= liveLimits.streamsPerProcess)
        throw new Problem('unavailable', t('Too many devices are connected. Try again in a moment.'), {
          retryAfterSeconds: 60,
        });
      const own = byPerson.get(viewer.userId) ?? new Set();
      const ofSession = [...own].filter(({ sessionId }) => sessionId === viewer.sessionId);
      if (ofSession.length >= liveLimits.streamsPerSession) ofSession[0]?.end();
      else if (own.size >= liveLimits.streamsPerPerson) [...own][0]?.end();
      count += 1;
      const connection: Connection = {
        ...createLiveStream(() => remove(connection)),
        userId: viewer.userId,
        sessionId: viewer.sessionId,
        expiresAtMs: viewer.tokenExpiresAtMs,
        slot: count,
      };
      all.add(connection);
      byPerson.set(viewer.userId, own.add(connection));
      return connection;
    },
  };
}
