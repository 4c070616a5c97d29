// The Repeat row of the form over the real API: folded and open, by keyboard, its errors, and its drafts.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildMembership, buildUser } from '../../support/factories.ts';
import { openApp, openAsAda } from '../device.tsx';
import {
  button,
  drafts,
  eventsOf,
  field,
  fill,
  goOffline,
  openCoachDevice,
  planned,
  sheet,
} from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
Element.prototype.scrollIntoView = () => {};

type Device = Awaited<ReturnType<typeof openCoachDevice>>;

/** A Tuesday. */
const path = '/my/events/new?day=2027-03-02';
const row = () => within(document.querySelector('[data-group=repeat]') as HTMLElement);
const open = async ({ user }: Device) => {
  await field('Name');
  await user.click(row().getByText('Repeat'));
};
const skipFrom = (index: number) =>
  screen.getAllByLabelText<HTMLInputElement>('From')[index] as HTMLInputElement;
const skipTo = (index: number) => screen.getAllByLabelText<HTMLInputElement>('To')[index] as HTMLInputElement;
const skip = (index: number, from: string, to: string) => {
  fireEvent.change(skipFrom(index), { target: { value: from } });
  fireEvent.change(skipTo(index), { target: { value: to } });
};
const confirm = async ({ user }: Device, text: string | RegExp) =>
  user.click((await sheet()).getByText(text, { selector: 'button' }));
const daysOfEvents = async ({ db }: Device) =>
  (await db.selectFrom('events').select('recurrence_id').orderBy('recurrence_id').execute()).map(
    ({ recurrence_id: slot }) => slot,
  );

