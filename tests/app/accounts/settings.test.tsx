// My settings, part by part, over the real API.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { groups } from '../../../src/app/features/people/settings/notification-settings.tsx';
import { changed, merged } from '../../../src/app/features/people/settings/use-settings.ts';
import { notificationKinds } from '../../../src/contract/values/enums.ts';
import { serverTimeHeader } from '../../../src/contract/values/headers.ts';
import { signIn } from '../../support/client.ts';
import { buildEvent } from '../../support/factories.ts';
import { address, openAsAda, openDevice, password } from '../device.tsx';

/** Holds the answer to the next change back; returns how to let it come. */
function holdPatch(): () => void {
  const through = fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (init?.method === 'PATCH') await promise;
    return through(url, init);
  });
  return resolve;
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));

it('the display settings apply at once and on the next start', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const region = await (await part('Language and time')).findByLabelText('Dates and numbers as in');
  await device.user.selectOptions(region, 'Belgium');
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('display') ?? '{}')).toMatchObject({ locale: 'en-BE' }),
  );
  expect((await part('Devices')).getByText(/21 November/)).toBeDefined();
  const kept = JSON.parse(localStorage.getItem('user') ?? '{}');
  expect(Object.keys(kept).sort()).toEqual(['avatarSrc', 'email', 'id', 'name', 'type', 'username']);
});

it('a chosen language waits for its button: some browsers change a select at each arrow key', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const shown = await part('Language and time');
  const language = await shown.findByLabelText<HTMLSelectElement>('Language');
  const me = await signIn(device.server, device.ada);
  const stored = async () => (await me.call('GET /api/users/me/settings')).body.locale.slice(0, 2);
  await device.user.selectOptions(language, 'Deutsch');
  expect([language.value, await stored()]).toEqual(['de', 'en']);
  await device.user.click(shown.getByRole('button', { name: 'Use Deutsch' }));
  await waitFor(async () => expect(await stored()).toBe('de'));
});

it('a region that is no country, such as Latin America, leaves the language to be chosen', async () => {
  const device = await openDevice();
  await device.server.database.db
    .updateTable('users')
    .set({ locale: 'en-419' })
    .where('id', '=', device.ada.id)
    .execute();
  await openAsAda('/my/settings');
  const shown = await part('Language and time');
  const region = await shown.findByLabelText<HTMLSelectElement>('Dates and numbers as in');
  expect(region.selectedOptions[0]?.text).toBe('Choose…');
  await device.user.selectOptions(shown.getByLabelText('Language'), 'Deutsch');
  await device.user.click(shown.getByRole('button', { name: 'Use Deutsch' }));
  const me = await signIn(device.server, device.ada);
  await waitFor(async () => expect((await me.call('GET /api/users/me/settings')).body.locale).toBe('de'));
});

it('the coaching setting turns on, and explains why it stays on during a future event of mine', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const coaching = await (await part('Coaching')).findByLabelText<HTMLInputElement>('I coach');
  await device.user.click(coaching);
  await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '{}').type).toBe('coach'));
  await buildEvent(device.server.database.db, { organizer_user_id: device.ada.id });
  await device.user.click(coaching);
  expect(await screen.findByText(/You still have an upcoming event/)).toBeDefined();
  expect(coaching.checked).toBe(true);
});

it('the notification settings name every kind once', () => {
  expect(groups.flatMap(({ kinds }) => Object.keys(kinds)).toSorted()).toEqual(notificationKinds.toSorted());
});

it('the mail settings set frequency and quiet hours', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const mails = await part('E-mails');
  await device.user.click(mails.getByText('Your events'));
  await device.user.selectOptions(mails.getByLabelText('An event was cancelled'), 'weekly');
  const from = await mails.findByLabelText<HTMLInputElement>('From');
  expect(from.value).toBe('21:00');
  fireEvent.change(from, { target: { value: '22:30' } });
  const me = await signIn(device.server, device.ada);
  await waitFor(async () => {
    const { body } = await me.call('GET /api/users/me/settings');
    expect(body.quietHours).toEqual({ from: '22:30', to: '08:00' });
    expect(body.notifications).toContainEqual({
      kind: 'eventCancelled',
      channel: 'email',
      frequency: 'weekly',
    });
  });
});

