// docs/product.md, "Sessions and cookies": restoring the session, the stored user, and what an authentication error does.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { supportsSecureCookies } from '../../../src/app/data/session/auth-cookie.ts';
import {
  broken,
  hasAuthCookie,
  openPage,
  problem,
  profile,
  type Reply,
  readStoredUser,
  refreshed,
  serve,
  sessionEnded,
  sessionUser,
  setAuthCookie,
  settings,
  storedUser,
  suspended,
  unauthenticated,
} from './session-world.ts';

const basicUser = { ...sessionUser, name: 'coach', email: '', type: 'trainee' };
const session = 'GET /api/auth/session';
const refresh = 'POST /api/auth/refresh';
const logout = 'POST /api/auth/logout';
const getProfile = 'GET /api/users/me/profile';
const ok = (body: unknown): Reply => ({ status: 200, body });
const gone: Reply = { status: 204 };
const health = { status: 'ok', database: 'sqlite', buildId: 'a' };

/** Starts a page; the fallback to the basic user logs a warning on the console. */
async function start(device: { cookie: boolean; stored: boolean }, replies: Parameters<typeof serve>[0]) {
  if (device.cookie) setAuthCookie();
  if (device.stored) localStorage.setItem('user', JSON.stringify(storedUser));
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const server = serve(replies);
  const page = await openPage();
  await page.run(page.startSession);
  return { page, server, warn };
}

/** Flushes the page's request about the ended session now, so that it does not run during another test. */
async function flushLogoutRequest() {
  serve({ [logout]: gone, 'GET /api/health': ok(health) });
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(localStorage.getItem('signedOut')).toBeNull());
}

describe('at startup', () => {
  it.each([true, false])(
    'no one is signed in and no request is sent without an auth cookie (user stored: %s)',
    async (stored) => {
      const { page, server } = await start({ cookie: false, stored }, {});
      expect(page.current()).toEqual({ status: 'anonymous', user: null });
      expect(readStoredUser()).toBeNull();
      expect(server.calls).toEqual([]);
    },
  );

  it('the stored user is shown and no request is sent with a cookie and a stored user', async () => {
    const { page, server } = await start({ cookie: true, stored: true }, {});
    expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
    expect(server.calls).toEqual([]);
  });

  it('the session and the profile are fetched with a cookie and no stored user', async () => {
    const { page, server } = await start(
      { cookie: true, stored: false },
      { [session]: ok(sessionUser), [getProfile]: ok(profile) },
    );
    expect(server.asked()).toEqual([session, getProfile]);
    expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
  });

  it.each<[string, Reply]>([
    ['is broken', broken],
    ['cannot be reached', 'unreachable'],
  ])('the basic user is used with a warning when the profile %s', async (_, reply) => {
    const { page, warn } = await start(
      { cookie: true, stored: false },
      { [session]: ok(sessionUser), [getProfile]: reply },
    );
    expect(page.current()).toMatchObject({ status: 'signedIn', user: basicUser });
    expect(readStoredUser()).toEqual(basicUser);
    expect(warn).toHaveBeenCalledOnce();
  });

  it.each<[string, Reply, 'anonymous' | 'ended']>([
    ['is broken', broken, 'anonymous'],
    ['cannot be reached', 'unreachable', 'anonymous'],
    ['is refused for good', unauthenticated, 'ended'],
  ])('the user is cleared when the session call %s', async (_, reply, status) => {
    const { page } = await start(
      { cookie: true, stored: false },
      { [session]: reply, [refresh]: sessionEnded },
    );
    expect(page.current()).toMatchObject({ status, user: null });
    expect(readStoredUser()).toBeNull();
    // Without a real refusal the cookie stays, so that the next start tries again.
    expect(hasAuthCookie()).toBe(status === 'anonymous');
  });

  it('the session is refreshed once when the access token of the session call has expired', async () => {
    const { page, server } = await start(
      { cookie: true, stored: false },
      { [session]: [unauthenticated, ok(sessionUser)], [refresh]: refreshed, [getProfile]: ok(profile) },
    );
    expect(server.asked()).toEqual([session, refresh, session, getProfile]);
    expect(page.current().status).toBe('signedIn');
  });

  it('no one is signed in when the profile call ends the session', async () => {
    const { page } = await start(
      { cookie: true, stored: false },
      { [session]: ok(sessionUser), [getProfile]: suspended, [logout]: gone },
    );
    expect(page.current()).toMatchObject({ status: 'ended', user: null });
    expect(readStoredUser()).toBeNull();
  });

  it.each([
    '{"id":1}',
    '[]',
    'not json',
    '{"id":"1","name":"a","username":"a","email":"a","type":"admin","avatarSrc":null}',
  ])('an invalid stored user is ignored: %s', async (text) => {
    localStorage.setItem('user', text);
    const { page } = await start(
      { cookie: true, stored: false },
      { [session]: ok(sessionUser), [getProfile]: ok(profile) },
    );
    expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
  });
});

