// Two coaches who change the same series at once: neither change is overwritten, or made twice, unseen.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAsAda } from '../device.tsx';
import { fill, openCoachDevice, planned } from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const dayMs = 86_400_000;
const lookAgain = 'Someone else changed this in the meantime. Look at it again.';

/** Dates on Tuesdays and Thursdays at 17:00, from two weeks from now on; `change` is the edit of another coach. */
async function openSeries(count: number) {
  const device = await openCoachDevice();
  const { db, laptop } = device;
  const tuesday = new Date(Date.now() + 14 * dayMs);
  tuesday.setUTCDate(tuesday.getUTCDate() + ((9 - tuesday.getUTCDay()) % 7));
  const startsAt = `${tuesday.toISOString().slice(0, 10)}T17:00:00.000Z`;
  await planned(device, {
    name: 'Training',
    startsAt,
    endsAt: startsAt.replace('T17:00', 'T18:30'),
    timeZone: 'UTC',
    recurrence: { rrule: `FREQ=WEEKLY;BYDAY=TU,TH;COUNT=${count}` },
  });
  const dates = () => db.selectFrom('events').selectAll().orderBy('recurrence_id').execute();
  const times = async () => (await dates()).map((date) => date.starts_at.slice(11, 16));
  const days = async () => (await dates()).map((date) => date.recurrence_id?.slice(0, 10) ?? '');
  const ids = (await dates()).map(({ id }) => id);
  const change = async (id = '', body: Record<string, unknown> = {}) => {
    const params = { id };
    const { version } = (await laptop.call('GET /api/events/{id}', { params })).body;
    const changed = await laptop.call('PATCH /api/events/{id}', { params, body: { version, ...body } });
    expect(changed.status).toBe(200);
  };
  return { ...device, ids, times, days, change };
}
type Series = Awaited<ReturnType<typeof openSeries>>;

/** The other coach moves the third and the following dates to 18:00. */
async function moveLater({ laptop, ids, change }: Series) {
  const { body } = await laptop.call('GET /api/events/{id}', { params: { id: ids[2] ?? '' } });
  const later = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString();
  await change(ids[2], { scope: 'following', startsAt: later(body.startsAt), endsAt: later(body.endsAt) });
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const sheetToChange = async () => within(await screen.findByRole('dialog', { name: 'Change which dates?' }));

it('an edit that moves all dates is not sent again by itself after another coach has moved some of them', async () => {
  const series = await openSeries(4);
  const { user, ids, times } = series;
  await openAsAda(`/my/events/${ids[0]}/edit`);
  await fill('Starts at', '18:00');
  await user.click(await button('Save'));
  const sheet = await sheetToChange();
  await user.click(sheet.getByRole('radio', { name: /^All/ }));
  const act = await sheet.findByRole('button', { name: 'Change 4 dates' });
  await moveLater(series);
  await user.click(act);
  await screen.findByText(lookAgain);
  expect(await times()).toEqual(['17:00', '17:00', '18:00', '18:00']);
  await user.click(await button('Save'));
  await user.click(await (await sheetToChange()).findByRole('button', { name: 'Change 1 date' }));
  await screen.findByText('Saved.');
  expect(await times()).toEqual(['18:00', '17:00', '18:00', '18:00']);
});

it('an edit of other fields of all dates is saved after another coach has moved some of them', async () => {
  const series = await openSeries(4);
  const { user, db, ids, times } = series;
  await openAsAda(`/my/events/${ids[0]}/edit`);
  await fill('Name', 'Circuit');
  await user.click(await button('Save'));
  const sheet = await sheetToChange();
  await user.click(sheet.getByRole('radio', { name: /^All/ }));
  const act = await sheet.findByRole('button', { name: 'Change 4 dates' });
  await moveLater(series);
  await user.click(act);
  await screen.findByText('4 dates were changed.');
  expect(await times()).toEqual(['17:00', '17:00', '18:00', '18:00']);
  const names = await db.selectFrom('events').select('name').execute();
  expect(names.map(({ name }) => name)).toEqual(Array(4).fill('Circuit'));
});
