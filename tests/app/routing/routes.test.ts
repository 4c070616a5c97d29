// The rows of docs/product.md, "Routes", one by one, and the guard for each of them.
import { describe, expect, it } from 'vitest';
import { findRoute, guard, type RouteAuth, routes } from '../../../src/app/routing/paths.ts';
import { screenModules } from '../../../src/app/routing/screens.ts';

type Row = [
  path: string,
  auth: RouteAuth | 'not shown',
  note?: { title?: string; back?: 'history' | (string & {}); layout?: 'auth' },
];

/** The routes that were agreed first; `{id}` is `:id` in the router. */
const spec: Row[] = [
  ['/', 'public'],
  ['/login', 'guest', { layout: 'auth' }],
  ['/register', 'guest', { layout: 'auth' }],
  ['/checkEmail', 'guest', { layout: 'auth' }],
  ['/forgetPassword', 'public', { layout: 'auth' }],
  ['/resetPassword', 'public', { layout: 'auth' }],
  ['/explore', 'public', { title: 'Explore' }],
  ['/explore/events', 'public', { title: 'Explore' }],
  ['/explore/members', 'public', { title: 'Explore' }],
  ['/explore/organizations', 'public', { title: 'Explore' }],
  ['/explore/organizers', 'public', { title: 'Explore' }],
  ['/explore/teams', 'public', { title: 'Explore' }],
  ['/events/{id}', 'required', { back: 'history' }],
  ['/events/public/{id}', 'guest', { back: '/explore' }],
  ['/my/calendar', 'not shown', { title: 'My Calendar' }],
  ['/my/events', 'not shown', { title: 'My Events' }],
  ['/my/events/{id}', 'required'],
  ['/my/events/{id}/payment', 'required', { back: '/my/events/{id}' }],
  ['/my/profile', 'not shown', { back: '/explore/members' }],
  ['/my/profile/edit', 'not shown', { title: 'Edit my profile' }],
  ['/my/settings', 'not shown'],
  ['/my/teams', 'not shown', { title: 'My Teams' }],
  ['/organizations/{id}', 'not shown', { back: 'history' }],
  ['/teams/{id}', 'required'],
  ['/users/{id}', 'not shown', { back: '/explore/members' }],
];

/** Who may open those whose access was left open. */
const decided: Record<string, RouteAuth> = {
  '/my/calendar': 'required',
  '/my/events': 'required',
  '/my/profile': 'required',
  '/my/profile/edit': 'required',
  '/my/settings': 'required',
  '/my/teams': 'required',
  '/organizations/{id}': 'public',
  '/users/{id}': 'public',
};

/** Added since. */
const ours: Record<string, RouteAuth> = {
  '/my/notifications': 'required',
  '/imprint': 'public',
  '/privacy': 'public',
  '/terms': 'public',
  '/my/events/new': 'required',
  '/my/events/:id/edit': 'required',
  '/my/events/:id/attendance': 'required',
  '/my/events/:id/check-in': 'required',
  '/my/events/:id/here': 'required',
  '/my/places': 'required',
  '/my/hours': 'required',
  '/teams/:id/attendance': 'required',
  '/teams/:id/fixtures': 'required',
  '/my/teams/new': 'required',
  '/my/organizations/new': 'required',
  '/organizations/:id/edit': 'required',
  '/teams/:id/edit': 'required',
  '/teams/join/:code': 'public',
  '/series/:id': 'public',
};
const bare = ['/events', '/teams', '/organizations', '/users', '/my'];
const asSpec = (path: string) => path.replace(':id', '{id}');

describe('the route table', () => {
  it('holds these routes and the bare paths, and no others', () => {
    expect(routes.map(({ path }) => asSpec(path)).toSorted()).toEqual(
      [...spec.map(([path]) => path), ...bare, ...Object.keys(ours).map(asSpec)].toSorted(),
    );
  });

  it.each(spec)('has %s for %s', (path, auth, note = {}) => {
    const entry = routes.find((route) => asSpec(route.path) === path);
    expect(entry?.auth).toBe(auth === 'not shown' ? decided[path] : auth);
    expect(entry?.layout).toBe(note.layout ?? 'default');
    if (note.title) expect(entry?.title).toBe(note.title);
    if (note.back === 'history') expect(entry?.back).toEqual({ kind: 'history' });
    else if (note.back) expect(entry?.back).toMatchObject({ kind: 'link' });
    if (note.back && entry?.back?.kind === 'link') expect(asSpec(entry.back.to)).toBe(note.back);
  });

  it.each(bare)('registers the bare path %s as a public placeholder', (path) => {
    expect(findRoute(path)?.entry).toMatchObject({ path, auth: 'public', screen: 'placeholder' });
  });

  it.each(Object.entries(ours))('opens %s for its audience', (path, auth) => {
    expect(findRoute(path)?.entry).toMatchObject({ path, auth });
  });

  it('distinguishes a public event from an event whose id looks like a word', () => {
    expect(findRoute('/events/public/7')?.entry.screen).toBe('publicEvent');
    expect(findRoute('/events/public')?.entry.screen).toBe('event');
    expect(findRoute('/my/events/new')?.entry.screen).toBe('newEvent');
    expect(findRoute('/my/events/7/edit')).toMatchObject({ id: '7', entry: { screen: 'editEvent' } });
    expect(findRoute('/my/events/7/payment')).toMatchObject({ id: '7', entry: { screen: 'payment' } });
  });

  it('names a module and an exported component for the screen of every route', async () => {
    const modules = import.meta.glob<Record<string, unknown>>('../../../src/app/features/**/*-screen.tsx');
    const missing: string[] = [];
    for (const { path, component } of Object.values(screenModules)) {
      const module = await modules[`../../../src/app/features/${path}.tsx`]?.();
      if (typeof module?.[component] !== 'function') missing.push(`${path} ${component}`);
    }
    expect(missing).toEqual([]);
  });

  it.each(['/nowhere', '/my/events/7/payment/x', '/explore/x', '/LOGIN'])('does not match %s', (path) => {
    expect(findRoute(path)).toBeNull();
  });
});

describe('the guard', () => {
  const wanted = (path: string) => path.replace(':id', '42');
  const toLogin = { kind: 'redirect', to: '/login', remember: true };

  it.each(routes.map(({ path, auth }) => ({ path, auth })))('decides on $path ($auth)', ({ path, auth }) => {
    const visitor = guard(wanted(path), false);
    const signedIn = guard(wanted(path), true);
    if (auth === 'public') {
      expect([visitor, signedIn]).toEqual([{ kind: 'allow' }, { kind: 'allow' }]);
    } else if (auth === 'required') {
      const isEvent = path === '/events/:id' || path === '/my/events/:id';
      expect(visitor).toEqual(isEvent ? { ...toLogin, to: '/events/public/42' } : toLogin);
      expect(signedIn).toEqual({ kind: 'allow' });
    } else {
      expect(visitor).toEqual({ kind: 'allow' });
      expect(signedIn).toEqual({
        kind: 'redirect',
        to: path === '/events/public/:id' ? '/events/42' : '/explore',
        remember: false,
      });
    }
  });

  it('leaves an unknown path to the error page', () => {
    expect(guard('/nowhere', false)).toEqual({ kind: 'allow' });
  });

  it('preserves an id unchanged', () => {
    expect(guard('/events/a%2Fb', false)).toMatchObject({ to: '/events/public/a%2Fb' });
  });
});
