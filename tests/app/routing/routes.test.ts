// The route table against the rows of docs/product.md, "Routes", and the guard for each of them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findRoute, guard, type RouteEntry, routes } from '../../../src/app/routing/paths.ts';
import { screenModules } from '../../../src/app/routing/screens.ts';

/** A row of the document; `{id}` is `:id` in the router. */
const rowOf = ({ path, auth, title, back }: RouteEntry) => {
  const backTo = back?.kind === 'link' ? `\`${back.to}\`` : back && 'the previous page';
  return { path, auth, title, back: backTo };
};

const rows = [
  ...readFileSync('docs/product.md', 'utf8').matchAll(/^\| `(\/\S*)` \| (\w+) \| (.+?) \|(?: (.+))? \|$/gm),
].map(([, path = '', auth, title, back]) => ({
  path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  auth,
  title,
  back: back?.replaceAll(/\{(\w+)\}/g, ':$1') ?? null,
}));

describe('the route table', () => {
  it('has the rows of docs/product.md', () => {
    const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);
    expect(rows.toSorted(byPath)).toEqual(routes.map(rowOf).toSorted(byPath));
  });

  it('has the auth layout for signing in, registering and passwords', () => {
    expect(routes.filter(({ layout }) => layout === 'auth').map(({ path }) => path)).toEqual([
      '/login',
      '/register',
      '/checkEmail',
      '/forgetPassword',
      '/resetPassword',
    ]);
  });

  it.each(['/events', '/teams', '/organizations', '/users', '/my'])('has an empty page at %s', (path) => {
    expect(findRoute(path)?.entry).toMatchObject({ path, screen: 'placeholder' });
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
