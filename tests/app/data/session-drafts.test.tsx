// Drafts: form input survives a reload, except secrets.
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isTyping } from '../../../src/app/data/forms/session-drafts.ts';
import { openApp, openDevice, password } from '../device.tsx';

const name = () => screen.findByLabelText<HTMLInputElement>('Name');
const kept = () => JSON.stringify({ ...sessionStorage });

test('a draft restores a half-filled form after a reload, with its choices and without its password', async () => {
  const { user } = await openDevice();
  await openApp('/register');
  await user.type(await name(), 'Ada');
  await user.selectOptions(screen.getByLabelText('Country'), 'BE');
  await user.type(screen.getByLabelText('Password'), 'secret words');
  await user.click(screen.getByLabelText('Show password'));
  await user.type(screen.getByLabelText('Password'), ' shown');
  expect(isTyping()).toBe(true);
  cleanup();
  expect(isTyping()).toBe(false);
  await openApp('/register');
  expect((await name()).value).toBe('Ada');
  expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('BE');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(kept()).not.toContain('secret');
});

test('a submitted form leaves no draft', async () => {
  const { user } = await openDevice();
  await openApp('/login');
  await user.type(await screen.findByLabelText('Username or e-mail'), 'ada');
  await user.type(screen.getByLabelText('Password'), password);
  expect(kept()).toContain('ada');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('link', { name: /Me/ });
  expect(kept()).not.toContain('draft');
});
