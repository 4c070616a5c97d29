// The transitions of the session, the connection and the outbox, as tables. Those of the update are in ../update.test.ts.
import { describe, expect, it } from 'vitest';
import {
  type Connection,
  type ConnectionAction,
  connected,
  connectivityOf,
  reduceConnection,
} from '../../../src/app/data/http/connectivity.ts';
import { ApiError } from '../../../src/app/data/http/problem.ts';
import { outcomeOf } from '../../../src/app/data/outbox/attempt.ts';
import {
  closedOutbox,
  type Outbox,
  type OutboxAction,
  reduceOutbox,
} from '../../../src/app/data/outbox/outbox-state.ts';
import {
  anonymous,
  reduceSession,
  type Session,
  type SessionAction,
} from '../../../src/app/data/session/session.ts';
import { problemTitles } from '../../../src/contract/problem-titles.ts';
import type { ProblemCode } from '../../../src/contract/values/problems.ts';
import type { QueuedWrite } from '../../../src/offline/outbox.ts';
import { storedUser as ada } from './session-world.ts';

describe('the session', () => {
  const ben = { ...ada, id: 'ben', username: 'ben' };
  const restoring: Session = { status: 'restoring', user: null };
  const signedIn: Session = { status: 'signedIn', user: ada, arrivingFrom: null };
  const arriving: Session = { status: 'signedIn', user: ada, arrivingFrom: 'k1' };
  const ended: Session = { status: 'ended', user: null, notice: 'Sign in to continue.' };
  const profile = { name: 'Nora', email: ada.email, type: 'trainee', avatarSrc: null } as const;

  it.each<[string, Session, SessionAction, Session]>([
    ['a stored user is signed in', anonymous, { type: 'userRead', user: ada }, signedIn],
    ['no stored user is a visitor', signedIn, { type: 'userRead', user: null }, anonymous],
    ['another tab has signed in', signedIn, { type: 'userRead', user: ben }, { ...signedIn, user: ben }],
    ['a cookie without a stored user is asked for', anonymous, { type: 'restoreStarted' }, restoring],
    ['a restored user is signed in', restoring, { type: 'restoreEnded', user: ada }, signedIn],
    ['a failed restore clears the user', restoring, { type: 'restoreEnded', user: null }, anonymous],
    ['a late answer does not undo an end', ended, { type: 'restoreEnded', user: ada }, ended],
    ['a late answer does not replace a user', signedIn, { type: 'restoreEnded', user: ben }, signedIn],
    ['a login notes where it comes from', anonymous, { type: 'loggedIn', user: ada, from: 'k1' }, arriving],
    ['an arrival ends on another page', arriving, { type: 'arrived' }, signedIn],
    ['a visitor arrives nowhere', anonymous, { type: 'arrived' }, anonymous],
    [
      'a read profile changes its user',
      arriving,
      { type: 'profileRead', id: ada.id, profile },
      { ...arriving, user: { ...ada, ...profile } },
    ],
    ["another user's profile is not taken", signedIn, { type: 'profileRead', id: 'x', profile }, signedIn],
    ['an end says why', signedIn, { type: 'ended', notice: ended.notice }, ended],
    ['an end is shown once', ended, { type: 'endShown' }, anonymous],
    ['a user who has signed in again stays', signedIn, { type: 'endShown' }, signedIn],
  ])('%s', (_, before, action, after) => expect(reduceSession(before, action)).toEqual(after));

  it.each<[string, Session, SessionAction]>([
    ['an equal profile', signedIn, { type: 'profileRead', id: ada.id, profile: ada }],
    ['an arrival that has ended', signedIn, { type: 'arrived' }],
  ])('stays the same object after %s', (_, before, action) =>
    expect(reduceSession(before, action)).toBe(before),
  );
});

