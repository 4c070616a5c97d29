// The screens of sign-in, registration, sign-out and password reset, over the real API.
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { logout } from '../../../src/app/data/session/end-session.ts';
import { issueOneTimeToken } from '../../../src/server/accounts/queries.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { address, openApp, openAsAda, openDevice, password } from '../device.tsx';

type Device = Awaited<ReturnType<typeof openDevice>>;

async function fillLogin({ user }: Device, name: string, secret: string) {
  await user.type(await screen.findByLabelText('Username or e-mail'), name);
  await user.type(screen.getByLabelText('Password'), secret);
}

const signInButton = () => screen.findByRole('button', { name: /^Sign/ });

it('a private page leads a visitor to /login, and signing in leads back to it', async () => {
  const device = await openDevice();
  await openApp('/my/settings?from=test');
  await fillLogin(device, ' ada ', password);
  expect(address()).toBe('/login');
  await device.user.click(await signInButton());
  await waitFor(() => expect(address()).toBe('/my/settings?from=test'));
  expect(await screen.findByRole('heading', { name: 'My Settings' })).toBeDefined();
  expect(sessionStorage.getItem('redirectPath')).toBeNull();
});

it('an event of one’s own opens after signing in on its public page, with its query and hash', async () => {
  const device = await openDevice();
  const event = await buildEvent(device.server.database.db, { name: 'Derby' });
  await openApp(`/my/events/${event.id}?from=mail#replies`);
  await device.user.click(await screen.findByRole('link', { name: 'Sign in to register' }));
  expect(address()).toBe(`/login?from=${encodeURIComponent(`/events/public/${event.id}`)}`);
  await fillLogin(device, 'ada', password);
  await device.user.click(await signInButton());
  await waitFor(() => expect(address() + location.hash).toBe(`/my/events/${event.id}?from=mail#replies`));
});

it('a page from which someone signs in later replaces the saved path', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const [mine, other] = [await buildEvent(db), await buildEvent(db)];
  await openApp(`/my/events/${mine.id}`);
  await screen.findByRole('link', { name: 'Sign in to register' });
  open(`/login?from=${encodeURIComponent(`/events/public/${other.id}`)}`);
  await fillLogin(device, 'ada', password);
  await device.user.click(await signInButton());
  await waitFor(() => expect(address()).toBe(`/events/${other.id}`));
});

it('sign-in without a saved path leads home, and /login redirects a signed-in user', async () => {
  const device = await openDevice();
  await openApp('/login');
  await fillLogin(device, 'ADA', password);
  await device.user.click(await signInButton());
  await waitFor(() => expect(address()).toBe('/'));
  expect(await screen.findByRole('heading', { name: /, Ada$/ })).toBeDefined();
});

it('for a signed-in user /login leads to /explore and a public event to its signed-in view', async () => {
  const device = await openDevice();
  await openApp('/login');
  await fillLogin(device, 'ada', password);
  await device.user.click(await signInButton());
  await waitFor(() => expect(address()).toBe('/'));
  // At once: the screen of `/` may not be loaded yet.
  history.pushState({ key: 'another' }, '', '/login');
  dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(address()).toBe('/explore'));
  history.pushState(null, '', '/events/public/01a128a3-0000-7000-8000-000000000001');
  dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(address()).toBe('/events/01a128a3-0000-7000-8000-000000000001'));
});

it('the sign-in form reports a wrong password, keeps its input, and submits once', async () => {
  const device = await openDevice();
  await openApp('/login');
  await fillLogin(device, 'ada', 'not the password');
  await device.user.dblClick(await signInButton());
  expect(await screen.findByText('Wrong username or password.')).toBeDefined();
  expect(device.asked.filter((call) => call === 'POST /api/auth/login')).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('ada');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('not the password');
  expect(address()).toBe('/login');
});

it('the registration form moves the focus to the first invalid field', async () => {
  const device = await openDevice();
  await openApp('/register');
  await device.user.type(await screen.findByLabelText('Name'), 'Bo');
  await device.user.click(screen.getByRole('button', { name: 'Create account' }));
  const username = screen.getByLabelText('Username');
  await waitFor(() => expect(document.activeElement).toBe(username));
  expect(username.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Choose a username').id).toBe(
    username.getAttribute('aria-describedby')?.split(' ')[0],
  );
  expect(device.asked.some((call) => call.includes('register'))).toBe(false);
});

