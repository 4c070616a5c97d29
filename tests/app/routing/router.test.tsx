// The pending path is marked at once, while the next page is still loading.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { BrowserRouter, MarkedLink } from '../../../src/app/ui/page/router.tsx';

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
