// Edits of one series that were queued without a network: one of all dates, and one of another date alone behind it.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { write } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { plannedSubject } from '../../../src/app/data/outbox/planned.ts';
import type { Body } from '../../../src/contract/api.ts';
import { openAsAda } from '../device.tsx';
import { goOffline, inDays, openCoachDevice, planned } from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

type Edit = Partial<Body<'PATCH /api/events/{id}'>>;

/** Queues a name for all dates and then an edit of the third date alone. Resolves to how to go online and what was made. */
async function queueBoth(ofThird: Edit) {
  const device = await openCoachDevice();
  await planned(device, { recurrence: { rrule: 'FREQ=DAILY;COUNT=4' }, startsAt: inDays(3, '17:00') });
  const dates = () => device.db.selectFrom('events').selectAll().orderBy('recurrence_id').execute();
  const [first, , third] = await dates();
  const id = third?.id ?? '';
  await openAsAda(`/my/events/${id}`);
  await screen.findAllByText('Tuesday training');
  const goOnline = goOffline();
  const queueEdit = (of: string, body: Edit) =>
    write({
      call: 'PATCH /api/events/{id}',
      params: { id: of },
      body: { version: 1, ...body },
      subject: plannedSubject.edit(of),
      title: 'Changes',
    });
  const all = { scope: 'all', handEdits: 'keep', name: 'Circuit' } as const;
  expect(await queueEdit(first?.id ?? '', all)).toEqual({ kind: 'waiting' });
  expect(await queueEdit(id, ofThird)).toEqual({ kind: 'waiting' });
  const isSent = () => outboxStore.get().rows.every(({ refusal }) => refusal !== null);
  const goOnlineAndSend = async () => {
    goOnline();
    await waitFor(() => expect(isSent()).toBe(true));
  };
  return { ...device, id, dates, goOnlineAndSend };
}

const refusals = () => outboxStore.get().rows.map(({ refusal }) => refusal?.code);

it('an edit of one date that waits behind an own edit of all dates is accepted', async () => {
  const { dates, goOnlineAndSend } = await queueBoth({ scope: 'this', meetingPoint: 'At the gate' });
  await goOnlineAndSend();
  expect(refusals()).toEqual([]);
  expect((await dates()).map(({ name, meeting_point }) => [name, meeting_point])).toEqual([
    ['Circuit', null],
    ['Circuit', null],
    ['Circuit', 'At the gate'],
    ['Circuit', null],
  ]);
});

it('an edit of one date that waits behind an own edit of all dates is refused after a change by others', async () => {
  const { laptop, id, dates, goOnlineAndSend } = await queueBoth({ meetingPoint: 'At the gate' });
  // In between, from another device.
  const body = { version: 1, meetingPoint: 'At the hall' };
  expect((await laptop.call('PATCH /api/events/{id}', { params: { id }, body })).status).toBe(200);
  await goOnlineAndSend();
  expect(refusals()).toEqual(['stale_version']);
  expect((await dates())[2]).toMatchObject({ name: 'Circuit', meeting_point: 'At the hall' });
});
