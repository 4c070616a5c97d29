// Polls the change log while streams are open, and sends each stream the changes that its person may read at that moment. Each
// process does so for its own streams, so processes need not know each other.
import { isOutage } from '../db/outages.ts';
import { forRequest } from '../db/postgres/request-kind.ts';
import { forEachYielding } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import type { Viewer } from '../http/handler.ts';
import {
  activeSessions,
  audienceOfEvent,
  audienceOfOrganization,
  audienceOfTeam,
  groupsOf,
  visibleEvents,
} from './audience-queries.ts';
import { changesBetween, changesSince, livePosition } from './change-queries.ts';
import { type Connection, createConnections } from './connections.ts';
import {
  bySubject,
  type Change,
  changeOf,
  heartbeatMs,
  liveLimits,
  pollMs,
  resumeFrom,
  sessionCheckMs,
  spreadOf,
  unnotifiedPollMs,
} from './rules.ts';

const slotMs = 1000;

export type Hub = {
  /** Opens a stream, and sends what has changed since `lastEventId`. */
  open(viewer: Viewer, lastEventId: string | null): Promise<ReadableStream<Uint8Array>>;
};

export function createHub({ database, now, log, noteOutage, shutdown, metrics }: Deps): Hub {
  const { db } = database;
  /** How far the change log was read; null while no stream is open. */
  let position: Promise<string> | null = null;
  let seenVersion: string | null = null;
  /** By a clock that is never set back. */
  let polledAt = Number.NEGATIVE_INFINITY;
  /** When the log was last read to its end, or reading began. Earlier changes were sent. */
  let readAt = 0;
  let hasFailed = false;
  let isPolling = false;
  let turn = 0;
  const timers: NodeJS.Timeout[] = [];
  const connections = createConnections(stop);
  metrics?.watchLiveStreams(() => connections.all.size);

  function start() {
    if (position === null) readAt = Date.now();
    position ??= livePosition(database);
    if (timers.length > 0) return;
    timers.push(every(pollMs, poll), every(slotMs, keepAlive));
  }

  function stop() {
    for (const timer of timers.splice(0)) clearInterval(timer);
    position = null;
    seenVersion = null;
  }

  /** Its queries have the timeouts of a request's reads. */
  const every = (ms: number, run: () => Promise<void>) =>
    setInterval(() => {
      void forRequest('GET', run).catch((error: unknown) => {
        if (isOutage(error)) noteOutage(error, { job: 'live streams' });
        else log.error({ err: error }, 'Live streams could not be served');
      });
    }, ms).unref();

  async function poll() {
    const version = database.liveVersion();
    const at = Date.now();
    const isBlind = version === null || hasFailed;
    const isUnchanged = !isBlind && version === seenVersion;
    if (isUnchanged) readAt = at;
    const isEarly = isBlind && performance.now() - polledAt < unnotifiedPollMs;
    if (isPolling || isUnchanged || isEarly || position === null) return;
    isPolling = true;
    polledAt = performance.now();
    hasFailed = true;
    try {
      const before = position;
      const next = await livePosition(database);
      const changes = await changesBetween(database, await before, next);
      if (position !== before) return;
      if (changes === null) await resetAll(at);
      else if (changes.length > 0) await broadcast(changes, at);
      position = Promise.resolve(next);
      seenVersion = version;
      readAt = at;
      hasFailed = false;
    } finally {
      isPolling = false;
    }
  }

  async function resetAll(at: number) {
    const spreadMs = spreadOf(connections.all.size);
    await forEachYielding([...connections.all], async (connection) =>
      connection.send({ type: 'reset', at, spreadMs }),
    );
  }

  async function broadcast(changes: readonly Change[], at: number) {
    endSessions(changes.filter(({ kind }) => kind === 'session').map(({ subject }) => subject));
    const pending = new Map<Connection, Change[]>();
    for (const ofSubject of bySubject(changes))
      for (const person of await audienceOf(ofSubject[0]))
        for (const connection of connections.of(person)) {
          const others = ofSubject.filter((change) => isOthers(change, connection));
          const its = pending.get(connection);
          if (its) its.push(...others);
          else if (others.length > 0) pending.set(connection, others);
        }
    const active = await activeSessions(
      db,
      [...new Set([...pending.keys()].map(({ sessionId }) => sessionId))],
      now(),
    );
    const spreadMs = spreadOf(pending.size);
    await forEachYielding(pending, async ([connection, its]) => {
      if (active.has(connection.sessionId)) sendChanges(connection, its, { at, spreadMs });
      else connection.end();
    });
  }

  async function audienceOf({ kind, subject }: Change): Promise<string[]> {
    const { isConnected } = connections;
    if (kind === 'event') return audienceOfEvent(db, subject, isConnected, now().toISOString());
    if (kind === 'team') return (await audienceOfTeam(db, subject)).filter(isConnected);
    if (kind === 'organization') return (await audienceOfOrganization(db, subject)).filter(isConnected);
    return kind === 'session' ? [] : [subject];
  }

  function endSessions(ids: readonly string[]) {
    if (ids.length === 0) return;
    const ended = new Set(ids);
    for (const connection of connections.all) if (ended.has(connection.sessionId)) connection.end();
  }

  /** Serves a part of the streams each time, to spread the work. */
  async function keepAlive() {
    turn += 1;
    // While reads fail, a device must resume before the changes that it has not been sent.
    const at = hasFailed ? readAt : Date.now();
    const time = now().getTime();
    const [heartbeats, checks] = [heartbeatMs / slotMs, sessionCheckMs / slotMs];
    const checked: string[] = [];
    for (const connection of connections.all) {
      if (connection.expiresAtMs <= time) connection.end();
      else if (connection.slot % heartbeats === turn % heartbeats) connection.send({ type: 'beat', at });
      if (connection.slot % checks === turn % checks) checked.push(connection.sessionId);
    }
    const active = await activeSessions(db, checked, now());
    endSessions(checked.filter((id) => !active.has(id)));
  }

  async function resume(connection: Connection, since: number, at: number) {
    const changes = await changesSince(database, since);
    if (changes === null) return connection.send({ type: 'reset', at, spreadMs: 0 });
    const { userId } = connection;
    const seen = new Set(
      await visibleEvents(
        db,
        [...new Set(changes.filter(({ kind }) => kind === 'event').map(({ subject }) => subject))],
        userId,
        now().toISOString(),
      ),
    );
    const groups = await groupsOf(db, userId);
    const its = changes.filter((change) => {
      const { kind, subject } = change;
      if (!isOthers(change, connection)) return false;
      if (kind === 'event') return seen.has(subject);
      return kind === 'team' || kind === 'organization' ? groups.has(subject) : subject === userId;
    });
    sendChanges(connection, its, { at, spreadMs: 0 });
  }

  shutdown.addEventListener('abort', () => {
    for (const connection of connections.all) connection.end();
  });

  return {
    async open(viewer, lastEventId) {
      const at = Date.now();
      const since = resumeFrom(lastEventId, at);
      const connection = connections.add(viewer);
      try {
        start();
        // What is committed from here on is sent by `poll`.
        await position;
        connection.send({ type: 'ready', at });
        if (since !== null) await resume(connection, since, at);
        else if (lastEventId !== null) connection.send({ type: 'reset', at, spreadMs: 0 });
      } catch (error) {
        connection.end();
        throw error;
      }
      return connection.body;
    },
  };
}

/** Leaves out the device that made the change: it has read the result already. */
const isOthers = ({ sessionId }: Change, connection: Connection) => sessionId !== connection.sessionId;

function sendChanges(
  connection: Connection,
  changes: readonly Change[],
  { at, spreadMs }: { at: number; spreadMs: number },
) {
  const pending = changes.flatMap((change) => changeOf(change) ?? []);
  if (pending.length > liveLimits.subjects) connection.send({ type: 'reset', at, spreadMs });
  else if (pending.length > 0) connection.send({ type: 'change', at, changes: pending, spreadMs });
}
