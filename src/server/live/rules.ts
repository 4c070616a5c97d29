// Limits and times of the live stream, the format of its events, and whether a stream can be resumed. Pure.
import type { LiveChange, LiveChanges } from '../../contract/live.ts';
import type { LiveKind } from '../../contract/values/enums.ts';

export const liveLimits = {
  /** A device shares one stream among its tabs; a second one overlaps while it reconnects. */
  streamsPerSession: 4,
  streamsPerPerson: 16,
  streamsPerProcess: 10_000,
  /** The stream of a client that does not read ends when more bytes than this are queued. */
  queuedBytes: 16 * 1024,
  /** More subjects at once, as after an import, are sent as one `reset`, and so are more changes to one device. */
  subjects: 500,
  /** The same for more rows of the change log than these, whatever they are about. */
  rows: 5_000,
};

export const heartbeatMs = 20_000;
/** How often the database's version, which is in memory, is checked for new rows in the change log. */
export const pollMs = 100;
/** How often the change log itself is read where no version is known, because notifications do not arrive. */
export const unnotifiedPollMs = 1_000;
/** Every session is checked this often, also where nothing changes. */
export const sessionCheckMs = 10_000;
/** How old the last event of a stream may be to resume after it; the log goes back further. */
const resumableMs = 15 * 60_000;
/** Rows of the log are older than their commit by the length of a transaction, which may be an import; clocks differ a little. */
const marginMs = 60_000;

/** Rows of the change log about a subject. `sessionId`: of the device that made all of them; null for others. */
export type Change = { kind: LiveKind; subject: string; version: number; sessionId: string | null };

/** The changes of each subject. */
export const bySubject = (changes: readonly Change[]): [Change, ...Change[]][] =>
  [...Map.groupBy(changes, ({ kind, subject }) => `${kind} ${subject}`).values()].flatMap(
    ([first, ...others]) => (first ? [[first, ...others]] : []),
  );

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

/** The time over which devices spread their reads: none for a few devices, a second at most for many. */
export const spreadOf = (devices: number): number => (devices <= 20 ? 0 : Math.min(1000, devices * 2));

/** From which time the log is read to resume a stream; null if it cannot be resumed. */
export function resumeFrom(lastEventId: string | null, now: number): number | null {
  if (lastEventId === null || !/^\d{13}$/.test(lastEventId)) return null;
  const at = Number(lastEventId);
  return at > now - resumableMs && at < now + resumableMs ? Math.min(at, now) - marginMs : null;
}

export type LiveEvent =
  | { type: 'ready' | 'beat'; at: number }
  | { type: 'reset'; at: number; spreadMs: number }
  | ({ type: 'change'; at: number } & LiveChanges);

/** An event in the format of Server-Sent Events. Its id is a time, so that any process can resume the stream. */
export function eventText({ type, at, ...data }: LiveEvent): string {
  return `event: ${type}\nid: ${at}\ndata: ${JSON.stringify(data)}\n\n`;
}
