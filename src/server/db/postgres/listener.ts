// A connection that listens on a PostgreSQL channel (LISTEN/NOTIFY) and reconnects. A payload sent in a transaction arrives
// after the commit.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type ListenerOptions = {
  /** Without a pooler in transaction mode: LISTEN belongs to one connection. */
  url: string;
  channel: string;
  /** Sends a payload on the channel (NOTIFY) over another connection. */
  notify(payload: string): Promise<unknown>;
  onPayload(payload: string): void;
  /** Called when every payload arrives from now on. */
  onListening(): void;
  /** Called when payloads may be missed from now on, until the next `onListening`. */
  onLost(): void;
  /** Called when the connection works but its own payloads do not arrive; once per series of failures. */
  onDeaf(): void;
};

export type Listener = { close(): Promise<void> };

/** How often a heartbeat payload proves that payloads arrive, and its timeout. */
const beatEveryMs = 5_000;
const beatLimitMs = 1_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;
const beatSign = 'beat ';

/**
 * The `application_name` of the connection, by which the admin command knows a server. Only of this one, which has no pooler: a
 * pooler leaves connections open with their names after the server has ended.
 */
export const serverProgram = 'sideline server';

/** Listens until it is closed. */
export function openListener(options: ListenerOptions): Listener {
  const ending = new AbortController();
  const run = async () => {
    let pauseMs = firstPauseMs;
    let wasDeaf = false;
    while (!ending.signal.aborted) {
      const outcome = await listenOnce(options, ending.signal);
      if (outcome === 'deaf' && !wasDeaf) options.onDeaf();
      wasDeaf = outcome === 'deaf';
      pauseMs = outcome === 'listened' ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      await pause(pauseMs, ending.signal);
    }
  };
  const ended = run();
  return {
    close: async () => {
      ending.abort();
      await ended;
    },
  };
}

/**
 * Listens on one connection until it breaks. `listened`: payloads arrived. `away`: it could not connect or send. `deaf`: its
 * own payload did not arrive, as behind a pooler in transaction mode.
 */
async function listenOnce(
  { url, channel, notify, onPayload, onListening, onLost }: ListenerOptions,
  ending: AbortSignal,
): Promise<'listened' | 'away' | 'deaf'> {
  const client = new pg.Client({
    connectionString: url,
    application_name: serverProgram,
    connectionTimeoutMillis: beatLimitMs,
    query_timeout: beatLimitMs,
    keepAlive: true,
  });
  const beat = `${beatSign}${randomUUID()}`;
  let isHearing = false;
  let hasReceived = false;
  let onBeat = () => {};
  const broken = new AbortController();
  const lose = () => {
    broken.abort();
    if (isHearing) onLost();
    isHearing = false;
  };
  client.on('error', lose);
  client.on('end', lose);
  ending.addEventListener('abort', lose);
  client.on('notification', ({ payload = '' }) => {
    if (payload === beat) onBeat();
    else if (!payload.startsWith(beatSign)) onPayload(payload);
  });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    while (!broken.signal.aborted) {
      const arrived = new Promise<true>((resolve) => {
        onBeat = () => resolve(true);
      });
      const late = pause(beatLimitMs, broken.signal).then(() => false);
      const isSent = notify(beat).then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([arrived, late])))
        return hasReceived ? 'listened' : (await Promise.race([isSent, late])) ? 'deaf' : 'away';
      if (broken.signal.aborted) break;
      if (!isHearing) onListening();
      isHearing = true;
      hasReceived = true;
      await pause(beatEveryMs, broken.signal);
    }
    return hasReceived ? 'listened' : 'away';
  } catch {
    return hasReceived ? 'listened' : 'away';
  } finally {
    ending.removeEventListener('abort', lose);
    lose();
    // Not awaited: a frozen PostgreSQL never answers the termination message.
    client.end().catch(() => {});
  }
}

/** Ends early, without an error, when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