describe('the connection', () => {
  const outage = (pauseMs: number, why: 'unreachable' | 'portal' = 'unreachable'): Connection => ({
    ...connected,
    outage: { why, pauseMs },
  });
  const slow: Connection = { ...connected, slowCalls: 1 };
  const online = { isOnline: true };
  const offline = { isOnline: false };
  const failed = { type: 'callFailed', why: 'unreachable' } as const;

  it.each<[string, Connection, ConnectionAction, Connection]>([
    [
      'the device goes offline',
      connected,
      { ...offline, type: 'networkChanged' },
      { ...connected, ...offline },
    ],
    [
      'any report notices that it is offline',
      slow,
      { ...offline, type: 'slowCallEnded' },
      { ...connected, ...offline },
    ],
    [
      'an outage outlasts the network',
      { ...outage(2000), ...offline },
      { ...online, type: 'networkChanged' },
      outage(2000),
    ],
    ['a failed call begins an outage', connected, { ...online, ...failed }, outage(2000)],
    [
      'a failed call without a network says nothing',
      connected,
      { ...offline, ...failed },
      { ...connected, ...offline },
    ],
    ['further failed calls keep the pause', outage(8000), { ...online, ...failed }, outage(8000)],
    [
      'a portal is reported as one',
      outage(8000),
      { ...online, type: 'callFailed', why: 'portal' },
      outage(8000, 'portal'),
    ],
    [
      'a failed probe doubles the pause',
      outage(2000),
      { ...online, type: 'probeFailed', why: 'unreachable' },
      outage(4000),
    ],
    [
      'the pause has a limit',
      outage(40_000),
      { ...online, type: 'probeFailed', why: 'portal' },
      outage(60_000, 'portal'),
    ],
    [
      'a late probe begins no outage',
      connected,
      { ...online, type: 'probeFailed', why: 'unreachable' },
      connected,
    ],
    ['an answer ends the outage', outage(8000), { ...online, type: 'serverReached' }, connected],
    ['a slow call', connected, { ...online, type: 'callBecameSlow' }, slow],
    ['a second slow call', slow, { ...online, type: 'callBecameSlow' }, { ...connected, slowCalls: 2 }],
    ['the end of the only slow call', slow, { ...online, type: 'slowCallEnded' }, connected],
  ])('%s', (_, before, action, after) => expect(reduceConnection(before, action)).toEqual(after));

  it.each<[string, Connection]>([
    ['online', connected],
    ['slow', slow],
    ['unreachable', { ...outage(2000), slowCalls: 1 }],
    ['portal', outage(2000, 'portal')],
    ['offline', { ...outage(2000), ...offline }],
  ])('is shown as %s', (shown, state) => expect(connectivityOf(state)).toBe(shown));
});

