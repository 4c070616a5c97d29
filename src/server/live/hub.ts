// Reads the change log while streams are open, and tells each stream what its person may read at that moment. Every process
// does so for its own streams, so they need not know each other.
import { isOutage } from '../db/outages.ts';
import { forRequest } from '../db/postgres/postgres.ts';
import { forEachYielding } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import type { Viewer } from '../http/handler.ts';
import {
  activeSessions,
  audienceOfEvent,
  audienceOfOrganization,
  audienceOfTeam,
  eventsSeen,
  groupsOf,
} from './audience-queries.ts';
import { changesAfter, changesSince, liveMark } from './change-queries.ts';
import { type Connection, createConnections } from './connections.ts';
import {
  beatMs,
  type Change,
  changeOf,
  lookMs,
  newestOfEach,
  resumeFrom,
  sessionCheckMs,
  spreadOf,
  unheardLookMs,
} from './rules.ts';

const slotMs = 1000;

export type Hub = {
  /** Opens a stream, and tells what has changed since its last event. */
  open(viewer: Viewer, lastEventId: string | null): Promise<ReadableStream<Uint8Array>>;
};

export function createHub({ database, now, log, shutdown, metrics }: Deps): Hub {
  const { db } = database;
  /** Null while no stream is open. */
  let mark: Promise<string> | null = null;
  let seenVersion: string | null = null;
  let lookedAt = 0;
  let hasFailed = false;
  let isLooking = false;
  let turn = 0;
  const timers: NodeJS.Timeout[] = [];
  const connections = createConnections(stop);
  metrics?.watchLiveStreams(() => connections.all.size);

  function start() {
    mark ??= liveMark(database);
    if (timers.length > 0) return;
    timers.push(every(lookMs, look), every(slotMs, keepAlive));
  }

  function stop() {
    for (const timer of timers.splice(0)) clearInterval(timer);
    mark = null;
    seenVersion = null;
  }

  /** Its queries are reads like those of a request, also in their timeouts. */
  const every = (ms: number, run: () => Promise<void>) =>
    setInterval(() => {
      void forRequest('GET', run).catch((error: unknown) =>
        log[isOutage(error) ? 'warn' : 'error']({ err: error }, 'Live streams could not be served'),
      );
    }, ms).unref();

  async function look() {
    const version = database.liveVersion();
    const isBlind = version === null || hasFailed;
    const isQuiet = isBlind ? Date.now() - lookedAt < unheardLookMs : version === seenVersion;
    if (isLooking || isQuiet || mark === null) return;
    isLooking = true;
    const at = Date.now();
    lookedAt = at;
    hasFailed = true;
    try {
      const before = mark;
      // Before the rows are read: those in between come twice.
      const next = await liveMark(database);
      const changes = await changesAfter(database, await before);
      if (mark !== before) return;
      if (changes === null) await resetAll(at);
      else if (changes.length > 0) await tell(changes, at);
      mark = Promise.resolve(next);
      seenVersion = version;
      hasFailed = false;
    } finally {
      isLooking = false;
    }
  }

  async function resetAll(at: number) {
    const spreadMs = spreadOf(connections.all.size);
    await forEachYielding([...connections.all], async (connection) =>
      connection.send({ type: 'reset', at, spreadMs }),
    );
  }

  async function tell(changes: readonly Change[], at: number) {
    endSessions(changes.filter(({ kind }) => kind === 'session').map(({ subject }) => subject));
    const pending = new Map<Connection, Change[]>();
    for (const change of newestOfEach(changes))
      for (const person of await audienceOf(change))
        for (const connection of connections.of(person))
          if (isOthers(change, connection))
            pending.set(connection, [...(pending.get(connection) ?? []), change]);
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

  /** A part of the streams each time, so that no moment has work for all of them. */
  async function keepAlive() {
    turn += 1;
    const at = Date.now();
    const time = now().getTime();
    const [beats, checks] = [beatMs / slotMs, sessionCheckMs / slotMs];
    const checked: string[] = [];
    for (const connection of connections.all) {
      if (connection.expiresAtMs <= time) connection.end();
      else if (connection.slot % beats === turn % beats) connection.send({ type: 'beat', at });
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
      await eventsSeen(
        db,
        changes.filter(({ kind }) => kind === 'event').map(({ subject }) => subject),
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
        // What is committed from here on is sent by `look`.
        await mark;
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

/** A device has read what its own writes changed. */
const isOthers = ({ sessionId }: Change, connection: Connection) => sessionId !== connection.sessionId;

function sendChanges(
  connection: Connection,
  changes: readonly Change[],
  { at, spreadMs }: { at: number; spreadMs: number },
) {
  const pending = changes.flatMap((change) => changeOf(change) ?? []);
  if (pending.length > 0) connection.send({ type: 'change', at, changes: pending, spreadMs });
}