describe('a new event that repeats', () => {
  it('creates every date in its summary, published with one press', async () => {
    const device = await openCoachDevice();
    const member = await buildUser(device.db);
    await buildMembership(device.db, { person_id: member.id, team_id: device.team.id });
    await openAsAda(path);
    await open(device);
    expect(row().getByText("Doesn't repeat", { selector: '.value' })).toBeDefined();
    await device.user.click(screen.getByLabelText('Every week'));
    await device.user.click(screen.getByLabelText('Thursday'));
    await fill('Last day', '2027-04-30');
    skip(0, '2027-03-29', '2027-04-11');
    const status = await row().findByRole('status');
    await waitFor(() =>
      expect(status.textContent).toContain('14 dates, the first Tue 2 Mar, the last Thu 29 Apr'),
    );
    expect(status.textContent).toContain('Tue 2 Mar · Thu 4 Mar · Tue 9 Mar');
    expect(row().getByText('14 dates · 4 skipped')).toBeDefined();
    expect(row().getByText(/^Tuesdays and Thursdays until 30 April 2027/)).toBeDefined();

    await device.user.click(button('Publish 14 dates'));
    const asks = await sheet();
    expect(asks.getByText('Tuesdays and Thursdays until 30 April 2027, 18:00–19:30')).toBeDefined();
    expect(asks.getByText('14 dates, the first Tue 2 Mar, the last Thu 29 Apr')).toBeDefined();
    await confirm(device, 'Publish 14 dates');
    const said = "Published 14 dates. We'll ask one person once if they're coming.";
    expect(await screen.findByText(said)).toBeDefined();
    const days = ['02', '04', '09', '11', '16', '18', '23', '25'].map((day) => `2027-03-${day}T18:00`);
    const later = ['13', '15', '20', '22', '27', '29'].map((day) => `2027-04-${day}T18:00`);
    expect(await daysOfEvents(device)).toEqual([...days, ...later]);
    expect((await eventsOf(device)).every(({ publication }) => publication === 'published')).toBe(true);
    expect(drafts()).toEqual([]);
  });

  it('is set by keyboard, and its first weekday stays on', async () => {
    const device = await openCoachDevice();
    await openAsAda(path);
    await open(device);
    screen.getByLabelText("Doesn't repeat").focus();
    await device.user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByLabelText('Every week'));
    await device.user.tab();
    const monday = screen.getByLabelText<HTMLInputElement>('Monday');
    expect(document.activeElement).toBe(monday);
    await device.user.keyboard(' ');
    expect([monday.checked, document.activeElement]).toEqual([true, monday]);
    await device.user.tab();
    await device.user.keyboard(' ');
    const tuesday = screen.getByLabelText<HTMLInputElement>('Tuesday');
    expect([tuesday.checked, tuesday.getAttribute('aria-disabled')]).toEqual([true, 'true']);
    expect(row().getByText(/^Mondays and Tuesdays until/)).toBeDefined();
    await fill('Day', '2027-03-03');
    expect(row().getByText(/^Mondays and Wednesdays until/)).toBeDefined();
    // After removing a range the focus stays at its position.
    skip(0, '2027-03-09', '2027-03-10');
    skip(1, '2027-04-06', '2027-04-10');
    screen.getByLabelText('Remove skipped days 1').focus();
    await device.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(skipFrom(0));
    expect(skipFrom(0).value).toBe('2027-04-06');
    screen.getByLabelText('Remove skipped days 1').focus();
    await device.user.keyboard('{Enter}');
    expect([document.activeElement, skipFrom(0).value]).toEqual([skipFrom(0), '']);
  });

  it('follows the day in When, and is restored after another choice', async () => {
    const device = await openCoachDevice();
    await openAsAda(path);
    await open(device);
    await device.user.click(screen.getByLabelText('Every week'));
    await device.user.click(screen.getByLabelText('Thursday'));
    await fill('Day', '2027-03-03');
    expect(row().getByText(/^Wednesdays and Thursdays until 30 June 2027/)).toBeDefined();
    await device.user.click(screen.getByLabelText('Every month'));
    expect(row().getByText(/^Monthly on day 3 until/)).toBeDefined();
    await device.user.click(screen.getByLabelText('On the first Wednesday'));
    expect(screen.queryByLabelText('On the last Wednesday')).toBeNull();
    await fill('Day', '2027-03-31');
    expect(row().getByText(/^Monthly on the last Wednesday until/)).toBeDefined();
    await device.user.click(screen.getByLabelText("Doesn't repeat"));
    expect(button('Publish')).toBeDefined();
    await device.user.click(screen.getByLabelText('Every week'));
    expect(row().getByText(/^Wednesdays and Thursdays until/)).toBeDefined();
  });

  it('shows client and server errors at the field, also folded', async () => {
    const device = await openCoachDevice();
    await openAsAda(path);
    await open(device);
    await device.user.click(screen.getByLabelText('Every month'));
    await fill('How many months apart', '');
    expect(row().getByText('Not filled in yet')).toBeDefined();
    await device.user.click(row().getByText('Repeat'));
    expect(screen.queryByLabelText('How many months apart')).toBeNull();
    await device.user.click(button('Publish'));
    const interval = await field('How many months apart');
    expect(row().getByText('Enter a whole number from 1 to 99.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(interval));
    await fill('How many months apart', '2');
    expect(screen.queryByText('Enter a whole number from 1 to 99.')).toBeNull();
    await fill('Last day', '2040-06-30');
    await device.user.click(button('Save as draft'));
    expect(await row().findByText('Ends in more than five years')).toBeDefined();
    expect(await eventsOf(device)).toEqual([]);
    await fill('Last day', '2027-06-30');
    await device.user.click(await screen.findByText(/^Save as draft/));
    expect(
      await screen.findByText('Saved 2 dates as drafts. Only the people running them can see them.'),
    ).toBeDefined();
    expect(await daysOfEvents(device)).toEqual(['2027-03-02T18:00', '2027-05-02T18:00']);
  });

  it('is restored after a reload', async () => {
    const device = await openCoachDevice();
    await openAsAda(path);
    await open(device);
    await device.user.click(screen.getByLabelText('Every week'));
    skip(0, '2027-03-29', '2027-04-11');
    await device.user.click(screen.getByLabelText('After a number of dates'));
    await fill('How many dates', '8');
    cleanup();
    await openApp(path);
    await field('Name');
    expect(await row().findByText('6 dates · 2 skipped')).toBeDefined();
    await open(device);
    expect((await field('How many dates')).value).toBe('8');
    expect([skipFrom(0).value, skipTo(0).value]).toEqual(['2027-03-29', '2027-04-11']);
  });

  it('opens a draft that the previous build stored', async () => {
    const { ada } = await openCoachDevice();
    await openAsAda(path);
    await fill('Name', 'Half a thought');
    const key = `draft ${ada.id} event new`;
    const draft = JSON.parse(localStorage.getItem(key) ?? '');
    delete draft.base.repeat;
    localStorage.setItem(key, JSON.stringify(draft));
    cleanup();
    await openApp(path);
    expect((await field('Name')).value).toBe('Half a thought');
    expect(row().getByText("Doesn't repeat")).toBeDefined();
  });
});

describe('a series offline', () => {
  /** Fills in a series of three Tuesdays, the second one skipped. */
  async function fillSeries(device: Device) {
    await openAsAda(path);
    await fill('Name', 'From the bus');
    await open(device);
    await device.user.click(screen.getByLabelText('Every week'));
    await fill('Last day', '2027-03-16');
    skip(0, '2027-03-08', '2027-03-12');
    await row().findByText('2 dates · 1 skipped');
  }

  it('is queued, can be changed while queued, and becomes one series when sent', async () => {
    const device = await openCoachDevice();
    await fillSeries(device);
    const comeBack = goOffline();
    await device.user.click(button('Publish 2 dates'));
    const asks = await sheet();
    expect(asks.getByText(/We'll publish it as soon as possible/)).toBeDefined();
    await confirm(device, 'Publish 2 dates');
    await device.user.click(await screen.findByText('New series: From the bus'));
    await field('Name');
    expect(await row().findByText('2 dates · 1 skipped')).toBeDefined();
    await open(device);
    expect([skipFrom(0).value, skipTo(0).value]).toEqual(['2027-03-08', '2027-03-12']);
    await fill('Last day', '2027-03-23');
    await device.user.click(await screen.findByText('Publish 3 dates'));
    await confirm(device, 'Publish 3 dates');
    await screen.findByText('New series: From the bus');
    comeBack();
    await waitFor(async () =>
      expect(await daysOfEvents(device)).toEqual([
        '2027-03-02T18:00',
        '2027-03-16T18:00',
        '2027-03-23T18:00',
      ]),
    );
    expect(drafts()).toEqual([]);
  });

  it('that is sent while its dates are changed has the sent dates, and says so', async () => {
    const device = await openCoachDevice();
    await fillSeries(device);
    const comeBack = goOffline();
    await device.user.click(button('Publish 2 dates'));
    await confirm(device, 'Publish 2 dates');
    await device.user.click(await screen.findByText('New series: From the bus'));
    await open(device);
    await fill('Last day', '2027-03-23');
    comeBack();
    expect(
      await screen.findByText(
        'This was sent before you changed how it repeats, so the dates are still the old ones.',
      ),
    ).toBeDefined();
    expect(await daysOfEvents(device)).toEqual(['2027-03-02T18:00', '2027-03-16T18:00']);
    expect(drafts()).toEqual([]);
  });

  it('that may have arrived is not changed until that is known, and keeps the input', async () => {
    const device = await openCoachDevice();
    await fillSeries(device);
    await device.user.click(button('Publish 2 dates'));
    const online = fetch;
    let comeBack = () => {};
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const answer = await online(url, init);
      if (init.method !== 'POST' || url !== '/api/events') return answer;
      vi.stubGlobal('fetch', online);
      comeBack = goOffline();
      throw new TypeError('Failed to fetch');
    });
    await confirm(device, 'Publish 2 dates');
    await device.user.click(await screen.findByText('New series: From the bus'));
    await fill('Name', 'From the train');
    await device.user.click(await screen.findByText('Publish 2 dates'));
    await confirm(device, 'Publish 2 dates');
    expect((await screen.findAllByText(/have no answer yet/)).length).toBeGreaterThan(0);
    comeBack();
    // It continues as an edit of the first date.
    await screen.findByText(/are still here, but not saved yet/);
    expect((await field('Name')).value).toBe('From the train');
    expect(await daysOfEvents(device)).toEqual(['2027-03-02T18:00', '2027-03-16T18:00']);
  });
});

it('a date of a series shows its rule, its last day, and how many dates there are', async () => {
  const device = await openCoachDevice();
  const startsAt = '2027-03-02T17:00:00.000Z';
  const { id } = await planned(device, {
    startsAt,
    endsAt: startsAt.replace('T17', 'T18'),
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
  });
  await openAsAda(`/my/events/${id}/edit`);
  expect(await screen.findByText(/^Every day until 4 March 2027/)).toBeDefined();
  expect(row().getByText('3 dates')).toBeDefined();
  expect(row().queryByLabelText("Doesn't repeat")).toBeNull();
});

it('the page of a draft in a series says that all of its drafts are published', async () => {
  const device = await openCoachDevice();
  const { id } = await planned(device, {
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    publication: 'draft',
  });
  await openAsAda(`/my/events/${id}`);
  await device.user.click(await screen.findByRole('button', { name: 'Publish' }));
  await confirm(device, 'Publish 3 dates');
  await waitFor(async () =>
    expect((await eventsOf(device)).map(({ publication }) => publication)).toEqual([
      'published',
      'published',
      'published',
    ]),
  );
});