async function register({ user }: Device, username: string) {
  await user.type(await screen.findByLabelText('Name'), 'Bo Peeters');
  await user.type(screen.getByLabelText('Username'), username);
  await user.type(screen.getByLabelText('E-mail'), ' Bo@Example.com ');
  await user.selectOptions(screen.getByLabelText('Country'), 'BE');
  await user.type(screen.getByLabelText('Password'), 'a stable of horses');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

it('after registering, the sign-in form has the new username, not one that was typed before', async () => {
  const device = await openDevice();
  await openApp('/login');
  await device.user.type(await screen.findByLabelText('Username or e-mail'), 'adda');
  await device.user.click(screen.getByRole('link', { name: 'Create an account' }));
  await register(device, 'bopeeters');
  await screen.findByText(/^Account created/);
  expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('bopeeters');
});

it('the registration form shows a server error at its field', async () => {
  const device = await openDevice();
  await openApp('/register');
  await register(device, 'ada');
  expect(await screen.findByText('This username is taken')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bo Peeters');
});

it('the registration form shows the errors of the page and those of the server in one round', async () => {
  const device = await openDevice();
  await openApp('/register');
  await device.user.type(await screen.findByLabelText('Username'), 'ada');
  await device.user.type(screen.getByLabelText('E-mail'), 'bo');
  await device.user.selectOptions(screen.getByLabelText('Country'), 'BE');
  await device.user.type(screen.getByLabelText('Phone'), '12');
  await device.user.type(screen.getByLabelText('Password'), 'password123');
  await device.user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByText('This username is taken');
  for (const text of [
    'Enter your name',
    'Enter an e-mail address, such as ada@example.org',
    'Not a phone number with +32',
    'Too many people use this password. Choose another one',
  ])
    expect(screen.getByText(text)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});

/** Opens a path like a link of a mail while the app is open. */
function open(path: string) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

const linkIn = (text = '') => /\/\?confirm=\S+/.exec(text)?.[0] ?? '';
const confirmations = ({ asked }: Device) =>
  asked.filter((call) => call === 'POST /api/auth/confirm-email').length;

it('after registering, the mailed link asks to sign in first, then confirms the address once automatically', async () => {
  const device = await openDevice();
  await openApp('/register');
  await register(device, 'bopeeters');
  expect(await screen.findByText(/^Account created\. You can sign in now/)).toBeDefined();
  expect(address()).toBe('/login');
  expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('bopeeters');
  await device.user.click(await signInButton());
  await screen.findByText('Enter your password');
  expect(screen.queryByText(/^Account created/)).toBeNull();
  await waitFor(() => expect(device.server.mails).toHaveLength(1));
  const link = linkIn(device.server.mails[0]?.text);
  open(link);
  const asks = (await screen.findByText('Sign in to confirm your e-mail address.')).parentElement;
  const way = within(asks as HTMLElement).getByRole('link', { name: 'Sign in' });
  expect(way.getAttribute('href')).toBe(`/login?from=${encodeURIComponent(link)}`);
  expect(confirmations(device)).toBe(0);
  await device.user.click(way);
  await fillLogin(device, 'bopeeters', 'a stable of horses');
  await device.user.click(await signInButton());
  expect(await screen.findByText(/bo@example\.com is confirmed/)).toBeDefined();
  expect(address()).toBe('/');
  expect(confirmations(device)).toBe(1);
});

it('home says that the address is not confirmed, sends the link again, and stops after confirming', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ email_verified_at: null }).execute();
  await openAsAda('/');
  await screen.findByText('Your e-mail address is not confirmed yet.');
  await device.user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText(/^The e-mail is on its way/);
  await waitFor(() => expect(device.server.mails).toHaveLength(1));
  open(linkIn(device.server.mails[0]?.text));
  await screen.findByText(/ is confirmed\. Thank you\.$/);
  await waitFor(() => expect(screen.queryByText('Your e-mail address is not confirmed yet.')).toBeNull());
});

