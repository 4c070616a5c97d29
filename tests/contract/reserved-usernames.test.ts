import { expect, test } from 'vitest';
import { routes } from '../../src/app/routing/paths.ts';
import { api } from '../../src/contract/api.ts';
import { isReservedUsername, reservedUsernames } from '../../src/contract/values/reserved-usernames.ts';

const firstWord = (path: string) => path.split('/')[1]?.toLowerCase() ?? '';

test('exactly the first path segments of routes and endpoints are reserved usernames', () => {
  const pages = new Set(routes.map(({ path }) => firstWord(path)).filter((word) => word !== ''));
  const calls = Object.keys(api).map((call) => firstWord(call.slice(call.indexOf(' ') + 1)));
  for (const word of [...pages, ...calls]) expect([word, isReservedUsername(word)]).toEqual([word, true]);
  const staff = ['admin', 'administrator', 'root', 'support', 'moderator', 'postmaster', 'sideline'];
  const known = new Set([...pages, ...calls, ...staff, 'assets', 'builds', 'metrics']);
  expect([...reservedUsernames].filter((word) => !known.has(word))).toEqual([]);
  for (const word of staff) expect(isReservedUsername(word)).toBe(true);
});
