// Screens with restricted registration and with the operator's texts, over the real API.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Block } from '../../../src/contract/text.ts';
import { buildTeam } from '../../support/factories.ts';
import { address, openApp, openAsAda, openDevice, password } from '../device.tsx';

type Device = Awaited<ReturnType<typeof openDevice>>;

const titledText = (title: string): Block[] => [{ type: 'heading', children: [{ text: title }] }];

async function fillForm({ user }: Device) {
  await user.type(await screen.findByLabelText('Name'), 'Bo Peeters');
  await user.type(screen.getByLabelText('Username'), 'bopeeters');
  await user.type(screen.getByLabelText('E-mail'), 'bo@example.com');
  await user.selectOptions(screen.getByLabelText('Country'), 'BE');
  await user.type(screen.getByLabelText('Phone'), '0470123456');
  await user.type(screen.getByLabelText('Password'), password);
}

async function buildInviteLink({ server }: Device): Promise<string> {
  const { db } = server.database;
  const { id } = await buildTeam(db, { name: 'U12' });
  const { invite_code } = await db
    .selectFrom('teams')
    .select('invite_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return `/teams/join/${invite_code}`;
}

it('closed registration: no screen of a visitor links to creating an account, and /register says why', async () => {
  const device = await openDevice({ REGISTRATION: 'closed', INSTANCE_NAME: 'FC Example' });
  await openApp('/register');
  expect(await screen.findByRole('heading', { name: 'No new accounts right now' })).toBeDefined();
  expect(screen.queryByLabelText('Username')).toBeNull();
  await expect.poll(() => document.title).toBe('No new accounts right now · FC Example');
  await device.user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(await screen.findByText("You can't create a new account at the moment.")).toBeDefined();
  expect(document.querySelector('a[href="/register"]')).toBeNull();
});

it('closed registration: the home page and an invite link offer only signing in', async () => {
  const device = await openDevice({ REGISTRATION: 'closed', INSTANCE_NAME: 'FC Example' });
  const link = await buildInviteLink(device);
  await openApp('/');
  expect(await screen.findByText(/^FC Example is for coaches/)).toBeDefined();
  expect(document.querySelector('a[href="/register"]')).toBeNull();
  history.pushState(null, '', link);
  dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByRole('link', { name: 'Sign in to join' })).toBeDefined();
  expect(screen.getByText(/You can't create a new account at the moment/)).toBeDefined();
  expect(document.querySelector('a[href="/register"]')).toBeNull();
});

it('registration closed while the form is filled in: it says so, and keeps the input', async () => {
  const device = await openDevice();
  await openApp('/register');
  await fillForm(device);
  device.server.config.registration = 'closed';
  await device.user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText("You can't create an account here at the moment.")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('bo@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(password);
});

it('registration by invitation: the form says what is needed, and a refusal keeps the input', async () => {
  const device = await openDevice({ REGISTRATION: 'invite' });
  await openApp('/register');
  expect(await screen.findByText(/^You need an invitation to create an account here/)).toBeDefined();
  await fillForm(device);
  await device.user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText(/^You need an invitation to create an account here\. Open/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('bopeeters');
});

it('registration by invitation: an invite link leads to an account and, signed in, back to the link', async () => {
  const device = await openDevice({ REGISTRATION: 'invite' });
  const link = await buildInviteLink(device);
  await openApp(link);
  await device.user.click(await screen.findByRole('link', { name: 'Create an account' }));
  const code = await screen.findByLabelText<HTMLInputElement>('Invite link or code');
  expect(code.value).toBe(link.split('/').at(-1));
  await fillForm(device);
  await device.user.click(screen.getByRole('button', { name: 'Create account' }));
  // The previous form has a password, too.
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(address()).toBe('/login');
  await device.user.type(screen.getByLabelText('Password'), password);
  await device.user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('button', { name: 'Join the team' })).toBeDefined();
  expect(address()).toBe(link);
});

it('registration by invitation: a full link typed into the form is accepted, and signing in leads to it', async () => {
  const device = await openDevice({ REGISTRATION: 'invite' });
  const link = await buildInviteLink(device);
  await openApp('/register');
  await device.user.type(
    await screen.findByLabelText('Invite link or code'),
    ` https://club.example${link} `,
  );
  await fillForm(device);
  await device.user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(sessionStorage.getItem('redirectPath')).toBe(link);
});

it('a text of the operator is shown under its own heading, and public pages link to all texts in the footer', async () => {
  const device = await openDevice({}, { imprint: [...titledText('Impressum'), ...titledText('Vorstand')] });
  await openApp('/explore');
  await device.user.click(await screen.findByRole('link', { name: 'Imprint' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Impressum' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 2, name: 'Vorstand' })).toBeDefined();
  expect(document.title).toBe('Impressum · Sideline');
  expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull();
});

it('without a text of the operator its page is not found, and there is no footer', async () => {
  await openDevice();
  await openApp('/privacy');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined();
  expect(document.querySelector('footer')).toBeNull();
});

it('registration names the texts that a new user accepts', async () => {
  await openDevice({}, { terms: titledText('Rules'), privacy: titledText('Data') });
  await openApp('/register');
  const line = await screen.findByText(/^By creating an account you accept/);
  expect(line.textContent).toBe('By creating an account you accept the terms and the privacy policy.');
  expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('target')).toBe('_blank');
});

it("the settings link to the operator's texts", async () => {
  await openDevice({ INSTANCE_NAME: 'FC' }, { privacy: titledText('Data') });
  await openAsAda('/my/settings');
  expect(await screen.findByRole('heading', { name: 'About FC' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy');
});