it('a confirmed address is not shown to the next person who goes back to that page', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ email_verified_at: null }).execute();
  const token = await issueOneTimeToken(db, {
    userId: device.ada.id,
    purpose: 'confirmEmail',
    expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  });
  await openAsAda(`/?confirm=${token}`);
  await screen.findByText(/ is confirmed\. Thank you\.$/);
  open('/my/teams');
  await screen.findByRole('heading', { name: 'My Teams' });
  await act(() => logout());
  await signInButton();
  history.back();
  await screen.findByRole('heading', { name: /^Know where to be/ });
  expect(screen.queryByText(/ is confirmed\. Thank you\.$/)).toBeNull();
});

it('the mailed link survives all ways to sign in that the page offers', async () => {
  await openDevice();
  await openApp('/?confirm=some-token');
  await screen.findByText('Sign in to confirm your e-mail address.');
  expect(sessionStorage.getItem('redirectPath')).toBe('/?confirm=some-token');
});

it('a mailed link of another account is explained, and stays valid for its owner', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const bo = await buildUser(db, { email_verified_at: null });
  const token = await issueOneTimeToken(db, {
    userId: bo.id,
    purpose: 'confirmEmail',
    expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  });
  await openAsAda(`/?confirm=${token}`);
  expect(await screen.findByText(/^This link belongs to another account/)).toBeDefined();
  await waitFor(() => expect(address()).toBe('/'));
  const client = await signIn(device.server, bo);
  const answer = await client.call('POST /api/auth/confirm-email', { body: { token } });
  expect([answer.status, answer.body]).toEqual([200, { email: bo.email }]);
});

it('a mailed link asks to sign in again and then confirms when the session ended meanwhile', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ email_verified_at: null }).execute();
  const token = await issueOneTimeToken(db, {
    userId: device.ada.id,
    purpose: 'confirmEmail',
    expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  });
  await openAsAda('/my/settings');
  await screen.findByRole('heading', { name: 'My Settings' });
  await db.updateTable('sessions').set({ revoked_at: '2026-11-21T09:00:00.000Z' }).execute();
  open(`/?confirm=${token}`);
  await waitFor(() => expect(address()).toBe('/login'));
  await fillLogin(device, 'ada', password);
  await device.user.click(await signInButton());
  expect(await screen.findByText(/ is confirmed\. Thank you\.$/)).toBeDefined();
  expect(address()).toBe('/');
});

it('an invalid welcome link is reported and removed from the address', async () => {
  await openDevice();
  await openAsAda('/?confirm=not-a-token');
  expect(await screen.findByText(/has been used or is too old/)).toBeDefined();
  await waitFor(() => expect(address()).toBe('/'));
});

it('a password reset sends a trimmed and lowercased address, and the mailed link sets a new password', async () => {
  const device = await openDevice();
  await openApp('/forgetPassword');
  await device.user.type(await screen.findByLabelText('E-mail'), `  ${device.ada.email.toUpperCase()} `);
  await device.user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(device.ada.email)).toBeDefined();
  expect(address()).toBe('/checkEmail');
  expect(screen.getByRole('button', { name: /Send again in \d+ s/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await waitFor(() => expect(device.server.mails).toHaveLength(1));
  const link = /\/resetPassword\?token=\S+/.exec(device.server.mails[0]?.text ?? '')?.[0] ?? '';
  history.pushState(null, '', link);
  dispatchEvent(new PopStateEvent('popstate'));
  await device.user.type(await screen.findByLabelText('New password'), 'a new stable of horses');
  await device.user.type(screen.getByLabelText('New password again'), 'a new stable of horse');
  await device.user.click(screen.getByRole('button', { name: 'Save the new password' }));
  expect(await screen.findByText("The passwords don't match")).toBeDefined();
  await device.user.type(screen.getByLabelText('New password again'), 's');
  await device.user.click(screen.getByRole('button', { name: 'Save the new password' }));
  expect(await screen.findByText(/^Password changed\./)).toBeDefined();
  expect(address()).toBe('/login');
  await fillLogin(device, 'ada', 'a new stable of horses');
  await device.user.click(await signInButton());
  await waitFor(() => expect(address()).toBe('/'));
});

it('the page after a password reset says so when the server refuses another mail', async () => {
  const device = await openDevice({ RATE_LIMIT: 'on' });
  const body = { email: device.ada.email, platform: 'trainee' };
  await createClient(device.server).call('POST /api/auth/reset-password-email', { body });
  await openApp('/forgetPassword');
  await device.user.type(await screen.findByLabelText('E-mail'), device.ada.email);
  await device.user.click(screen.getByRole('button', { name: 'Send the link' }));
  const sendAgain = async () => {
    const later = Date.now() + 31_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await device.user.click(await screen.findByRole('button', { name: 'Send again' }, { timeout: 20_000 }));
  };
  await screen.findByRole('button', { name: /Send again in/ });
  await sendAgain();
  expect(await screen.findByText('Sent once more. Only the newest link works.')).toBeDefined();
  await sendAgain();
  expect(await screen.findByText('Too many attempts. Wait a moment. Try again in 10 minutes.')).toBeDefined();
  expect(screen.queryByText(/^Sent once more/)).toBeNull();
});

it('for a signed-in user /forgetPassword leads back to the settings, and does not say whether an address has an account', async () => {
  const device = await openDevice();
  await openAsAda('/forgetPassword');
  expect(await screen.findByRole('heading', { name: 'Change your password' })).toBeDefined();
  const back = () => screen.getByRole('link', { name: 'Back' }).getAttribute('href');
  expect(back()).toBe('/my/settings');
  const email = screen.getByLabelText('E-mail');
  await device.user.clear(email);
  await device.user.type(email, 'unknown@example.com');
  await device.user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeDefined();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    "If there's an account for unknown@example.com, we've sent a link there to choose a new password. The link works once, within 10 minutes.",
  );
  expect(back()).toBe('/my/settings');
  await device.user.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('heading', { name: 'My Settings' })).toBeDefined();
  expect(address()).toBe('/my/settings');
});

