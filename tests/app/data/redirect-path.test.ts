// The saved redirect path leads only to pages of this site, and is used once.
import { describe, expect, it } from 'vitest';
import { safePath, saveRedirectPath, takeRedirectPath } from '../../../src/app/data/session/redirect-path.ts';

describe('the saved redirect path', () => {
  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/ok\\..\\evil',
    'https://evil.example/',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'explore',
    '',
    ' /explore',
    '/\t/evil.example',
    '/\n/evil.example',
    null,
    undefined,
  ])('replaces %j by /', (path) => {
    expect(safePath(path)).toBe('/');
  });

  it.each(['/', '/my/events?tab=past', '/events/7#when', '/explore/events?q=https://x.example'])(
    'keeps %s',
    (path) => {
      expect(safePath(path)).toBe(path);
    },
  );

  it('is / until one is saved, and / again after it was used', () => {
    expect(takeRedirectPath()).toBe('/');
    saveRedirectPath('/my/teams');
    expect(takeRedirectPath()).toBe('/my/teams');
    expect(takeRedirectPath()).toBe('/');
  });

  it('is validated again when it is read, because any script on this origin could have written it', () => {
    sessionStorage.setItem('redirectPath', '//evil.example');
    expect(takeRedirectPath()).toBe('/');
  });
});