it('my setting is saved and settings changed elsewhere meanwhile stay', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const mails = await part('E-mails');
  const laptop = await signIn(device.server, device.ada);
  const { version } = (await laptop.call('GET /api/users/me/settings')).body;
  await laptop.call('PATCH /api/users/me/settings', { body: { version, locale: 'fr-BE' } });
  await device.user.click(mails.getByLabelText('Quiet hours'));
  await waitFor(async () =>
    expect((await laptop.call('GET /api/users/me/settings')).body).toMatchObject({
      locale: 'fr-BE',
      quietHours: null,
    }),
  );
});

it('a change stays shown while an earlier one is answered', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const mails = await part('E-mails');
  await device.user.click(mails.getByText('Your events'));
  const [cancelled, moved] = ['An event was cancelled', 'Time, place or anything else changed'].map((name) =>
    mails.getByLabelText<HTMLSelectElement>(name),
  );
  const held: (() => void)[] = [];
  const through = fetch;
  vi.stubGlobal('fetch', async (...[address, init]: Parameters<typeof fetch>) => {
    if (init?.method === 'PATCH') await new Promise<void>((resolve) => held.push(resolve));
    return through(address, init);
  });
  for (const select of [cancelled, moved]) if (select) await device.user.selectOptions(select, 'weekly');
  await waitFor(() => expect(held).toHaveLength(1));
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  expect([cancelled?.value, moved?.value]).toEqual(['weekly', 'weekly']);
  held[1]?.();
  const me = await signIn(device.server, device.ada);
  await waitFor(async () => {
    const { notifications } = (await me.call('GET /api/users/me/settings')).body;
    expect(notifications.filter(({ frequency }) => frequency === 'weekly')).toHaveLength(2);
  });
});

it('someone who turns coaching on and goes to another page stays there when the answer comes', async () => {
  // The calendar needs it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const device = await openDevice();
  await openAsAda('/my/settings');
  const coaching = await (await part('Coaching')).findByLabelText<HTMLInputElement>('I coach');
  const release = holdPatch();
  await device.user.click(coaching);
  await device.user.click(screen.getByRole('link', { name: 'Calendar' }));
  await screen.findByRole('heading', { level: 1, name: 'My Calendar' });
  release();
  await waitFor(() => expect(device.asked).toContain('GET /api/users/me/teams'));
  await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '{}').type).toBe('coach'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(address()).toBe('/my/calendar');
});

it('the mail settings offer kinds with a deadline right away or never', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const mails = await part('E-mails');
  for (const [group, kind] of [
    ['Your place', 'A place opened up for you'],
    ['Payments', "We're holding a place until you pay"],
  ] as const) {
    await device.user.click(mails.getByText(group));
    const options = within(mails.getByLabelText(kind)).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['No e-mail', 'Right away']);
  }
  expect(within(mails.getByLabelText('You got a place')).getAllByRole('option')).toHaveLength(4);
  mails.getByText(
    /Only an offer of a place, a payment that is due, and a change of an event that starts before then come right away\.$/,
  );
});

it('a later change replaces the queued one, with one entry per kind', () => {
  const mail = (kind: 'eventFull' | 'replyOwed', frequency: 'off' | 'daily') =>
    ({ kind, channel: 'email', frequency }) as const;
  const both = merged(
    { locale: 'nl', notifications: [mail('eventFull', 'off'), mail('replyOwed', 'off')] },
    { notifications: [mail('eventFull', 'daily')] },
  );
  expect(both).toEqual({
    locale: 'nl',
    notifications: [mail('eventFull', 'daily'), mail('replyOwed', 'off')],
  });
  const settings = { locale: 'en', notifications: [mail('eventFull', 'off')] };
  expect(changed(settings as never, both)).toMatchObject({
    locale: 'nl',
    notifications: [mail('eventFull', 'daily')],
  });
});