describe('the stored user', () => {
  it('has its six fields and no other, whatever the server sends', async () => {
    await start(
      { cookie: true, stored: false },
      { [session]: ok({ ...sessionUser, secret: 'x' }), [getProfile]: ok(profile) },
    );
    expect(Object.keys(readStoredUser() as object).toSorted()).toEqual([
      'avatarSrc',
      'email',
      'id',
      'name',
      'type',
      'username',
    ]);
    expect(readStoredUser()).toEqual(storedUser);
  });

  it.each([
    [true, 'coach'],
    [false, 'trainee'],
  ])('of someone with isCoach %s is a %s', async (isCoach, type) => {
    await start(
      { cookie: true, stored: false },
      { [session]: ok(sessionUser), [getProfile]: ok({ ...profile, isCoach }) },
    );
    expect(readStoredUser()).toMatchObject({ type });
  });

  it.each<[string, typeof storedUser | null]>([
    ['signed out', null],
    [
      'signed in as another user',
      { ...storedUser, id: '01a128a3-0000-7000-8000-000000000002', name: 'Bert' },
    ],
  ])('follows another tab that has %s while the browser held this page in its cache', async (_, user) => {
    const { page } = await start({ cookie: true, stored: true }, {});
    if (user) localStorage.setItem('user', JSON.stringify(user));
    else localStorage.removeItem('user');
    await page.run(async () => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect(page.current().user).toEqual(user);
  });

  it('follows another tab', async () => {
    const { page } = await start({ cookie: true, stored: true }, {});
    localStorage.removeItem('user');
    await page.run(async () => void dispatchEvent(new StorageEvent('storage', { key: 'user' })));
    expect(page.current().status).toBe('anonymous');
  });
});

const teams = 'GET /api/users/me/teams';
const getSettings = 'GET /api/users/me/settings';

describe('an authentication error', () => {
  const signedIn = { cookie: true, stored: true };

  it('of several calls at once leads to one refresh, and each is retried', async () => {
    const { page, server } = await start(signedIn, {
      [teams]: [unauthenticated, unauthenticated, ok({ items: [] })],
      [getSettings]: [unauthenticated, ok(settings)],
      [refresh]: refreshed,
    });
    const answers = await page.run(() =>
      Promise.all([page.callApi(teams, {}), page.callApi(teams, {}), page.callApi(getSettings, {})]),
    );
    expect(answers).toEqual([{ items: [] }, { items: [] }, settings]);
    expect(server.asked().filter((call) => call === refresh)).toHaveLength(1);
    expect(page.current().status).toBe('signedIn');
  });

  it('waits for a refresh without an answer only until its own signal, and keeps the session', async () => {
    const { page } = await start(signedIn, { [teams]: unauthenticated });
    const answered = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
      url === '/api/auth/refresh' ? new Promise(() => {}) : answered(url, init),
    );
    const waiting = page.callApi(teams, { signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toMatchObject({ mayHaveArrived: false });
    expect(page.current().status).toBe('signedIn');
  });

  it('leads to a refresh after the clock of the device was set back since the last one', async () => {
    localStorage.setItem('sessionRefreshedAt', String(Date.now() + 3_600_000));
    const { page, server } = await start(signedIn, {
      [teams]: [unauthenticated, ok({ items: [] })],
      [refresh]: refreshed,
    });
    expect(await page.run(() => page.callApi(teams, {}))).toEqual({ items: [] });
    expect(server.asked()).toEqual([teams, refresh, teams]);
  });

  it('with a refused refresh clears tokens and user and leads to /login', async () => {
    history.replaceState(null, '', '/my/teams?x=1#next');
    const { page, server } = await start(signedIn, {
      [teams]: unauthenticated,
      [refresh]: sessionEnded,
      [logout]: gone,
    });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toMatchObject({ status: 401 });
    expect(page.current()).toMatchObject({ status: 'ended', user: null });
    expect(readStoredUser()).toBeNull();
    expect(hasAuthCookie()).toBe(false);
    // The HttpOnly cookies are the server's to delete. The request names their user, so that no other user's
    // are deleted.
    await vi.waitFor(() => expect(server.asked()).toContain(logout));
    expect(server.calls.at(-1)?.headers.get('x-person')).toBe(sessionUser.id);
    expect(page.takeRedirectPath()).toBe('/my/teams?x=1#next');
  });

  it.each<[string, Reply]>([
    ['cannot be reached', 'unreachable'],
    ['fails', broken],
  ])('keeps the session when the refresh %s', async (_, reply) => {
    const { page } = await start(signedIn, { [teams]: unauthenticated, [refresh]: reply });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toThrow();
    expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
    expect(readStoredUser()).toEqual(storedUser);
  });

  it('that persists after a good refresh ends the session', async () => {
    const { page, server } = await start(signedIn, {
      [teams]: unauthenticated,
      [refresh]: refreshed,
      [logout]: gone,
    });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toMatchObject({ status: 401 });
    expect(page.current().status).toBe('ended');
    await vi.waitFor(() => expect(server.asked()).toEqual([teams, refresh, teams, logout]));
  });

  it('of status 403 logs out, here and on the server, without a refresh', async () => {
    const { page, server } = await start(signedIn, { [teams]: suspended, [logout]: gone });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toMatchObject({ status: 403 });
    expect(page.current()).toMatchObject({ status: 'ended', user: null });
    await vi.waitFor(() => expect(server.asked()).toEqual([teams, logout]));
  });

  it('of the logout itself does not log out again', async () => {
    const { page, server, warn } = await start(signedIn, { [teams]: suspended, [logout]: suspended });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toMatchObject({ status: 403 });
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(server.asked()).toEqual([teams, logout]);
    await flushLogoutRequest();
  });

  it.each([
    'not_found',
    'not_permitted',
    'validation_failed',
    'rate_limited',
    'internal',
    'unavailable',
  ] as const)('is not signalled by the code %s', async (code) => {
    const { page } = await start(signedIn, { [teams]: problem(code) });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toMatchObject({ code });
    expect(page.current().status).toBe('signedIn');
  });

  it.each(['invalid_credentials', 'account_suspended'] as const)(
    'is passed on to the screen for login, register and refresh, with code %s',
    async (code) => {
      const reply = problem(code);
      const { page, server } = await start(signedIn, {
        'POST /api/auth/login': reply,
        'POST /api/auth/register': reply,
        [refresh]: reply,
      });
      const body = { username: 'a', password: 'b' };
      const form = { ...body, email: 'a@b.example', name: 'A', phone: '1', countryCode: 'BE' };
      await expect(page.run(() => page.login('a', 'b', 'here'))).rejects.toMatchObject({ code });
      await expect(
        page.run(() => page.callApi('POST /api/auth/register', { body: form })),
      ).rejects.toMatchObject({ code });
      await expect(page.run(() => page.callApi(refresh, {}))).rejects.toMatchObject({ code });
      expect(page.current().status).toBe('signedIn');
      expect(server.asked()).toEqual(['POST /api/auth/login', 'POST /api/auth/register', refresh]);
    },
  );
});

const foreign: [string, Reply][] = [
  ['403 HTML', { status: 403, body: '<h1>Wi-Fi</h1>', type: 'text/html' }],
  ['401 HTML', { status: 401, body: '<h1>Wi-Fi</h1>', type: 'text/html' }],
  ['401 JSON', { status: 401, body: {}, type: 'application/json' }],
  ['a problem with a code that is not ours', { status: 403, body: { status: 403, code: 'forbidden' } }],
  ['200 with {}', { status: 200, body: {} }],
];

describe('an answer that is not from the API', () => {
  it.each(foreign)('(%s) keeps the session', async (_, reply) => {
    const { page, server } = await start({ cookie: true, stored: true }, { [teams]: reply });
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toThrow(/connection|sign in first/);
    expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
    expect(readStoredUser()).toEqual(storedUser);
    expect(server.asked()).toEqual([teams]);
  });

  it.each(foreign)('(%s) to a refresh keeps the session', async (_, reply) => {
    const { page } = await start(
      { cookie: true, stored: true },
      { [teams]: unauthenticated, [refresh]: reply },
    );
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toThrow(/connection|sign in first/);
    expect(page.current().status).toBe('signedIn');
  });

  it.each(foreign)('(%s) at startup is requested again once the API can be reached', async (_, reply) => {
    const { page } = await start(
      { cookie: true, stored: false },
      {
        [session]: [reply, ok(sessionUser)],
        [getProfile]: ok(profile),
        'GET /api/health': ok(health),
      },
    );
    expect(page.current().status).toBe('anonymous');
    expect(hasAuthCookie()).toBe(true);
    await page.run(async () => void dispatchEvent(new Event('online')));
    await vi.waitFor(() => expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser }));
  });
});

