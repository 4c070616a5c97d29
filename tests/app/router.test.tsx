// Where one is on the way to shows at once, also while the page itself is still on its way.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { BrowserRouter, Link, useAim } from '../../src/app/ui/router.tsx';

test('what shows where one is goes ahead of the page', async () => {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  function Way() {
    return <p>{`On the way to ${useAim()}`}</p>;
  }
  function Page() {
    const { pathname } = useLocation();
    if (pathname === '/teams') use(code);
    return <p>{`This is ${pathname}`}</p>;
  }
  history.replaceState(null, '', '/events');
  render(
    <BrowserRouter>
      <Link to="/teams">Teams</Link>
      <Way />
      <Suspense fallback={<p>Loading</p>}>
        <Page />
      </Suspense>
    </BrowserRouter>,
  );
  expect(screen.getByText('On the way to /events')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByText('Teams')));
  expect(screen.getByText('On the way to /teams')).toBeTruthy();
  expect(screen.getByText('This is /events')).toBeTruthy();
  await act(async () => arrive());
  expect(screen.getByText('This is /teams')).toBeTruthy();
  expect(screen.getByText('On the way to /teams')).toBeTruthy();
  await act(async () => history.back());
  expect(await screen.findByText('This is /events')).toBeTruthy();
  expect(screen.getByText('On the way to /events')).toBeTruthy();
});
