// One connection to the stream of changes (GET /api/live). It reports nothing to connectivity.ts: a broken stream says little
// about the connection, and the next call finds out.
import type { LiveChanges } from '../../../contract/live.ts';
import { personHeader } from '../../../contract/values/headers.ts';

export type LiveEvent = { type: string; id: number; data: Partial<LiveChanges> };

/**
 * `ended`: by the server, such as before a restart. `refused`: the session may need a new token. `silent`: it is open, but
 * nothing arrives, as behind a proxy that buffers. `failed`: it could not be opened, or broke.
 */
export type StreamEnd = 'ended' | 'refused' | 'silent' | 'failed';

/** The server sends an event at once, and then one every 20 s. */
const firstEventMs = 10_000;
const silenceMs = 45_000;

type Options = {
  userId: string;
  /** The id of the last event that arrived: a time in milliseconds. */
  lastEventId: number;
  signal: AbortSignal;
  onEvent(event: LiveEvent): void;
};

/** Reads events until the stream ends or `signal` is aborted. */
export async function readLiveStream({ userId, lastEventId, signal, onEvent }: Options): Promise<StreamEnd> {
  const silence = new AbortController();
  const expectWithin = (ms: number) => setTimeout(() => silence.abort(), ms);
  let timer = expectWithin(firstEventMs);
  try {
    const response = await fetch('/api/live', {
      credentials: 'include',
      cache: 'no-store',
      redirect: 'manual',
      headers: {
        Accept: 'text/event-stream',
        'Last-Event-ID': String(Math.round(lastEventId)),
        [personHeader]: userId,
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401 || response.status === 403 || response.status === 409) return 'refused';
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return 'failed';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = eventParser();
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) return 'ended';
      for (const event of parse(value)) {
        clearTimeout(timer);
        timer = expectWithin(silenceMs);
        onEvent(event);
      }
    }
  } catch {
    return silence.signal.aborted ? 'silent' : 'failed';
  } finally {
    clearTimeout(timer);
  }
}

/** Parses events as the server writes them, from chunks of text of any size. */
export function eventParser(): (text: string) => LiveEvent[] {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      const fields = new Map(part.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const type = fields.get('event');
      if (type === undefined) return [];
      const data = JSON.parse(fields.get('data') || '{}') as LiveEvent['data'];
      return [{ type, id: Number(fields.get('id') ?? 0), data }];
    });
  };
}
