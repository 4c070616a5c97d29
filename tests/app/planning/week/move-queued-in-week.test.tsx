// Moving a date of a series in the week of the calendar while an edit of it is queued: the move replaces that edit.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Write, write } from '../../../../src/app/data/outbox/outbox.ts';
import { plannedSubject } from '../../../../src/app/data/outbox/planned.ts';
import { storeEdits } from '../../../../src/app/features/planning/edit/use-event-edits.ts';
import { type EventValues, valuesOf } from '../../../../src/app/features/planning/form/values.ts';
import type { MyEvent } from '../../../../src/contract/events/events.ts';
import { field, openCoachDevice, planned, sheet } from '../planning-setup.ts';
import { event, moveByKeys, openWeek, stubDesk } from './week-setup.ts';

vi.mock('../../../../src/offline/device-store.ts', async (load) =>
  (await import('../../../support/memory-device.ts')).memoryDevice(load<object>),
);

type Edit = Partial<Write<'PATCH /api/events/{id}'>['body']>;

beforeEach(stubDesk);

/** Opens the week of a date whose edit is queued, because no edit reaches the server. */
async function openQueued(typed: Partial<EventValues>, body: Edit) {
  const device = await openCoachDevice();
  device.server.advance(Date.parse('2026-11-20T10:00:00.000Z') - device.server.now().getTime());
  const { id } = await planned(device, { ...event, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } });
  const { body: date } = await device.laptop.call('GET /api/events/{id}', { params: { id } });
  await openWeek(device);
  const online = fetch;
  const sent: string[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PATCH') return online(url, init);
    sent.push(String(init.body));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const draft = { base: valuesOf(date as MyEvent), typed, at: Date.now(), sentAt: date.version };
  storeEdits(device.ada.id, id, draft);
  await write({
    call: 'PATCH /api/events/{id}',
    params: { id },
    body: { version: date.version, ...body },
    subject: plannedSubject.edit(id),
    title: 'Changes to Tuesday training',
  } as Write<'PATCH /api/events/{id}'>);
  return { id, sent: () => [...new Set(sent)].map((text) => JSON.parse(text)) };
}
const times = (hour: number) => ({
  startsAt: event.startsAt.replace('T17', `T${hour}`),
  endsAt: event.endsAt.replace('T18', `T${hour + 1}`),
});

it.each<[string, Partial<EventValues>, Edit, string, string]>([
  ['a new name of one date', { name: 'Indoor' }, { name: 'Indoor', scope: 'this' }, 'Indoor', '19:00'],
  [
    'new times of all dates',
    { start: '20:00', end: '21:15' },
    { ...times(19), scope: 'all', handEdits: 'keep' },
    'Tuesday training',
    '19:00',
  ],
])(
  'a queued edit with %s is shown in the form with the times of the move',
  async (_, typed, body, name, start) => {
    const { id, sent } = await openQueued(typed, body);
    await moveByKeys();
    await waitFor(() => expect(location.pathname).toBe(`/my/events/${id}/edit`));
    await screen.findByText(/If you save again, you replace them\.$/);
    expect((await field('Name')).value).toBe(name);
    expect((await field('Starts at')).value).toBe(start);
    expect(sent()).toEqual([expect.objectContaining(body)]);
  },
);

it('a queued edit with new times of one date is replaced by a move, which is asked about in the week', async () => {
  await openQueued({ start: '20:00', end: '21:15' }, { ...times(19), scope: 'this' });
  await moveByKeys();
  const asked = await sheet();
  asked.getByText('Change which dates?');
  asked.getByText(/19:00–20:15/);
});