describe('an answer that arrives when another user is signed in', () => {
  const other = { ...storedUser, id: '01a128a3-0000-7000-8000-000000000002', name: 'Bert' };
  const signInOther = async () => {
    localStorage.setItem('user', JSON.stringify(other));
    dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it.each<[string, Reply]>([
    ['a 403', suspended],
    ['a 401', unauthenticated],
    ['rows', ok({ items: [] })],
  ])('is not applied to that user: %s', async (_, reply) => {
    const { page, server } = await start({ cookie: true, stored: true }, {});
    const held = Promise.withResolvers<void>();
    const { calls } = server;
    const answers = serve({ [teams]: reply });
    const fetchNow = globalThis.fetch;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      const response = await fetchNow(...args);
      await held.promise;
      return response;
    });
    const asked = page.callApi(teams, {});
    await page.run(signInOther);
    held.resolve();
    await expect(asked).rejects.toThrow('Someone else is signed in now.');
    expect(page.current()).toMatchObject({ status: 'signedIn', user: other });
    expect(calls).toEqual([]);
    expect(answers.asked()).toEqual([teams]);
  });

  it('the page switches users when the API says that the session is another user’s', async () => {
    const theirs = { ...sessionUser, id: other.id };
    const { page, server } = await start(
      { cookie: true, stored: true },
      {
        [teams]: problem('other_person'),
        [session]: ok(theirs),
        [getProfile]: ok({ ...profile, id: other.id }),
      },
    );
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toThrow('Someone else is signed in now.');
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 30)));
    await vi.waitFor(() => expect(page.current()).toMatchObject({ user: { id: other.id } }));
    expect(server.calls[0]?.headers.get('x-person')).toBe(storedUser.id);
  });
});

