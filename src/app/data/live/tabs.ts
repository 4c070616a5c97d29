// The tabs of one user on one device: one of them leads (Web Lock), and passes the events of its stream on to the others
// (BroadcastChannel). Without either API each tab leads for itself.
import type { LiveEvent } from './live-stream.ts';

type Message =
  | { type: 'event'; event: LiveEvent }
  /** A tab has received nothing since an event. */
  | { type: 'missed'; since: number };

export type Tabs = {
  /** This tab leads from now on, and has all events since this one. */
  begin(since: number): void;
  pass(event: LiveEvent): void;
  /** Asks the leader for what this tab may have missed. */
  askMissed(since: number): void;
  /** Runs `lead` while no other tab does. */
  leadAlone(signal: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<void>;
  close(): void;
};

/** The latest events, for tabs that join or were hidden. */
const maxLatest = 200;

export function createTabs(userId: string, receive: (event: LiveEvent) => void): Tabs {
  const name = `sideline-live-${userId}`;
  const canShare = 'locks' in navigator && 'BroadcastChannel' in globalThis;
  const channel = canShare ? new BroadcastChannel(name) : null;
  let leadsSince: number | null = null;
  let latest: LiveEvent[] = [];

  const send = (message: Message) => channel?.postMessage(message);
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'event') receive(data.event);
      else if (leadsSince !== null) answerMissed(data.since, leadsSince);
    };

  function answerMissed(since: number, knownSince: number) {
    if (since < knownSince) send({ type: 'event', event: { type: 'reset', id: 0, data: {} } });
    else for (const event of latest) if (event.id >= since) send({ type: 'event', event });
  }

  return {
    begin(since) {
      leadsSince = since;
      latest = [];
    },
    pass(event) {
      send({ type: 'event', event });
      if (event.type !== 'change') return;
      latest.push(event);
      const dropped = latest.length > maxLatest ? latest.shift() : undefined;
      if (dropped && leadsSince !== null) leadsSince = dropped.id + 1;
    },
    askMissed: (since) => send({ type: 'missed', since }),
    async leadAlone(signal, lead) {
      const run = () =>
        lead(signal).finally(() => {
          leadsSince = null;
        });
      if (!canShare) return run();
      // Rejects where the signal is aborted, or the browser denies locks, as when site data are blocked.
      await navigator.locks.request(name, { signal }, run).catch(() => (signal.aborted ? undefined : run()));
    },
    close: () => channel?.close(),
  };
}
