// Two coaches who change the same series at once: neither change is overwritten, or made twice, unseen.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { emitChanged } from '../../../src/app/data/resources/acknowledged-writes.ts';
import { openAsAda } from '../device.tsx';
import { drafts, fill, openCoachDevice, planned } from './planning-setup.ts';

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

describe('a recurrence that was typed and not saved, of a series that another coach has changed since', () => {
  /** Leaves Thursdays out in the form of the first date. */
  async function openRule() {
    const series = await openSeries(6);
    const { user, laptop, ids, days, change } = series;
    const openForm = () => openAsAda(`/my/events/${ids[0]}/edit`);
    await openForm();
    await screen.findByText(/^Tuesdays and Thursdays until/);
    await user.click(await screen.findByText('Repeat'));
    await user.click(await screen.findByLabelText('Thursday'));
    await screen.findByText(/^Tuesdays until/);
    const [, , third = ''] = await days();
    const skipThird = async () => {
      const { body } = await laptop.call('GET /api/events/{id}', { params: { id: ids[0] ?? '' } });
      await change(ids[0], {
        scope: 'all',
        recurrence: { rrule: body.series?.rrule, exceptDates: [third] },
      });
      expect(await days()).not.toContain(third);
    };
    return { ...series, openForm, third, skipThird };
  }
  const conflict = async () => {
    const heading = await screen.findByRole('heading', { name: 'This has changed in the meantime' });
    return within(heading.closest('section') as HTMLElement);
  };
  const saveDates = async (user: Series['user']) => {
    await user.click(await button('Save'));
    await user.click(await (await sheetToChange()).findByRole('button', { name: /^Change \d/ }));
    await screen.findByText(/changed\.$/);
  };
  const isSaveDisabled = async () => (await button('Save')).hasAttribute('disabled');

  it('shows both when the form is opened again, and the saved one keeps the skipped day', async () => {
    const { user, openForm, skipThird, third, days } = await openRule();
    await skipThird();
    cleanup();
    await openForm();
    const both = await conflict();
    both.getByText(/^Tuesdays until/);
    both.getByText(/^Tuesdays and Thursdays until .* · Skip: Tue /);
    expect(await isSaveDisabled()).toBe(true);
    await user.click(both.getByRole('button', { name: 'Use the saved one: Repeat' }));
    await waitFor(() => expect(drafts()).toEqual([]));
    await screen.findByText(/^Tuesdays and Thursdays until/);
    expect(await days()).not.toContain(third);
  });

  it('is saved as typed if the coach chooses it', async () => {
    const { user, openForm, skipThird, third, days } = await openRule();
    await skipThird();
    cleanup();
    await openForm();
    await user.click((await conflict()).getByRole('button', { name: 'Keep mine: Repeat' }));
    await saveDates(user);
    expect(await days()).toHaveLength(3);
    expect(await days()).toContain(third);
  });

  it('shows both after the server refused it in an open form', async () => {
    const { user, skipThird, third, days } = await openRule();
    await skipThird();
    await user.click(await button('Save'));
    await user.click(await (await sheetToChange()).findByRole('button', { name: /^Change \d/ }));
    await screen.findByText(lookAgain);
    (await conflict()).getByText(/ · Skip: Tue /);
    expect(await days()).not.toContain(third);
  });

  it('is not saved if the form reads the other change while the sheet asks', async () => {
    const { user, skipThird, third, days } = await openRule();
    await user.click(await button('Save'));
    const act = await (await sheetToChange()).findByRole('button', { name: /^Change \d/ });
    await skipThird();
    await emitChanged(() => true);
    await conflict();
    await user.click(act);
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
    expect(await days()).not.toContain(third);
  });

  it('shows the days of all parts where later dates were moved to other days', async () => {
    const { user, laptop, ids, change, openForm, days } = await openRule();
    const { body } = await laptop.call('GET /api/events/{id}', { params: { id: ids[2] ?? '' } });
    const later = (at: string) => new Date(Date.parse(at) + dayMs).toISOString();
    await change(ids[2], { scope: 'following', startsAt: later(body.startsAt), endsAt: later(body.endsAt) });
    const moved = await days();
    cleanup();
    await openForm();
    const both = await conflict();
    both.getByText(/^Tuesdays and Thursdays until .* · Wednesdays and Fridays/);
    await user.click(both.getByRole('button', { name: 'Use the saved one: Repeat' }));
    await waitFor(() => expect(drafts()).toEqual([]));
    expect(await days()).toEqual(moved);
  });

  it('asks nothing where only other fields, or the times of later dates, were changed', async () => {
    const series = await openRule();
    const { user, ids, change, openForm, days } = series;
    await change(ids[1], { scope: 'following', name: 'Circuit' });
    await moveLater(series);
    cleanup();
    await openForm();
    await screen.findByText(/are still here, but not saved yet/);
    // The answer about the series has arrived.
    await screen.findByText(/^Tuesdays until/);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(screen.queryByText('This has changed in the meantime')).toBeNull();
    await saveDates(user);
    expect(await days()).toHaveLength(3);
  });

  it('opens and is saved if an earlier build stored it, which did not store the rule before', async () => {
    const { user, openForm, days } = await openRule();
    cleanup();
    const [name = ''] = drafts();
    const stored = localStorage.getItem(name) ?? '';
    const before = stored.replace(/("base":\{.*?"repeat":)\{.*?"skips":\[\]\}/, '$1null');
    expect(before).not.toBe(stored);
    localStorage.setItem(name, before);
    await openForm();
    await screen.findByText(/^Tuesdays until/);
    await saveDates(user);
    expect(await days()).toHaveLength(3);
  });
});
