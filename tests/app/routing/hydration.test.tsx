// Hydration of a page that was rendered with another Intl: without an error, and then with this engine's
// texts in the same elements.
import { act, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToPipeableStream } from 'react-dom/server';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { languageOf } from '../../../src/server/words/catalogue.ts';
import { languageFor } from '../../../src/words/languages.ts';
import { patchIntl } from '../../support/browser/other-intl.ts';
import {
  buildEvent,
  buildListedUser,
  buildOffer,
  buildOrganization,
  buildPlace,
  buildSeries,
  buildTeam,
} from '../../support/factories.ts';
import { openDevice } from '../device.tsx';

const now = new Date('2026-11-21T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubEnv('TZ', 'Europe/Brussels');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

/** A club with everything that a public page shows dates, prices and counts of. */
async function openClub() {
  const { server } = await openDevice();
  const { db } = server.database;
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  await buildTeam(db, { name: 'U12', organization_id: club.id });
  const place = await buildPlace(db, { name: 'Blaarmeersen', region: 'Ghent' });
  const nora = await buildListedUser(db, { name: 'Nora Claes' });
  const shared = { organizer_organization_id: club.id, place_id: place.id, leaders: [nora.id] };
  const training = await buildEvent(db, { name: 'Training', ...shared });
  await buildOffer(db, { event_id: training.id });
  await buildEvent(db, {
    ...shared,
    name: 'Moved training',
    starts_at: '2026-11-29T10:00:00.000Z',
    event_status: 'EventRescheduled',
    previous_start_dates: '["2026-11-28T08:00:00.000Z"]',
  });
  await buildEvent(db, {
    ...shared,
    name: 'Winter camp',
    starts_at: '2027-01-02T08:00:00.000Z',
    durationMinutes: 2 * 24 * 60,
  });
  const rrule = 'FREQ=WEEKLY;BYDAY=SA;COUNT=1';
  const series = await buildSeries(db, { rrule });
  const later = await buildSeries(db, { rrule, root_series_id: series.id });
  const date = { ...shared, name: 'Rowing' };
  await buildEvent(db, { ...date, series_id: series.id, recurrence_id: '2026-11-28T11:00' });
  await buildEvent(db, {
    ...date,
    series_id: later.id,
    recurrence_id: '2026-12-05T12:00',
    starts_at: '2026-12-05T11:00:00.000Z',
  });
  return { training, club, nora, series };
}

const languageIn = (locale: string) => languageOf(languageFor([locale]));

/** Renders a page like the server, with its own modules. */
async function renderPage(url: string, locale: string) {
  vi.resetModules();
  const { answersOf, renderPage } = await import('../../../src/app/ssr/entry-server.tsx');
  const [pathname = '', search = ''] = url.split(/(?=\?)/);
  const answers: Record<string, unknown> = {};
  for (const { key, address, isList } of answersOf(pathname, search)) {
    const answer: unknown = await (await fetch(address)).json();
    answers[key] = isList ? [answer] : answer;
  }
  const drawn = { locale, now: now.getTime(), answers, problems: {} };
  const page = await renderPage(url, drawn, languageIn(locale));
  // React's server renderer leaves its contexts set until it renders again; the client shares them here.
  await new Promise<void>((resolve) => void renderToPipeableStream(<i />, { onAllReady: () => resolve() }));
  return { drawn, ...page };
}

/** React's hydration errors. Only in this test do two renderers share the contexts. */
function listenToReact(): unknown[] {
  const faults: unknown[] = [];
  vi.mocked(console.error).mockImplementation((...said) => {
    if (!String(said[0]).startsWith('Detected multiple renderers')) faults.push(said);
  });
  return faults;
}

/** All texts of a page, visible and accessible. */
function wordsOf(page: Element): string[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) words.push(walker.currentNode.nodeValue ?? '');
  for (const element of page.querySelectorAll('[aria-label],[title],[alt]'))
    for (const name of ['aria-label', 'title', 'alt']) words.push(element.getAttribute(name) ?? '');
  return words;
}

function boxOf(html: string): HTMLElement {
  const box = document.createElement('div');
  box.innerHTML = html;
  return box;
}

type Club = Awaited<ReturnType<typeof openClub>>;

/** Each with whether its texts differ under the other Intl. */
const pages: [name: string, url: (club: Club) => string, saysOtherwise: boolean][] = [
  ['the home page', () => '/', true],
  ['explore', () => '/explore', true],
  ['the list of events', () => '/explore/events', true],
  ['the list of events between two days', () => '/explore/events?from=2026-11-22&to=2027-02-01', true],
  ['the list of teams', () => '/explore/teams', false],
  ['the list of organizations', () => '/explore/organizations', true],
  ['the list of organizers', () => '/explore/organizers', false],
  ['the list of members', () => '/explore/members', false],
  ['an event', ({ training }) => `/events/public/${training.id}`, true],
  ['a split series', ({ series }) => `/series/${series.id}`, true],
  ['an organization', ({ club }) => `/organizations/${club.id}`, true],
  ['a member', ({ nora }) => `/users/${nora.id}`, false],
];

it.each(
  pages.flatMap(([name, url, saysOtherwise]) =>
    ['en-GB', 'en-US', 'de'].map((locale) => ({ name, url, saysOtherwise, locale })),
  ),
)(
  '$name in $locale, rendered with another Intl, is hydrated without an error and corrected in place',
  async ({ url: urlOf, saysOtherwise, locale }) => {
    const url = urlOf(await openClub());
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale);
    const restore = patchIntl();
    const server = await renderPage(url, locale).finally(restore);
    const own = await renderPage(url, locale);
    expect(server.html !== own.html).toBe(saysOtherwise);

    vi.resetModules();
    const { hydrationLocale } = await import('../../../src/app/format/intl.ts');
    const { setLanguageSource } = await import('../../../src/app/words/t.ts');
    setLanguageSource(() => languageIn(locale));
    const { BrowserRouter } = await import('../../../src/app/ui/navigation/router.tsx');
    const { CacheProvider } = await import('@emotion/react');
    const { createStyleCache } = await import('../../../src/app/theme/style-cache.ts');
    const { App } = await import('../../../src/app/boot/app.tsx');
    const { startSession } = await import('../../../src/app/data/session/start-session.ts');
    const { loadFirstScreen } = await import('../../../src/app/routing/routes.tsx');
    history.replaceState(null, '', url);
    await startSession();
    await loadFirstScreen(location.pathname, false);
    const root = document.body.appendChild(boxOf(server.html));
    onTestFinished(() => root.remove());
    const elements = [...root.querySelectorAll('*')];
    const faults = listenToReact();
    const app: ReactNode = (
      <CacheProvider value={createStyleCache()}>
        <BrowserRouter>
          <App renderData={{ ...server.drawn, locale: hydrationLocale(locale, server.texts) }} />
        </BrowserRouter>
      </CacheProvider>
    );
    const hydrated = await act(async () =>
      hydrateRoot(root, app, { onRecoverableError: (error) => faults.push(error) }),
    );
    onTestFinished(() => act(() => hydrated.unmount()));

    // Days are those of the device's zone: their list is read again.
    await waitFor(() => expect(root.querySelector('[aria-busy=true]')).toBeNull());
    expect(faults).toEqual([]);
    expect(wordsOf(root)).toEqual(wordsOf(boxOf(own.html)));
    expect(elements.filter((element) => !root.contains(element))).toEqual([]);
  },
);
