// The places of a coach, over the real API: the effect of an edit, and keeping form input.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../../src/app/data/outbox/outbox.ts';
import { eventTimesExamples } from '../../../src/app/features/planning/places/event-times-choice.tsx';
import { lateReads } from '../../support/memory-device.ts';
import { holdAnswers, openApp, openAsAda } from '../device.tsx';
import { drafts, field, fill, goOffline, openCoachDevice, planned, sheet } from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const boathouse = {
  name: 'Boathouse',
  address: 'Quay 1',
  region: 'Ghent',
  countryCode: 'BE',
  timeZone: 'Europe/Brussels',
};

async function openPlaces() {
  const device = await openCoachDevice();
  const event = await planned(device, { place: boathouse });
  await openAsAda('/my/places');
  return { ...device, event };
}
const placeOf = async ({ laptop }: Awaited<ReturnType<typeof openPlaces>>) =>
  (await laptop.call('GET /api/places')).body.items[0];
const openSheet = async () => {
  fireEvent.click(await screen.findByLabelText('Edit Boathouse'));
  return sheet();
};

describe('my places', () => {
  it('show how many future events they have, and these show an edit', async () => {
    const device = await openPlaces();
    expect(await screen.findByText('1 upcoming event')).toBeDefined();
    expect(screen.getByRole('link', { current: true, name: 'Events' })).toBeDefined();
    const asks = await openSheet();
    expect(asks.getByText(/1 upcoming event takes place here and will show the change/)).toBeDefined();
    await fill('Name', 'New boathouse');
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    expect(await screen.findByText('New boathouse is saved for all upcoming events.')).toBeDefined();
    const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id: device.event.id } });
    expect(body.place).toMatchObject({ name: 'New boathouse', address: 'Quay 1' });
    expect(drafts()).toEqual([]);
  });

  it('keep form input over a reload', async () => {
    await openPlaces();
    await openSheet();
    await fill('Name', 'Half a name');
    cleanup();
    await openApp('/my/places');
    await openSheet();
    expect((await field('Name')).value).toBe('Half a name');
  });

  it('take no input while they are saved, and keep the focus', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    const release = holdAnswers('PATCH');
    const name = await fill('Name', 'Quay house');
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await asks.findByText('Saving…');
    await device.user.type(name, ' and more');
    await fill('Country', 'NL');
    expect(name.value).toBe('Quay house');
    expect((await field('Country')).value).toBe('BE');
    expect([document.activeElement, name.readOnly]).toEqual([name, true]);
    release();
    await screen.findByText('Quay house is saved for all upcoming events.');
    expect(await placeOf(device)).toMatchObject({ name: 'Quay house', countryCode: 'BE' });
  });

  it('report a missing field at it, and send nothing', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    await fill('Town', ' ');
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    expect(await screen.findByText('Enter the town.')).toBeDefined();
    expect(await placeOf(device)).toMatchObject({ region: 'Ghent', version: 1 });
  });

  it('keep a queued edit with a later one that is saved before the device has read the outbox', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    const online = fetch;
    vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof fetch>) =>
      init?.method === 'PATCH' ? Promise.reject(new TypeError('Failed to fetch')) : online(url, init),
    );
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await fill('Street and number', 'Quay 2');
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await screen.findByText('Boathouse will be saved as soon as possible.');
    const read = Promise.withResolvers<void>();
    lateReads.outbox = read.promise;
    cleanup();
    openOutbox(null);
    await openApp('/my/places');
    const again = await openSheet();
    await fill('Name', 'Quay house');
    await device.user.click(again.getByText('Save', { selector: 'button' }));
    read.resolve();
    await screen.findByText('Boathouse will be saved as soon as possible.');
    vi.stubGlobal('fetch', online);
    onLine.mockRestore();
    dispatchEvent(new Event('online'));
    await waitFor(async () =>
      expect(await placeOf(device)).toMatchObject({ name: 'Quay house', address: 'Quay 2' }),
    );
  });

  it('that were changed elsewhere meanwhile are saved after a review', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    await fill('Name', 'Mine');
    const { id = '' } = (await placeOf(device)) ?? {};
    await device.laptop.call('PATCH /api/places/{id}', {
      params: { id },
      body: { version: 1, address: 'Quay 2' },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await screen.findByText(/This place has changed in the meantime/);
    await waitFor(async () => expect((await field('Street and number')).value).toBe('Quay 2'));
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await screen.findByText('Mine is saved for all upcoming events.');
    expect(await placeOf(device)).toMatchObject({ name: 'Mine', address: 'Quay 2' });
  });
});

