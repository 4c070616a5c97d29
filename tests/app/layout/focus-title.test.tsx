// The focus after a navigation from a list beside the page.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentProps, Suspense, use } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { useFocusTitle } from '../../../src/app/layout/focus-title.ts';
import { BrowserRouter, Link } from '../../../src/app/ui/navigation/router.tsx';

/** A list beside an event whose code arrives with `arrive`. */
function openList(FirstLink: typeof Link = Link) {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  function Beside() {
    const { pathname } = useLocation();
    if (pathname === '/events') return null;
    use(code);
    return <h1 tabIndex={-1}>{`This is ${pathname}`}</h1>;
  }
  function Page() {
    useFocusTitle();
    return (
      <main id="main" tabIndex={-1}>
        <section data-scroller="">
          <FirstLink to="/events/1">First</FirstLink>
          <Link to="/events/2">Second</Link>
          <input type="search" />
        </section>
        <Beside />
      </main>
    );
  }
  history.replaceState(null, '', '/events');
  render(
    <BrowserRouter>
      <Suspense fallback={<p>Loading</p>}>
        <Page />
      </Suspense>
    </BrowserRouter>,
  );
  const press = async (element: HTMLElement) => {
    element.focus();
    await act(async () => void fireEvent.click(element));
  };
  return { press, arrive: () => act(async () => arrive()) };
}

test('the title of what was chosen last gets the focus', async () => {
  const { press, arrive } = openList();
  await press(screen.getByText('First'));
  await press(screen.getByText('Second'));
  await arrive();
  expect(document.activeElement).toBe(screen.getByText('This is /events/2'));
});

test.each([
  ['', () => {}],
  [', also after its search has changed the address', () => history.pushState(null, '', '/events?q=judo')],
])('a field gone to before the page was shown keeps the focus%s', async (_, search) => {
  const { press, arrive } = openList();
  const field = screen.getByRole('searchbox');
  await press(screen.getByText('First'));
  await press(field);
  search();
  await arrive();
  expect(screen.getByText('This is /events/1')).toBeDefined();
  expect(document.activeElement).toBe(field);
});

/** As a link of a card, whose transition changes the address after the click. */
function LateLink({ to, children }: ComponentProps<typeof Link>) {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => queueMicrotask(() => void navigate(to))}>
      {children}
    </button>
  );
}

test('a field gone to after an address that changed late keeps the focus', async () => {
  const { press, arrive } = openList(LateLink);
  const field = screen.getByRole('searchbox');
  await press(screen.getByText('First'));
  expect(location.pathname).toBe('/events/1');
  await press(field);
  await arrive();
  expect(screen.getByText('This is /events/1')).toBeDefined();
  expect(document.activeElement).toBe(field);
});