describe('queued writes when the session ends by itself', () => {
  const dayMs = 86_400_000;
  const draftKey = `draft ${storedUser.id} profile`;

  it('are stored for 30 days and then deleted', async () => {
    localStorage.setItem(draftKey, '{}');
    const { page } = await start(
      { cookie: true, stored: true },
      { [teams]: unauthenticated, [refresh]: sessionEnded, [logout]: gone },
    );
    await expect(page.run(() => page.callApi(teams, {}))).rejects.toThrow();
    await vi.waitFor(() => expect(localStorage.getItem('leftPeople')).not.toBeNull());
    await vi.waitFor(() => expect(localStorage.getItem('signedOut')).toBeNull());

    const today = Date.now();
    const now = vi.spyOn(Date, 'now');
    const startAfter = async (days: number, isAnswered: boolean) => {
      now.mockReturnValue(today + days * dayMs);
      const { page: later } = await start({ cookie: false, stored: false }, { [teams]: ok({ items: [] }) });
      if (isAnswered) await later.callApi(teams, {});
    };
    await startAfter(29, true);
    expect(localStorage.getItem(draftKey)).toBe('{}');
    // Only the device says so.
    await startAfter(31, false);
    expect(localStorage.getItem(draftKey)).toBe('{}');
    await startAfter(31, true);
    await vi.waitFor(() => expect(localStorage.getItem(draftKey)).toBeNull());
    await vi.waitFor(() => expect(localStorage.getItem('leftPeople')).toBeNull());
  });

  it('stay for 30 days from the first answer where the session ended at an unknown time', async () => {
    localStorage.setItem(draftKey, '{}');
    const today = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(0);
    await start({ cookie: false, stored: true }, {});
    await vi.waitFor(() => expect(localStorage.getItem('leftPeople')).not.toBeNull());
    now.mockReturnValue(today);
    const { page } = await start({ cookie: false, stored: false }, { [teams]: ok({ items: [] }) });
    await page.callApi(teams, {});
    expect(localStorage.getItem(draftKey)).toBe('{}');
    expect(JSON.parse(localStorage.getItem('leftPeople') ?? '{}')).toEqual({ [sessionUser.id]: today });
  });

  it('are deleted at once when the user signs out', async () => {
    localStorage.setItem(draftKey, '{}');
    const { page } = await start({ cookie: true, stored: true }, { [logout]: gone });
    await page.run(() => page.logout());
    expect(localStorage.getItem(draftKey)).toBeNull();
  });
});