it('the calendar settings show an address once, and revoke it', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  await device.user.click(
    await (await part('Calendars')).findByRole('button', { name: 'Add to a calendar' }),
  );
  await device.user.click(await screen.findByRole('button', { name: 'Create calendar link' }));
  const { value } = await screen.findByLabelText<HTMLInputElement>('Link');
  expect(value).toMatch(/\/api\/calendar\/[\w-]{43}\.ics$/);
  expect(screen.getByRole('link', { name: 'Open my calendar' }).getAttribute('href')).toMatch(/^webcal:/);
  await device.user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByLabelText('Link')).toBeNull();
  await device.user.click(await (await part('Calendars')).findByRole('button', { name: 'Turn off' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Turn off this calendar link?' }));
  await device.user.click(sheet.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('None of your calendars shows your events yet.')).toBeDefined();
  const { pathname } = new URL(value);
  expect((await device.server.app.request(pathname)).status).toBe(404);
});

it('the calendar settings say why the links could not be read, and read them again', async () => {
  const device = await openDevice();
  const through = fetch;
  const problem = { code: 'internal', title: 'Something went wrong on our side', status: 500 };
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) =>
    url === '/api/users/me/calendar-feeds'
      ? new Response(JSON.stringify(problem), {
          status: 500,
          headers: { 'Content-Type': 'application/problem+json', [serverTimeHeader]: String(Date.now()) },
        })
      : through(url, init),
  );
  await openAsAda('/my/settings');
  const calendars = await part('Calendars');
  expect(await calendars.findByText('Something went wrong on our side')).toBeDefined();
  expect(calendars.queryByText(/This needs a connection/)).toBeNull();
  vi.stubGlobal('fetch', through);
  await device.user.click(calendars.getByRole('button', { name: 'Try again' }));
  expect(await calendars.findByText('None of your calendars shows your events yet.')).toBeDefined();
});

it('the device list signs another device out, after asking', async () => {
  const device = await openDevice();
  const phone = await signIn(device.server, device.ada, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari');
  await openAsAda('/my/settings');
  await device.user.click(await (await part('Devices')).findByRole('button', { name: /^Sign out / }));
  const sheet = within(await screen.findByRole('dialog'));
  await device.user.click(sheet.getByRole('button', { name: 'Sign out' }));
  await waitFor(async () => expect((await phone.call('GET /api/users/me/settings')).status).toBe(401));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out .+/ })).toBeNull());
});

it('the settings explain the limits of a device without storage', async () => {
  await openDevice();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openAsAda('/my/settings');
  expect(
    await (await part('Without a connection')).findByText(/doesn't let Sideline save anything/),
  ).toBeDefined();
});

it('the settings send the confirmation mail again', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', device.ada.id).execute();
  await openAsAda('/my/settings');
  await device.user.click(
    await (await part('Account and data')).findByRole('button', { name: 'Send again' }),
  );
  expect(await screen.findByText(/The e-mail is on its way/)).toBeDefined();
  await waitFor(() => expect(device.server.mails).toHaveLength(1));
});

it('the settings delete the account with the password, and show a farewell', async () => {
  const device = await openDevice();
  await openAsAda('/my/settings');
  await device.user.click(await (await part('Account and data')).findByRole('button', { name: 'Delete…' }));
  const field = await screen.findByLabelText('Your password');
  fireEvent.change(field, { target: { value: 'wrong' } });
  const del = () => screen.getByRole('button', { name: 'Delete my account for good' });
  await device.user.click(del());
  expect(await screen.findByText('This is not your password')).toBeDefined();
  fireEvent.change(field, { target: { value: password } });
  await device.user.click(del());
  await waitFor(() => expect(address()).toBe('/login'));
  expect(await screen.findByText(/Your account is deleted/)).toBeDefined();
  expect(localStorage.getItem('display')).toBeNull();
});
