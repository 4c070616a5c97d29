// The places that a coach plans at, over the real API: what an edit touches, and what becomes of what was typed.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../../support/memory-store.ts';
import { openApp, openAsAda } from '../device.tsx';
import { drafts, field, fill, openCoachDevice, planned, sheet } from './planning-bed.ts';

/** jsdom has no IndexedDB. */
vi.mock('../../../src/offline/device-store.ts', async (load) => {
  const stores = new Map<string, object>();
  const storeOf = (part: string, userId: string) => {
    const key = `${part} ${userId}`;
    if (!stores.has(key)) stores.set(key, memoryStore());
    return stores.get(key);
  };
  return { ...(await load<object>()), deviceStore: storeOf, forgetOthersAnswers: async () => {} };
});

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
  it('say how many events to come each has, and an edit is shown by them', async () => {
    const device = await openPlaces();
    expect(await screen.findByText('1 event to come')).toBeDefined();
    const asks = await openSheet();
    expect(asks.getByText(/1 event to come takes place here and will show the change/)).toBeDefined();
    await fill('Name', 'New boathouse');
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    expect(await screen.findByText('New boathouse is saved for all events to come.')).toBeDefined();
    const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id: device.event.id } });
    expect(body.place).toMatchObject({ name: 'New boathouse', address: 'Quay 1' });
    expect(drafts()).toEqual([]);
  });

  it('keep what was typed over a reload', async () => {
    await openPlaces();
    await openSheet();
    await fill('Name', 'Half a name');
    cleanup();
    await openApp('/my/places');
    await openSheet();
    expect((await field('Name')).value).toBe('Half a name');
  });

  it('say beside the field what is missing, and send nothing', async () => {
    const device = await openPlaces();
    const asks = await openSheet();
    await fill('Town', ' ');
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    expect(await screen.findByText('Give its town.')).toBeDefined();
    expect(await placeOf(device)).toMatchObject({ region: 'Ghent', version: 1 });
  });

  it('that were changed elsewhere meanwhile are saved after a second look', async () => {
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
    await screen.findByText(/was changed somewhere else meanwhile/);
    await waitFor(async () => expect((await field('Street and number')).value).toBe('Quay 2'));
    await device.user.click(asks.getByText('Save', { selector: 'button' }));
    await screen.findByText('Mine is saved for all events to come.');
    expect(await placeOf(device)).toMatchObject({ name: 'Mine', address: 'Quay 2' });
  });
});
