// Which addresses the worker answers, and what it may cache.
import { describe, expect, test } from 'vitest';
import { routes } from '../../src/app/routing/paths.ts';
import { publicCalls } from '../../src/build/page-plugins.ts';
import { callFinder, isCacheable, isPage } from '../../sw/request-rules.ts';

/** The list as the build writes it into the worker. */
async function builtCalls() {
  const source = (publicCalls().load as (id: string) => string)('\0virtual:public-calls');
  return JSON.parse(source.replace('export const publicCalls = ', ''));
}

describe('a navigation', () => {
  test.each(routes.map(({ path }) => path))('to %s gets the app shell', (path) => {
    expect(isPage(path.replace(':id', '0190a000-0000-7000-8000-000000000000'))).toBe(true);
  });

  test.each([
    '/api/explore',
    '/api',
    '/builds/latest.json',
    '/assets/app-1.js',
    '/icons/icon-192.png',
    '/sitemap.xml',
    '/robots.txt',
    '/sw.js',
    '/events/public/1/picture.webp',
    // The sandbox's checkout: payments are never shown from a cache.
    '/sandbox/checkout/sbx_1',
  ])('to %s goes to the server', (path) => {
    expect(isPage(path)).toBe(false);
  });
});

describe('a read', () => {
  test.each([
    ['/api/explore', 'public'],
    ['/api/explore/events', 'public'],
    ['/api/events/public/1', 'public'],
    ['/api/organizations/1', 'optional'],
    ['/api/_nuxt_icon/lucide.json', 'public'],
  ])('of %s may be cached (%s)', async (path, access) => {
    expect(callFinder(await builtCalls())(path)?.access).toBe(access);
  });

  test.each([
    '/api/health',
    '/api/events/1',
    '/api/events/public/1/more',
    '/api/teams/1',
    '/api/users/me/profile',
    '/api/users/1',
    '/api/auth/session',
    '/api/_nuxt_icon/lucideXjson',
  ])('of %s is not handled by the worker', async (path) => {
    expect(callFinder(await builtCalls())(path)).toBeNull();
  });
});

describe('an answer', () => {
  const answer = (headers: Record<string, string>, status = 200) =>
    new Response('{}', { status, headers: { 'Content-Type': 'application/json', ...headers } });

  test('may be cached when it is JSON that is the same for everyone', () => {
    expect(isCacheable(answer({ 'Cache-Control': 'public, no-cache' }))).toBe(true);
  });

  test.each([
    ['private', answer({ 'Cache-Control': 'private, no-store' })],
    ['no-store', answer({ 'Cache-Control': 'no-store' })],
    ['a refusal', answer({}, 404)],
    ['a page', answer({ 'Content-Type': 'text/html' })],
    ['another success', answer({}, 203)],
  ])('is not cached: %s', (_, response) => {
    expect(isCacheable(response)).toBe(false);
  });
});