describe('the outbox', () => {
  const row = { id: 'w1', subject: 'event:1' } as QueuedWrite;
  const newer = { id: 'w2', subject: 'event:2' } as QueuedWrite;
  const open: Outbox = { ...closedOutbox, userId: 'ada' };
  const read: Outbox = { ...open, queue: [['1', row]], rows: [row], isRead: true };
  const storing: Outbox = { ...read, storing: [['2', newer]], rows: [row, newer] };
  const sending: Outbox = { ...read, isSending: true };
  const removing: Outbox = { ...open, isRead: true, removing: ['1'] };

  it.each<[string, Outbox, OutboxAction, Outbox]>([
    ['opens empty and unread', closedOutbox, { type: 'opened', userId: 'ada' }, open],
    ['stays as it is when it is opened again', read, { type: 'opened', userId: 'ada' }, read],
    [
      'drops the rows of another user, and still sends',
      sending,
      { type: 'opened', userId: 'ben' },
      { ...open, userId: 'ben', isSending: true },
    ],
    ['closes', read, { type: 'opened', userId: null }, closedOutbox],
    ['takes what the device has stored', open, { type: 'read', userId: 'ada', queue: read.queue }, read],
    [
      'is read when the device has nothing',
      open,
      { type: 'read', userId: 'ada', queue: [] },
      { ...open, isRead: true },
    ],
    [
      'keeps its rows when the device cannot be read',
      read,
      { type: 'read', userId: 'ada', queue: null },
      read,
    ],
    ['stays unread when the device cannot be read', open, { type: 'read', userId: 'ada', queue: null }, open],
    [
      "does not take another user's rows",
      { ...open, userId: 'ben' },
      { type: 'read', userId: 'ada', queue: read.queue },
      { ...open, userId: 'ben' },
    ],
    ['sends', read, { type: 'sendingStarted' }, sending],
    ['shows a row before it is stored', read, { type: 'storing', entry: ['2', newer] }, storing],
    [
      'shows a row once when the device has stored it',
      storing,
      { type: 'read', userId: 'ada', queue: [...read.queue, ['2', { ...newer }]] },
      { ...storing, queue: [...read.queue, ['2', newer]], storing: [] },
    ],
    [
      'still shows a row that a read came before',
      storing,
      { type: 'read', userId: 'ada', queue: read.queue },
      storing,
    ],
    ['drops a row that was sent before it was read', storing, { type: 'stored', key: '2' }, read],
    ['hides a row that is being removed', read, { type: 'removing', key: '1' }, removing],
    [
      'still hides it when a read came before the removal',
      removing,
      { type: 'read', userId: 'ada', queue: read.queue },
      removing,
    ],
    [
      'hides a row that is removed while the device stores it',
      { ...storing, removing: ['2'], storing: [], rows: [row] },
      { type: 'read', userId: 'ada', queue: [...read.queue, ['2', newer]] },
      { ...read, removing: ['2'] },
    ],
    [
      'shows a row again that could not be removed',
      { ...removing, removing: [] },
      { type: 'read', userId: 'ada', queue: read.queue },
      read,
    ],
    ['forgets what was removed', removing, { type: 'removed', key: '1' }, { ...removing, removing: [] }],
  ])('%s', (_, before, action, after) => expect(reduceOutbox(before, action)).toEqual(after));

  it.each<[string, Outbox, QueuedWrite[]]>([
    ['a read that finds what is known', read, [{ ...row }]],
    ['a row that the device has stored', storing, [{ ...row }, { ...newer }]],
  ])('keeps the list of rows for %s, so that nothing is rendered again', (_, before, rows) => {
    const queue = rows.map((one, index): [string, QueuedWrite] => [`${index + 1}`, one]);
    expect(reduceOutbox(before, { type: 'read', userId: 'ada', queue }).rows).toBe(before.rows);
  });

  it('shows the new state of a row that was sent without an answer', () => {
    const sent = { ...row, attempts: 1 };
    const after = reduceOutbox(read, { type: 'read', userId: 'ada', queue: [['1', sent]] });
    expect(after.rows).toEqual([sent]);
  });
});

describe('the outcome of an attempt', () => {
  const refusal = (status: number, code: ProblemCode, more: object = {}) =>
    new ApiError(status, { status, code, title: problemTitles[code], detail: 'Why', ...more });

  it.each<[string, unknown, object]>([
    ['no answer waits', new TypeError('Failed to fetch'), { kind: 'later' }],
    ['a server in trouble waits', refusal(503, 'unavailable'), { kind: 'later' }],
    [
      'a full server says when',
      refusal(429, 'rate_limited', { retryAfterSeconds: 7 }),
      { kind: 'later', retryAfterMs: 7000 },
    ],
    ['an ended session pauses', refusal(401, 'unauthenticated'), { kind: 'paused' }],
    ['a suspended account pauses', refusal(403, 'account_suspended'), { kind: 'paused' }],
    [
      'a refusal is final',
      refusal(409, 'stale_version'),
      { kind: 'refused', refusal: { code: 'stale_version', message: 'Why' } },
    ],
  ])('%s', (_, error, outcome) => expect(outcomeOf(error)).toEqual(outcome));
});
