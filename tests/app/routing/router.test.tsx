// Our layer over React Router: links, and the mark of the pending path while the next page is still loading.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, Suspense, use, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { describe, expect, it, test, vi } from 'vitest';
import { BrowserRouter, Link, MarkedLink } from '../../../src/app/ui/navigation/router.tsx';

test('the link of a pending path is marked before the page, and only the links are rendered for it', async () => {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let renders = 0;
  function Tabs() {
    renders += 1;
    return ['/events', '/teams'].map((to) => (
      <MarkedLink key={to} to={to} current={(path) => (path === to ? 'page' : undefined)}>
        {to}
      </MarkedLink>
    ));
  }
  function Page() {
    const { pathname } = useLocation();
    if (pathname === '/teams') use(code);
    return <p>{`This is ${pathname}`}</p>;
  }
  const marked = () =>
    screen
      .getAllByRole('link')
      .flatMap((link) => (link.getAttribute('aria-current') ? [link.textContent] : []));
  history.replaceState(null, '', '/events');
  render(
    <BrowserRouter>
      <Tabs />
      <Suspense fallback={<p>Loading</p>}>
        <Page />
      </Suspense>
    </BrowserRouter>,
  );
  expect(marked()).toEqual(['/events']);
  await act(async () => void fireEvent.click(screen.getByText('/teams')));
  expect(marked()).toEqual(['/teams']);
  expect(screen.getByText('This is /events')).toBeTruthy();
  expect(renders).toBe(1);
  await act(async () => arrive());
  expect(screen.getByText('This is /teams')).toBeTruthy();
  expect(marked()).toEqual(['/teams']);
  await act(async () => history.back());
  expect(await screen.findByText('This is /events')).toBeTruthy();
  expect(marked()).toEqual(['/events']);
});

test('Back between the first rendering and the first effect is followed', async () => {
  history.replaceState({ idx: 0, key: 'before' }, '', '/teams');
  history.pushState({ idx: 1, key: 'now' }, '', '/events');
  let isFirst = true;
  function Page() {
    const { pathname, key } = useLocation();
    // What the browser does when someone goes Back while the page still starts; no one listens yet.
    if (isFirst) history.replaceState({ idx: 0, key: 'before' }, '', '/teams');
    isFirst = false;
    return <p>{`This is ${pathname}, ${key}`}</p>;
  }
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
  expect(await screen.findByText('This is /teams, before')).toBeTruthy();
});

test('a link within the page adds an entry that keeps the state of its page', async () => {
  const shown: unknown[] = [];
  function Page() {
    const { pathname, hash, key, state } = useLocation();
    const by = useNavigationType();
    useEffect(
      () => void shown.push({ at: pathname + hash, by, key, state }),
      [pathname, hash, by, key, state],
    );
    return (
      <>
        <Link to="/teams" state={{ said: 'Saved.' }}>
          Teams
        </Link>
        <a href="#main">Skip to content</a>
      </>
    );
  }
  history.replaceState(null, '', '/events');
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
  await act(async () => void fireEvent.click(screen.getByText('Teams')));
  await act(async () => screen.getByText('Skip to content').click());
  const entry = { at: '/teams#main', state: { said: 'Saved.' }, key: expect.any(String) };
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ ...entry, by: 'PUSH' }));
  expect(history.state.idx).toBe(2);
  await act(async () => history.back());
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ ...entry, at: '/teams', by: 'POP' }));
  const keys = shown.map((one) => (one as { key: string }).key);
  expect(new Set(keys).size).toBe(2);
});

describe('a link', () => {
  function show(link: ReactElement) {
    history.replaceState(null, '', '/events');
    render(<BrowserRouter>{link}</BrowserRouter>);
    return screen.getByRole('link');
  }
  const address = () => location.pathname + location.search;
  /** How many entries were added to the history since `show`. */
  const entry = () => history.state.idx as number;
  /** Whether the click was left to the browser. jsdom cannot navigate, so the test prevents that afterwards. */
  async function click(link: HTMLElement, how: MouseEventInit = {}) {
    let isLeft = false;
    const atEnd = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', atEnd);
    await act(async () => void fireEvent.click(link, how));
    removeEventListener('click', atEnd);
    return isLeft;
  }

  it('opens its page without a page load', async () => {
    const link = show(<Link to="/teams?q=a">Teams</Link>);
    expect(link.getAttribute('href')).toBe('/teams?q=a');
    expect(await click(link)).toBe(false);
    expect([address(), entry()]).toEqual(['/teams?q=a', 1]);
  });

  it('of the current page adds no entry to the history', async () => {
    await click(show(<Link to="/events">Events</Link>));
    expect([address(), entry()]).toEqual(['/events', 0]);
  });

  it.each<[string, MouseEventInit, string?]>([
    ['with Ctrl', { ctrlKey: true }],
    ['with Cmd', { metaKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with Alt', { altKey: true }],
    ['of the middle button', { button: 1 }],
    ['on a link to a new tab', {}, '_blank'],
  ])('leaves a click %s to the browser', async (_, how, target) => {
    const link = show(
      <Link to="/teams" {...(target ? { target } : {})}>
        Teams
      </Link>,
    );
    expect(await click(link, how)).toBe(true);
    expect(address()).toBe('/events');
  });

  it('does not open a page when its own handler prevents that', async () => {
    await click(
      show(
        <Link to="/teams" onClick={(event) => event.preventDefault()}>
          Teams
        </Link>,
      ),
    );
    expect(address()).toBe('/events');
  });
});