describe('signing in and out', () => {
  it('stores the user with the profile', async () => {
    const { page, server } = await start(
      { cookie: false, stored: false },
      { 'POST /api/auth/login': ok({ user: sessionUser }), [getProfile]: ok(profile) },
    );
    await page.run(() => page.login('coach', 'a password', 'here'));
    expect(server.calls[0]?.body).toEqual({ username: 'coach', password: 'a password' });
    expect(page.current()).toEqual({ status: 'signedIn', user: storedUser, arrivingFrom: 'here' });
    await page.run(async () => page.acknowledgeArrival());
    expect(page.current()).toMatchObject({ arrivingFrom: null });
    expect(readStoredUser()).toEqual(storedUser);
  });

  it.each([
    ['signs in', false],
    ['restores the session', true],
  ])('%s as the basic user when the profile does not arrive within 2 s', async (_, isRestored) => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const replies = { 'POST /api/auth/login': ok({ user: sessionUser }), [session]: ok(sessionUser) };
    serve(replies);
    const answered = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/profile')
        ? new Promise((_resolve, reject) => {
            if (init.signal?.aborted) reject(init.signal.reason);
          })
        : answered(url, { ...init, signal: null }),
    );
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    if (isRestored) setAuthCookie();
    const page = await openPage();
    await page.run(() => (isRestored ? page.startSession() : page.login('coach', 'a password', 'here')));
    expect(page.current()).toMatchObject({ status: 'signedIn', user: basicUser });
  });

  it('signs in without waiting for a storage that hangs', async () => {
    localStorage.setItem('leftPeople', JSON.stringify({ [sessionUser.id]: 0 }));
    const hang = vi.fn(() => new Promise<never>(() => {}));
    vi.doMock('../../../src/app/data/device/device.ts', () => ({ forget: hang, forgetOthers: hang }));
    onTestFinished(() => vi.doUnmock('../../../src/app/data/device/device.ts'));
    serve({ 'POST /api/auth/login': ok({ user: sessionUser }), [getProfile]: ok(profile) });
    const page = await openPage();
    await page.run(() => page.login('coach', 'a password', 'here'));
    expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
    expect(hang).toHaveBeenCalledTimes(2);
    expect(localStorage.getItem('leftPeople')).toBeNull();
  });

  describe('on a browser that refuses some cookies', () => {
    const header = 'x-plain-cookies';
    const replies = { 'POST /api/auth/login': ok({ user: sessionUser }), [getProfile]: ok(profile) };
    /** Accepts only the cookie lines that the browser would store. */
    function refuseCookies(isRefused: (line: string) => boolean) {
      const all = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      vi.spyOn(document, 'cookie', 'set').mockImplementation((line) => {
        if (!isRefused(line)) all?.set?.call(document, line);
      });
    }
    const isSecure = (line: string) => /; Secure\b/.test(line);
    const open = () => start({ cookie: false, stored: false }, replies);

    it('asks for cookies without Secure if Secure ones are not stored on plain HTTP on this machine', async () => {
      refuseCookies(isSecure);
      const { page, server } = await open();
      await page.run(() => page.login('coach', 'a password', 'here'));
      expect(server.calls[0]?.headers.get(header)).toBe('1');
      expect(server.asked().filter((call) => call === 'POST /api/auth/login')).toHaveLength(1);
      expect(page.current()).toMatchObject({ status: 'signedIn', user: storedUser });
    });

    it('asks for nothing if Secure cookies are stored, and leaves no hint before the answer', async () => {
      refuseCookies(() => false);
      expect(supportsSecureCookies()).toBe(true);
      expect(hasAuthCookie()).toBe(false);
      const { page, server } = await open();
      await page.run(() => page.login('coach', 'a password', 'here'));
      expect(server.calls[0]?.headers.has(header)).toBe(false);
    });

    it('asks for nothing on another host, where a session has Secure cookies or none', async () => {
      refuseCookies(isSecure);
      vi.stubGlobal('location', new URL('http://club.example/login'));
      const { page, server } = await open();
      await page.run(() => page.login('coach', 'a password', 'here'));
      expect(server.calls[0]?.headers.has(header)).toBe(false);
    });

    it('says that the browser stores no cookies if it stores none at all', async () => {
      refuseCookies(() => true);
      const { page } = await open();
      await expect(page.run(() => page.login('coach', 'a password', 'here'))).rejects.toThrow(
        "This browser doesn't keep cookies for Sideline",
      );
      expect(page.current().status).toBe('anonymous');
      expect(readStoredUser()).toBeNull();
    });

    it('signing out removes the hint in the form that the browser stored', async () => {
      refuseCookies(isSecure);
      setAuthCookie();
      const { page } = await start({ cookie: true, stored: true }, { [logout]: gone });
      await page.run(() => page.logout());
      expect(hasAuthCookie()).toBe(false);
    });
  });

  it('signing out clears the user, the cookie and the saved path, also without a connection', async () => {
    const { page } = await start({ cookie: true, stored: true }, { [logout]: 'unreachable' });
    page.saveRedirectPath('/my/teams');
    await page.run(() => page.logout());
    expect(page.current()).toEqual({ status: 'ended', user: null, notice: null });
    expect(readStoredUser()).toBeNull();
    expect(hasAuthCookie()).toBe(false);
    expect(page.takeRedirectPath()).toBe('/');
    await page.run(async () => page.acknowledgeEnd());
    expect(page.current().status).toBe('anonymous');
    await flushLogoutRequest();
  });

  it.each<[string, () => void]>([
    ['the network is back', () => void dispatchEvent(new Event('online'))],
    ['half a minute has passed', () => void vi.advanceTimersByTime(30_000)],
  ])('sends an unconfirmed logout to the server again when %s', async (_, happens) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { page, server } = await start(
      { cookie: true, stored: true },
      { [logout]: ['unreachable', gone], 'GET /api/health': ok(health) },
    );
    await page.run(() => page.logout());
    const told = () => server.asked().filter((call) => call === logout);
    expect(told()).toEqual([logout]);
    happens();
    await vi.waitFor(() => expect(told()).toEqual([logout, logout]));
    await vi.waitFor(() => expect(localStorage.getItem('signedOut')).toBeNull());
  });

  it("stays signed out at the next start, though the server's cookie is still there, and sends the logout then", async () => {
    localStorage.setItem('signedOut', '1');
    const { page, server } = await start({ cookie: true, stored: true }, { [logout]: gone });
    expect(page.current().status).toBe('anonymous');
    expect(readStoredUser()).toBeNull();
    expect(server.asked()).toEqual([logout]);
    expect(localStorage.getItem('signedOut')).toBeNull();
  });
});
