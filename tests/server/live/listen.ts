// Listens to the live stream of one device.
import { onTestFinished } from 'vitest';
import type { LiveChange } from '../../../src/contract/live.ts';
import type { Client } from '../../support/client.ts';

export type ReceivedEvent = { type: string; id: string; data: { changes?: LiveChange[]; spreadMs?: number } };

/** Opens a stream and collects its events. `isOver`: the server has ended it. */
export async function listen(client: Pick<Client, 'request'>, headers: Record<string, string> = {}) {
  const response = await client.request('/api/live', { headers });
  const received: ReceivedEvent[] = [];
  const state = { isOver: false };
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      received.push(...parts.map(parse));
    }
  };
  if (response.status === 200)
    void read()
      .catch(() => {})
      .then(() => {
        state.isOver = true;
      });
  onTestFinished(() => reader.cancel().catch(() => {}));
  return {
    status: response.status,
    headers: response.headers,
    received,
    isOver: () => state.isOver,
    close: () => reader.cancel(),
    /** The addresses of the changes so far. */
    addresses: () => [
      ...new Set(received.flatMap(({ data }) => data.changes ?? []).map(({ address }) => address)),
    ],
    versions: () => received.flatMap(({ data }) => data.changes ?? []).map(({ version }) => version),
    types: () => received.map(({ type }) => type),
  };
}

function parse(text: string): ReceivedEvent {
  const [, type = '', id = '', data = '{}'] = /^event: (\w+)\nid: (\d+)\ndata: (.*)$/.exec(text) ?? [];
  return { type, id, data: JSON.parse(data) };
}
