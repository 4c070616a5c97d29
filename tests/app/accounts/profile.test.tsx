// My profile over the real API: editing, drafts, concurrent changes, and its view for others.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { profileFields } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildTeam } from '../../support/factories.ts';
import { address, holdAnswers, openApp, openAsAda, openDevice } from '../device.tsx';

async function fill(label: string, value: string): Promise<HTMLElement> {
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value } });
  return field;
}
/** By text: a query by role checks every option of the form's long lists, a third of a test's time. */
const save = () => screen.getByText('Save', { selector: 'button' });

it('the profile form saves changes, confirms it, and the name is updated everywhere', async () => {
  const device = await openDevice();
  await openAsAda('/my/profile/edit');
  await fill('Name', 'Ada M.');
  await device.user.selectOptions(screen.getByLabelText('Languages', { selector: 'select' }), 'nl');
  await device.user.selectOptions(screen.getByLabelText(/Seen by.*phone/), 'Your teams');
  await device.user.click(save());
  expect(await screen.findByText('Saved.')).toBeDefined();
  expect(address()).toBe('/my/profile');
  expect(screen.getByText('Dutch')).toBeDefined();
  await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '{}').name).toBe('Ada M.'));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]);
});

it('someone who saves the profile and goes to another page stays there when the answer comes', async () => {
  // The calendar needs it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const device = await openDevice();
  await openAsAda('/my/profile/edit');
  await fill('Name', 'Ada M.');
  const through = fetch;
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (init?.method === 'PATCH') await held.promise;
    return through(url, init);
  });
  await device.user.click(save());
  await device.user.click(screen.getByRole('link', { name: 'Calendar' }));
  await screen.findByRole('heading', { level: 1, name: 'My Calendar' });
  held.resolve();
  await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '{}').name).toBe('Ada M.'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(address()).toBe('/my/calendar');
});

it('the profile form takes no input while it is saved, and keeps the focus', async () => {
  const { user, server } = await openDevice();
  await openAsAda('/my/profile/edit');
  const release = holdAnswers('PATCH');
  await user.type(await screen.findByLabelText('About me'), 'Left back{Tab}');
  const region = screen.getByLabelText<HTMLInputElement>('Town or region');
  await user.type(region, 'Ghent');
  await user.click(save());
  await screen.findByText('Saving…');
  await user.type(region, ' and more');
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'beginner' } });
  expect(region.value).toBe('Ghent');
  expect(screen.getByLabelText<HTMLSelectElement>('Level').value).toBe('');
  expect([document.activeElement, region.readOnly]).toEqual([region, true]);
  release();
  await screen.findByText('Saved.');
  const sent = await server.database.db.selectFrom('profiles').select(['bio', 'region']).executeTakeFirst();
  expect(sent).toEqual({ bio: 'Left back', region: 'Ghent' });
});

it('the profile form keeps its input over a reload, says that it is not saved, and can discard it', async () => {
  const device = await openDevice();
  await openAsAda('/my/profile/edit');
  await fill('About me', 'Left back');
  cleanup();
  await openApp('/my/profile/edit');
  expect((await screen.findByLabelText<HTMLTextAreaElement>('About me')).value).toBe('Left back');
  expect(screen.getByText(/are still here, but not saved yet/)).toBeDefined();
  await device.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/my/profile'));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]);
});

it('the profile form shows server errors at the field and moves the focus there', async () => {
  const device = await openDevice();
  await openAsAda('/my/profile/edit');
  const phone = await fill('Phone', '12');
  await device.user.click(save());
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(phone));
  expect(address()).toBe('/my/profile/edit');
});