it('for a visitor /forgetPassword leads back to /login', async () => {
  await openDevice();
  await openApp('/forgetPassword');
  expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe('/login');
});

it('a reset link of another account names no account to password managers, and signs no one out', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const bo = await buildUser(db, { username: 'bo' });
  const token = await issueOneTimeToken(db, {
    userId: bo.id,
    purpose: 'resetPassword',
    expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  });
  await openAsAda(`/resetPassword?token=${token}`);
  await device.user.type(await screen.findByLabelText('New password'), 'a new stable of horses');
  await device.user.type(screen.getByLabelText('New password again'), 'a new stable of horses');
  expect(document.querySelector('input[name=username]')).toBeNull();
  await device.user.click(screen.getByRole('button', { name: 'Save the new password' }));
  expect(
    await screen.findByText("The password is changed. You're still signed in as Ada Mertens."),
  ).toBeDefined();
  await device.user.click(screen.getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(address()).toBe('/'));
  open('/my/profile');
  expect(await screen.findByText('@ada')).toBeDefined();
});

it('a reset link of another account does not say who is signed in where that is not known', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const bo = await buildUser(db, { username: 'bo' });
  const token = await issueOneTimeToken(db, {
    userId: bo.id,
    purpose: 'resetPassword',
    expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  });
  await openAsAda(`/resetPassword?token=${token}`);
  await device.user.type(await screen.findByLabelText('New password'), 'a new stable of horses');
  await device.user.type(screen.getByLabelText('New password again'), 'a new stable of horses');
  const through = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/api/auth/refresh' ? Promise.reject(new TypeError('No network.')) : through(url, init),
  );
  await device.user.click(screen.getByRole('button', { name: 'Save the new password' }));
  expect(await screen.findByText('Password changed. Sign in with your new one.')).toBeDefined();
  expect(screen.queryByText(/still signed in/)).toBeNull();
});

it('the reset page without a token explains that its link is missing', async () => {
  await openDevice();
  await openApp('/resetPassword');
  const way = await screen.findByRole('link', { name: 'Get a link' });
  expect(way.getAttribute('href')).toBe('/forgetPassword');
});

it("signing out leads to /login and clears the screen's data", async () => {
  const device = await openDevice();
  await openApp('/login');
  await fillLogin(device, 'ada', password);
  await device.user.click(await signInButton());
  await waitFor(() => expect(address()).toBe('/'));
  history.pushState(null, '', '/my/profile');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByText('@ada')).toBeDefined();
  await device.user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(screen.queryByText('@ada')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  await waitFor(() => expect(device.asked).toContain('POST /api/auth/logout'));
});

it('an unknown route shows the error page', async () => {
  await openDevice();
  await openApp('/no/such/page');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined();
  expect(screen.getByText('Page not found: /no/such/page')).toBeDefined();
  expect(screen.getByText('404')).toBeDefined();
});