describe('a place in another time zone', () => {
  const startOf = async ({ laptop, event }: Awaited<ReturnType<typeof openPlaces>>) =>
    (await laptop.call('GET /api/events/{id}', { params: { id: event.id } })).body.startsAt;
  const hourLater = (instant: string) => new Date(Date.parse(instant) + 3_600_000).toISOString();

  it('asks how to move the times of its events, with an example, and saves the choice', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    expect(asks.queryByText('What happens to the events planned here?')).toBeNull();
    await fill('Time zone', 'Europe/Lisbon');
    expect(asks.getByText(/^Tuesday training on .* stays at 1\d:00\.$/)).toBeDefined();
    expect(asks.getByText(/^Tuesday training on .* moves to 1\d:00\.$/)).toBeDefined();
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    expect(asks.getByText('Choose one of the two.')).toBeDefined();
    const choice = asks.getByRole('radiogroup', { name: 'What happens to the events planned here?' });
    expect([choice.getAttribute('aria-invalid'), choice.getAttribute('aria-describedby')]).toEqual([
      'true',
      asks.getByText('Choose one of the two.').closest('[id]')?.id,
    ]);
    await waitFor(() =>
      expect(document.activeElement).toBe(asks.getByLabelText(/They keep their local time/)),
    );
    expect(await placeOf(device)).toMatchObject({ timeZone: 'Europe/Brussels' });
    await device.user.click(asks.getByLabelText(/They keep their local time/));
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await screen.findByText('Boathouse is saved for all upcoming events.');
    expect(await placeOf(device)).toMatchObject({ timeZone: 'Europe/Lisbon' });
    expect(await startOf(device)).toBe(hourLater(device.event.startsAt));
  });

  it('is queued offline with the choice, can be reviewed, and is sent online', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    const goOnline = goOffline();
    await fill('Time zone', 'Europe/Lisbon');
    await device.user.click(asks.getByLabelText(/They keep the exact moment/));
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    expect(await screen.findByText('Boathouse will be saved as soon as possible.')).toBeDefined();
    expect(screen.getByText('Changes to Boathouse')).toBeDefined();
    const again = await openSheet();
    expect((await field<HTMLSelectElement>('Time zone')).value).toBe('Europe/Lisbon');
    expect(again.getByLabelText<HTMLInputElement>(/They keep the exact moment/).checked).toBe(true);
    goOnline();
    await waitFor(async () => expect(await placeOf(device)).toMatchObject({ timeZone: 'Europe/Lisbon' }));
    expect(await startOf(device)).toBe(device.event.startsAt);
  });

  it('shows that a series there keeps its local times, until another choice is made', async () => {
    const device = await openPlaces();
    await planned(device, {
      place: { id: device.event.place?.id },
      recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
    });
    const asks = await openSheet();
    await fill('Time zone', 'Europe/Lisbon');
    await device.user.click(asks.getByLabelText(/They keep the exact moment/));
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await asks.findByText(/^A series takes place here, and its clock times stay\./);
    await device.user.click(asks.getByLabelText(/They keep their local time/));
    expect(asks.queryByText(/^A series takes place here/)).toBeNull();
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await screen.findByText('Boathouse is saved for all upcoming events.');
  });

  it('is refused when others plan events there', async () => {
    const device = await openPlaces();
    // The club's coach now runs the events of the place, and Ada only uses it.
    await device.db.deleteFrom('memberships').where('person_id', '=', device.ada.id).execute();
    await device.db
      .updateTable('places')
      .set({ owner_user_id: device.ada.id, owner_team_id: null, owner_organization_id: null })
      .execute();
    cleanup();
    await openApp('/my/places');
    await openSheet();
    const zone = await field<HTMLSelectElement>('Time zone');
    await waitFor(() => expect([...zone.options].map(({ value }) => value)).toEqual(['Europe/Brussels']));
    expect(screen.getByText(/Others plan events here too, so this stays/)).toBeDefined();
  });

  it('shows the other day when the instant falls on one, and that the local time stays if both are the same', () => {
    const next = { name: 'Row', startsAt: '2026-12-01T17:00:00.000Z', timeZone: 'Europe/Brussels' };
    expect(eventTimesExamples(next, 'Asia/Tokyo', 'en-GB')).toEqual({
      keepLocalTime: 'Row on Tue 1 Dec stays at 18:00.',
      keepInstant: 'Row on Tue 1 Dec moves to Wed 2 Dec, 02:00.',
    });
    expect(eventTimesExamples(next, 'Europe/Paris', 'en-GB').keepInstant).toBe(
      'Row on Tue 1 Dec stays at 18:00.',
    );
  });
});