it('the profile form shows both versions of a field with a conflict, and saves the chosen one', async () => {
  const device = await openDevice();
  await openAsAda('/my/profile/edit');
  await fill('About me', 'From the phone');
  const laptop = await signIn(device.server, device.ada);
  const { version } = (await laptop.call('GET /api/users/me/profile')).body;
  await laptop.call('PATCH /api/users/me/profile', {
    body: { version, bio: 'From the laptop', region: 'Ghent' },
  });
  await device.user.click(save());
  const choice = within(await screen.findByRole('region', { name: 'This has changed in the meantime' }));
  expect(choice.getByText('From the phone')).toBeDefined();
  expect(choice.getByText('From the laptop')).toBeDefined();
  // A field that changed only there is taken over.
  expect(screen.getByLabelText<HTMLInputElement>('Town or region').value).toBe('Ghent');
  await device.user.click(choice.getByRole('button', { name: 'Keep mine: About me' }));
  await device.user.click(save());
  await screen.findByText('Saved.');
  const { profile } = (await laptop.call('GET /api/users/me/profile')).body;
  expect(profile).toMatchObject({ bio: 'From the phone', region: 'Ghent' });
});

it('the profile form merges changes of different fields without a question', async () => {
  const device = await openDevice();
  await openAsAda('/my/profile/edit');
  await fill('About me', 'Mine');
  const laptop = await signIn(device.server, device.ada);
  const { version } = (await laptop.call('GET /api/users/me/profile')).body;
  await laptop.call('PATCH /api/users/me/profile', { body: { version, region: 'Ghent' } });
  await device.user.click(save());
  await screen.findByText('Saved.');
  const { profile } = (await laptop.call('GET /api/users/me/profile')).body;
  expect(profile).toMatchObject({ bio: 'Mine', region: 'Ghent' });
});

it('the profile form allows only adults to be public, and says why', async () => {
  await openDevice();
  await openAsAda('/my/profile/edit');
  const birthDate = await screen.findByLabelText('Birth date');
  const isPublic = () => screen.getByLabelText<HTMLInputElement>('Public profile');
  expect(isPublic().disabled).toBe(false);
  fireEvent.change(birthDate, { target: { value: '2015-05-05' } });
  expect(isPublic().disabled).toBe(true);
  expect(screen.getByText(/You need to be 18 or older to be listed/)).toBeDefined();
});

it('the profile preview shows the view of a visitor, a teammate and a coach', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('profiles').set({ bio: 'Left back' }).where('user_id', '=', device.ada.id).execute();
  const team = await buildTeam(db);
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id });
  await openAsAda('/my/profile');
  await device.user.click(await screen.findByRole('link', { name: 'A visitor' }));
  expect(await screen.findByText(/Visitors can't find you/)).toBeDefined();
  await device.user.click(screen.getByRole('link', { name: 'A teammate' }));
  expect(await screen.findByText('Left back')).toBeDefined();
  expect(screen.queryByText(device.ada.email)).toBeNull();
});

it.each([
  ['Ghent', []],
  [null, ['Only your name.']],
])('the profile preview with the region %s alone', async (region, said) => {
  const device = await openDevice();
  const { db } = device.server.database;
  const visibility = Object.fromEntries(profileFields.map((field) => [field, 'nobody']));
  await db
    .updateTable('profiles')
    .set({ region, field_visibility: JSON.stringify({ ...visibility, region: 'public' }) })
    .where('user_id', '=', device.ada.id)
    .execute();
  await openAsAda('/my/profile');
  await device.user.click(await screen.findByRole('link', { name: 'A teammate' }));
  const head = (await screen.findByRole('heading', { level: 3, name: 'Ada Mertens' })).closest('.head');
  expect(head?.textContent).toBe(`Ada MertensTrainee${region ? ` · ${region}` : ''}`);
  const rest = [...(head?.parentElement?.children ?? [])].filter((part) => part !== head);
  expect(rest.map(({ textContent }) => textContent)).toEqual(said);
});

it('the profile form reports an invalid picture at its field', async () => {
  await openDevice();
  await openAsAda('/my/profile');
  const field = await screen.findByLabelText('Add a picture');
  fireEvent.change(field, { target: { files: [new File(['%PDF'], 'me.pdf', { type: 'application/pdf' })] } });
  expect(await screen.findByText(/Choose a JPEG, PNG or WebP/)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
