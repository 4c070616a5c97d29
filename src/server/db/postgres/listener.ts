// One connection of this process that listens on a channel of PostgreSQL and connects again by itself. Payloads that are
// sent in a transaction arrive once it has committed.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type ListenerOptions = {
  /** Past any pooler in transaction mode: LISTEN belongs to one connection. */
  url: string;
  channel: string;
  /** Sends a payload on the channel over another connection. */
  notify(payload: string): Promise<unknown>;
  onPayload(payload: string): void;
  /** From now on every payload arrives. */
  onListening(): void;
  /** From now on payloads may be missed, until `onListening` is called again. */
  onLost(): void;
  /** Connected, but not even its own payload arrives. Called once for each time in a row. */
  onDeaf(): void;
};

export type Listener = { close(): Promise<void> };

/** How often the listener proves that payloads still arrive, and how long one may take. */
const beatEveryMs = 5_000;
const beatLimitMs = 1_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;
const beatSign = 'beat ';

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
      pauseMs = outcome === 'heard' ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
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
 * Listens on one connection until it breaks. `heard`: payloads arrived for some time. `away`: it could not connect or send.
 * `deaf`: its own payload did not arrive, as behind a pooler in transaction mode.
 */
async function listenOnce(
  { url, channel, notify, onPayload, onListening, onLost }: ListenerOptions,
  ending: AbortSignal,
): Promise<'heard' | 'away' | 'deaf'> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: beatLimitMs,
    query_timeout: beatLimitMs,
    keepAlive: true,
  });
  const beat = `${beatSign}${randomUUID()}`;
  let isHearing = false;
  let hadHeard = false;
  let hear = () => {};
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
    if (payload === beat) hear();
    else if (!payload.startsWith(beatSign)) onPayload(payload);
  });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    while (!broken.signal.aborted) {
      const arrived = new Promise<true>((resolve) => {
        hear = () => resolve(true);
      });
      const late = pause(beatLimitMs, broken.signal).then(() => false);
      const isSent = notify(beat).then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([arrived, late])))
        return hadHeard ? 'heard' : (await Promise.race([isSent, late])) ? 'deaf' : 'away';
      if (broken.signal.aborted) break;
      if (!isHearing) onListening();
      isHearing = true;
      hadHeard = true;
      await pause(beatEveryMs, broken.signal);
    }
    return hadHeard ? 'heard' : 'away';
  } catch {
    return hadHeard ? 'heard' : 'away';
  } finally {
    ending.removeEventListener('abort', lose);
    lose();
    // Not awaited: a frozen PostgreSQL does not answer the good-bye either.
    client.end().catch(() => {});
  }
}

/** Ends early, without an error, where the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
