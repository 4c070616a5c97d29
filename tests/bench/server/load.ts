// Sends a bounded number of requests over keep-alive connections to this machine and measures their times.
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../statistics.ts';

export type Ask = {
  path: string;
  method?: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
};

export type Reply = { status: number; headers: IncomingMessage['headers']; body: Buffer };

export type Load = {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  statuses: Map<number, number>;
  bytesEach: number;
};

const timeoutMs = 30_000;

/** One request. */
export function send(origin: string, ask: Ask, agent?: Agent): Promise<Reply> {
  const body = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  const headers: Record<string, string> = { 'Accept-Encoding': 'br, gzip', ...ask.headers };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    // Otherwise Node sends the body of a DELETE without a length, which is not a valid request.
    headers['Content-Length'] = String(Buffer.byteLength(body));
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}${ask.path}`,
      { method: ask.method ?? 'GET', headers, timeout: timeoutMs, ...(agent && { agent }) },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer in ${timeoutMs} ms: ${ask.path}`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Status 0 means that the server cut the connection: one of many must not end the run, but it is counted. */
async function tried(origin: string, ask: Ask, agent: Agent): Promise<Reply> {
  try {
    return await send(origin, ask, agent);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
    return { status: 0, headers: {}, body: Buffer.alloc(0) };
  }
}

export type LoadOptions<A extends Ask> = {
  connections: number;
  count: number;
  maxMs: number;
  /** The pause of each connection after a reply. */
  pauseMs?: number;
  onReply?(ask: A, reply: Reply, tookMs: number): void;
};

/**
 * Keeps `connections` requests in flight until `count` are sent or `maxMs` have passed. Only to 127.0.0.1.
 */
export async function load<A extends Ask>(
  origin: string,
  next: (at: number) => A,
  { connections, count, maxMs, pauseMs = 0, onReply }: LoadOptions<A>,
): Promise<Load> {
  if (new URL(origin).hostname !== '127.0.0.1') throw new Error(`The bench never loads ${origin}.`);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let bytes = 0;
  let at = 0;
  const startedAt = performance.now();
  const run = async () => {
    while (at < count && performance.now() - startedAt < maxMs) {
      const ask = next(at++);
      const sentAt = performance.now();
      const reply = await tried(origin, ask, agent);
      const tookMs = performance.now() - sentAt;
      times.push(tookMs);
      bytes += reply.body.length;
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      onReply?.(ask, reply, tookMs);
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, run));
  } finally {
    agent.destroy();
  }
  const elapsedMs = performance.now() - startedAt;
  return {
    count: times.length,
    perSecond: (times.length / elapsedMs) * 1000,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    statuses,
    bytesEach: times.length > 0 ? Math.round(bytes / times.length) : 0,
  };
}
