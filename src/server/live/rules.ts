// Limits and times of the live stream, what an event says, and whether a stream can be resumed. Pure.
import type { LiveChange, LiveChanges } from '../../contract/live.ts';
import type { LiveKind } from '../../contract/values/enums.ts';

export const liveLimits = {
  /** A device shares one stream among its tabs; a second one overlaps while it reconnects. */
  streamsPerSession: 4,
  streamsPerPerson: 16,
  streamsPerProcess: 10_000,
  /** Bytes that wait for a client that does not read; then its stream ends. */
  queuedBytes: 16 * 1024,
  /** More subjects at once, as after an import, are not sent one by one. */
  subjects: 500,
};

export const beatMs = 20_000;
/** How often the change log is looked at: at the version of the database, which is in memory, and at the table without one. */
export const lookMs = 100;
export const unheardLookMs = 1_000;
/** Every session is checked this often, also where nothing changes. */
export const sessionCheckMs = 10_000;
/** How old the last event of a stream may be to resume after it; the log goes back further. */
const resumableMs = 15 * 60_000;
/** Rows of the log are older than their commit by the length of a transaction, and clocks differ a little. */
const marginMs = 10_000;

/** Rows of the change log about a subject. `sessionId`: of the device that made all of them; null for others. */
export type Change = { kind: LiveKind; subject: string; version: number; sessionId: string | null };

/** The newest row of each subject. */
export function newestOfEach(changes: readonly Change[]): Change[] {
  const newest = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.kind} ${change.subject}`;
    const known = newest.get(key);
    if (!known || known.version < change.version) newest.set(key, change);
  }
  return [...newest.values()];
}

const addresses: Record<Exclude<LiveKind, 'session'>, (subject: string) => string> = {
  event: (id) => `/api/events/${id}`,
  team: (id) => `/api/teams/${id}`,
  organization: (id) => `/api/organizations/${id}`,
  person: () => '/api/users/me',
  access: () => '/api/users/me/teams',
};

/** Null for the end of a session, which is not sent. */
export const changeOf = ({ kind, subject, version }: Change): LiveChange | null =>
  kind === 'session' ? null : { address: addresses[kind](subject), version };

/** Few devices read at once; many spread their reads over up to a second. */
export const spreadOf = (devices: number): number => (devices <= 20 ? 0 : Math.min(1000, devices * 2));

/** From when on the log is read to resume a stream; null where that is not possible. */
export function resumeFrom(lastEventId: string | null, now: number): number | null {
  if (lastEventId === null || !/^\d{13}$/.test(lastEventId)) return null;
  const at = Number(lastEventId);
  return at > now - resumableMs && at < now + resumableMs ? Math.min(at, now) - marginMs : null;
}

export type LiveEvent =
  | { type: 'ready' | 'beat'; at: number }
  | { type: 'reset'; at: number; spreadMs: number }
  | ({ type: 'change'; at: number } & LiveChanges);

/** An event as the stream has it. Its id is the time, by which a stream is resumed in any process. */
export function eventText({ type, at, ...data }: LiveEvent): string {
  return `event: ${type}\nid: ${at}\ndata: ${JSON.stringify(data)}\n\n`;
}
