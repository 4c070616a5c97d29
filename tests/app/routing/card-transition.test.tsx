// A click on a card that opens with a view transition, which jsdom lacks.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useLinkEnhancements } from '../../../src/app/routing/use-link-enhancements.ts';
import { BrowserRouter, Link } from '../../../src/app/ui/navigation/router.tsx';

const to = '/events/public/1?tab=info#map';

function Page() {
  useLinkEnhancements(loadScreen);
  const { pathname } = useLocation();
  return (
    <div className="card">
      <div className="face" />
      <Link to={to}>Sunday cup</Link>
      <h1>{pathname}</h1>
    </div>
  );
}
const loadScreen = async () => {};

/** The page, with its links watched. `run` lets the waiting transitions change the page, as a browser does frames later. */
async function openPage() {
  const updates: (() => Promise<void>)[] = [];
  const startViewTransition = vi.fn((update: () => Promise<void>) => {
    updates.push(update);
    return { ready: Promise.resolve(), finished: Promise.resolve() };
  });
  Object.assign(document, { startViewTransition });
  onTestFinished(() => void Reflect.deleteProperty(document, 'startViewTransition'));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  history.replaceState(null, '', '/explore/events');
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
  await waitFor(() => expect(document.adoptedStyleSheets).toHaveLength(1), { timeout: 5000 });
  const click = () => fireEvent.click(screen.getByRole('link', { name: 'Sunday cup' }));
  const run = () =>
    act(async () => {
      await Promise.all(updates.splice(0).map((update) => update()));
    });
  return { click, run, startViewTransition };
}

it('a card that is clicked twice adds one entry to the history', async () => {
  const { click, run, startViewTransition } = await openPage();
  const before = history.length;
  click();
  click();
  await run();
  await screen.findByRole('heading', { name: '/events/public/1' });
  expect(startViewTransition).toHaveBeenCalledTimes(2);
  expect(location.pathname + location.search + location.hash).toBe(to);
  expect(history.length).toBe(before + 1);
});

it('the card of the open page, clicked again, adds no entry to the history', async () => {
  const { click, run } = await openPage();
  click();
  await run();
  await screen.findByRole('heading', { name: '/events/public/1' });
  const before = history.length;
  click();
  await run();
  expect(history.length).toBe(before);
});
