// A rejected move in the week of the calendar: because the event was deleted, or after it was queued offline. And a
// queued duplicate.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/app/data/http/new-id.ts';
import { write } from '../../../../src/app/data/outbox/outbox.ts';
import { plannedSubject } from '../../../../src/app/data/outbox/planned.ts';
import { holdAnswers, openApp } from '../../device.tsx';
import { drafts, field, goOffline, openCoachDevice, planned, sheet } from '../planning-setup.ts';
import { day, event, moveByKeys, openWeek, press, startOf, stubDesk, timesShown } from './week-setup.ts';

vi.mock('../../../../src/offline/device-store.ts', async (load) =>
  (await import('../../../support/memory-device.ts')).memoryDevice(load<object>),
);

type Device = Awaited<ReturnType<typeof openCoachDevice>>;

beforeEach(stubDesk);

const removeEvents = ({ db }: Device) =>
  db.updateTable('events').set({ removed_at: '2026-11-25T10:00:00.000Z' }).execute();
const leaveTeam = ({ db, ada }: Device) =>
  db.deleteFrom('memberships').where('person_id', '=', ada.id).execute();
const gone = "We can't find this event. It was deleted, or you can't see it any more.";
const times = '18:00–19:15';

it('a move that the server answers late is said to be saved once it is', async () => {
  const device = await openCoachDevice();
  const { id } = await planned(device, event);
  await openWeek(device);
  const release = holdAnswers('PATCH', `/api/events/${id}`);
  await moveByKeys();
  press(await sheet(), 'Save changes');
  await screen.findByText('Your changes will be sent as soon as possible.');
  release();
  await screen.findByText('Saved.');
  expect(screen.queryByText('Your changes will be sent as soon as possible.')).toBeNull();
});

describe('a move of a deleted event', () => {
  it('reports it before asking, and removes the event from the week', async () => {
    const device = await openCoachDevice();
    await planned(device, event);
    await openWeek(device);
    await screen.findByTitle('Tuesday training');
    await removeEvents(device);
    await moveByKeys();
    await screen.findByText(gone);
    await waitFor(() => expect(screen.queryByTitle('Tuesday training')).toBeNull());
    expect(document.querySelector('dialog[open]')).toBeNull();
    expect(drafts()).toEqual([]);
  });

  it('is rejected on saving, and removes the event from the week', async () => {
    const device = await openCoachDevice();
    await planned(device, event);
    await openWeek(device);
    await moveByKeys();
    const asked = await sheet();
    await removeEvents(device);
    press(asked, 'Save changes');
    await screen.findByText(gone);
    await waitFor(() => expect(screen.queryByTitle('Tuesday training')).toBeNull());
    expect(await startOf(device)).toBe(event.startsAt);
    expect(drafts()).toEqual([]);
  });
});

describe('a queued move', () => {
  /** Moves the event by an hour offline; returns how to go online again. */
  async function moveOffline(device: Device) {
    await openWeek(device);
    await moveByKeys();
    const asked = await sheet();
    const comeBack = goOffline();
    press(asked, 'Save changes');
    await screen.findByText('Your changes will be sent as soon as possible.');
    await screen.findByText('Not sent yet');
    expect(await timesShown()).toBe(times);
    return comeBack;
  }
  const waits = () => screen.queryByText('Not sent yet');

  it('is sent when the network is back, and the week shows it there', async () => {
    const device = await openCoachDevice();
    await planned(device, event);
    const comeBack = await moveOffline(device);
    expect(await startOf(device)).toBe(event.startsAt);
    comeBack();
    await waitFor(async () => expect(await startOf(device)).toBe(`${day}T18:00:00.000Z`));
    await waitFor(async () => expect(await timesShown()).toBe('19:00–20:15'));
    await waitFor(() => expect(waits()).toBeNull());
  });

  it('is rejected when the role has ended: the week shows the old time, and the form the chosen one', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { ...event, visibility: 'public' });
    const comeBack = await moveOffline(device);
    await leaveTeam(device);
    comeBack();
    await screen.findByText('1 change needs you');
    await waitFor(() => expect(waits()).toBeNull());
    expect(await startOf(device)).toBe(event.startsAt);
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await screen.findByText(
      /^We couldn't save your changes: Only the people who run this event can change it\.$/,
    );
    screen.getByText(/19:00/);
    fireEvent.click(screen.getByText('Discard', { selector: 'button' }));
    await screen.findByText("You can't change this event");
    expect(drafts()).toEqual([]);
  });

  it('is rejected when another person moved the event: its form shows both times, and saves the chosen one', async () => {
    const device = await openCoachDevice();
    const { id, version } = await planned(device, event);
    const comeBack = await moveOffline(device);
    await device.laptop.call('PATCH /api/events/{id}', {
      params: { id },
      body: { version, startsAt: `${day}T19:30:00.000Z`, endsAt: `${day}T20:45:00.000Z` },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    comeBack();
    await screen.findByText('1 change needs you');
    await waitFor(async () => expect(await timesShown()).toBe('20:30–21:45'));
    expect(waits()).toBeNull();
    expect(await startOf(device)).toBe(`${day}T19:30:00.000Z`);
    // Another move of the same event is decided in its form, which has both.
    await moveByKeys();
    await waitFor(() => expect(location.pathname).toBe(`/my/events/${id}/edit`));
    await screen.findByText('This has changed in the meantime');
    screen.getByText(/20:30–21:45/);
    fireEvent.click(screen.getByText('Keep mine', { selector: 'button' }));
    expect((await field('Starts at')).value).toBe('21:30');
    fireEvent.click(screen.getByText('Save', { selector: 'button' }));
    press(await sheet(), 'Save changes');
    await screen.findByText('Saved.');
    expect(await startOf(device)).toBe(`${day}T20:30:00.000Z`);
    expect(drafts()).toEqual([]);
    await waitFor(() => expect(screen.queryByText('1 change needs you')).toBeNull());
  });
});

describe('a queued duplicate', () => {
  it.each(['2026-11-30', '2026-12-03'])('on %s is as long as its original', async (copyDay) => {
    const device = await openCoachDevice();
    const { id } = await planned(device, event);
    await openWeek(device);
    await screen.findByTitle('Tuesday training');
    goOffline();
    await write({
      call: 'POST /api/events/{id}/duplicate',
      params: { id },
      body: { id: newId(), startsAt: `${copyDay}T18:00:00.000Z` },
      subject: plannedSubject.duplicate(id),
      title: 'Duplicate Tuesday training',
    });
    await screen.findAllByText('Not sent yet');
    const blocks = [...document.querySelectorAll('a.waits')];
    expect(blocks.map((block) => block.querySelector('span')?.textContent)).toEqual(['19:00–20:15']);
  });
});
