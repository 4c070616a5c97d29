// My calendar over the real API: keyboard navigation, views, filters, entries, data for offline use, and the
// calendar feed's address.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildPlace,
  buildRegistration,
  buildTeam,
} from '../../support/factories.ts';
import { address, openApp, openDevice, password } from '../device.tsx';

// Each test signs in, and so hashes a password; keyboard navigation has many steps.
vi.setConfig({ testTimeout: 30_000 });

type Device = Awaited<ReturnType<typeof openClub>>;

/** On 21 November 2026 in Brussels, where weeks begin on Monday, with a team and its events. */
async function openClub() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubEnv('TZ', 'Europe/Brussels');
  vi.stubGlobal('scrollBy', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ locale: 'en-GB' }).where('id', '=', device.ada.id).execute();
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { team_id: team.id, person_id: device.ada.id });
  const place = await buildPlace(db, { name: 'Blaarmeersen' });
  const at = async (name: string, startsAt: string, given: Parameters<typeof buildEvent>[1] = {}) => {
    const event = await buildEvent(db, { name, starts_at: startsAt, place_id: place.id, ...given });
    await buildRegistration(db, { event_id: event.id, person_id: device.ada.id });
    return event;
  };
  const training = await at('Winter training', '2026-11-28T08:30:00.000Z', { teams: [team.id] });
  await at('Open court', '2026-11-28T09:00:00.000Z', {
    event_status: 'EventRescheduled',
    previous_start_dates: '["2026-11-28T08:00:00.000Z"]',
  });
  await at('Snow camp', '2026-12-02T08:00:00.000Z', {
    durationMinutes: 2 * 24 * 60,
    event_status: 'EventCancelled',
  });
  await buildEvent(db, { name: 'Sunday cup', starts_at: '2026-11-29T10:00:00.000Z', teams: [team.id] });
  return { ...device, db, team, training };
}

async function openCalendar({ user }: Device, search: string): Promise<void> {
  await openApp(`/my/calendar${search}`);
  await user.type(await screen.findByLabelText('Username or e-mail'), 'ada');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { level: 1, name: 'My Calendar' });
}

// Testing Library calls each td a cell; browsers call one in a grid a gridcell.
const cell = (name: string | RegExp) => screen.findByRole('cell', { name });
const chosen = () => document.querySelector<HTMLElement>('td[aria-selected=true]');

it('the month can be navigated by keyboard alone', async () => {
  const device = await openClub();
  const { user } = device;
  await openCalendar(device, '?view=month');
  const today = await cell(/^Saturday 21 November 2026/);
  expect(today.getAttribute('aria-current')).toBe('date');
  expect(screen.getAllByRole('cell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([today]);
  today.focus();
  const walk: [string, string][] = [
    ['{ArrowRight}', '2026-11-22'],
    ['{ArrowDown}', '2026-11-29'],
    ['{ArrowLeft}', '2026-11-28'],
    ['{ArrowUp}', '2026-11-21'],
    ['{Home}', '2026-11-16'],
    ['{End}', '2026-11-22'],
    ['{PageDown}', '2026-12-22'],
    ['{PageUp}{PageUp}', '2026-10-22'],
    ['{Shift>}{PageDown}{/Shift}', '2027-10-22'],
    ['{Shift>}{PageUp}{/Shift}{PageDown}', '2026-11-22'],
    ['{ArrowDown}{ArrowDown}', '2026-12-06'],
  ];
  for (const [keys, day] of walk) {
    await user.keyboard(keys);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day'), keys).toBe(day));
    expect(chosen()).toBe(document.activeElement);
    expect(new URL(location.href).searchParams.get('date')).toBe(day);
  }
  expect(screen.getByRole('heading', { level: 2, name: 'December 2026' })).toBeDefined();
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Wednesday 2 December/ })),
  );
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Snow camp');
});

it('a day is announced with its content, and each entry with its status', async () => {
  const device = await openClub();
  await openCalendar(device, '?view=month&date=2026-11-28');
  await cell('Saturday 28 November 2026, 2 events, some overlap');
  await cell('Wednesday 2 December 2026, 1 called off');
  const day = await screen.findByRole('region', { name: /^Saturday 28 November/ });
  expect(day.textContent).toContain('2 events, 2 overlap');
  const [training, court] = within(day).getAllByRole('listitem');
  expect(training?.textContent).toBe(
    "09:3011:00Winter trainingBlaarmeersenKV Rooigem U12You're inOverlaps another event",
  );
  expect(court?.querySelector('s')?.textContent).toBe('Was 09:00');
  expect(court?.textContent).toContain('Moved');
});

it('a day without entries says what is next, and the month explains its signs', async () => {
  const device = await openClub();
  await openCalendar(device, '?view=month&date=2026-11-25');
  const day = await screen.findByRole('region', { name: /^Wednesday 25 November/ });
  await within(day).findByText('Nothing on this day. Next, on Saturday 28 November:');
  expect(within(day).getAllByRole('listitem')).toHaveLength(1);
  expect(within(day).getByRole('link', { name: 'Winter training' })).toBeDefined();
  expect(screen.getByText('Needs your reply, or is not certain yet')).toBeDefined();
  await device.user.click(screen.getByRole('link', { name: 'Next month' }));
  await screen.findByRole('heading', { level: 2, name: 'December 2026' });
  // Nothing after the cancelled camp, and no sign in December besides those of the last days of November.
  const later = await screen.findByRole('region', { name: /^Friday 25 December/ });
  expect(later.textContent).toContain('Nothing on this day.');
  expect(later.textContent).not.toContain('Next');
});

it('the month asks for no reply to events that are over or cancelled', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const device = await openClub();
  const { db, team } = device;
  const teams = [team.id];
  await buildEvent(db, { name: 'Missed cup', starts_at: '2026-11-08T10:00:00.000Z', teams });
  await buildEvent(db, {
    name: 'Frozen cup',
    starts_at: '2026-11-22T10:00:00.000Z',
    event_status: 'EventCancelled',
    teams,
  });
  await openCalendar(device, '?view=month');
  const look = async (name: string) => {
    const [link] = await screen.findAllByTitle(name);
    return [link?.className.split(' ').at(-1), link?.textContent];
  };
  expect(await look('Sunday cup')).toEqual(['unanswered', '11:00 ? Sunday cup']);
  expect(await look('Missed cup')).toEqual(['out', '11:00 Missed cup']);
  expect(await look('Frozen cup')).toEqual(['off', '11:00 Frozen cup']);
});

it('the marks and signs of a past month ask for no reply', async () => {
  const device = await openClub();
  const { db, team } = device;
  await buildEvent(db, { name: 'Missed cup', starts_at: '2026-10-11T10:00:00.000Z', teams: [team.id] });
  await openCalendar(device, '?view=month&date=2026-10-15');
  const missed = await cell('Sunday 11 October 2026, 1 event');
  expect(missed.querySelectorAll('.mark')).toHaveLength(0);
  expect(screen.queryByText('Needs your reply, or is not certain yet')).toBeNull();
});

it('the month shows the chosen day, and Back returns to the month and then the previous view', async () => {
  const device = await openClub();
  const { user } = device;
  await openCalendar(device, '?view=agenda');
  await screen.findByRole('link', { name: 'Winter training' });
  await user.click(screen.getByRole('link', { name: 'Month' }));
  await user.click(await cell(/^Sunday 29 November/));
  const cup = await screen.findByRole('link', { name: 'Sunday cup' });
  expect(cup.closest('li')?.textContent).toContain('Needs your reply');
  await user.click(screen.getByRole('link', { name: 'Next month' }));
  await screen.findByRole('heading', { level: 2, name: 'December 2026' });
  history.back();
  await screen.findByRole('heading', { level: 2, name: 'November 2026' });
  expect(address()).toBe('/my/calendar?view=month&date=2026-11-29');
  history.back();
  await screen.findByRole('button', { name: 'Earlier' });
  expect(address()).toBe('/my/calendar?view=agenda');
});

it("a coach's new event begins on the shown day", async () => {
  const device = await openClub();
  await device.db.updateTable('users').set({ is_coach: 1 }).where('id', '=', device.ada.id).execute();
  await openCalendar(device, '?view=month&date=2026-12-02');
  expect((await screen.findByRole('link', { name: 'New event' })).getAttribute('href')).toBe(
    '/my/events/new?day=2026-12-02',
  );
});

it('the agenda lists the days from today on, with the free days between', async () => {
  const device = await openClub();
  await openCalendar(device, '');
  await screen.findByRole('link', { name: 'Winter training' });
  // In the next month, which is read separately.
  await screen.findAllByRole('link', { name: 'Snow camp' });
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'TodaySaturday 21 November',
    'Saturday28 November',
    'Sunday29 November',
    'Wednesday2 December',
    'Thursday3 December',
    'Friday4 December',
  ]);
  expect(screen.getByText('6 free days')).toBeDefined();
  const [first, second] = screen.getAllByRole('link', { name: 'Snow camp' });
  expect(first?.closest('li')?.textContent).toMatch(/^09:00day 1 of 3Snow camp.*Cancelled$/);
  expect(second?.closest('li')?.textContent).toMatch(/^All dayday 2 of 3/);
});

it('the URL follows the scroll position, but not while another page loads', async () => {
  const device = await openClub();
  await openCalendar(device, '');
  await screen.findByRole('link', { name: 'Winter training' });
  // jsdom has no layout.
  onTestFinished(() => void Reflect.deleteProperty(document, 'elementsFromPoint'));
  const scrollTo = async (day: string) => {
    const top = document.querySelector(`[data-day="${day}"]`);
    document.elementsFromPoint = vi.fn(() => (top ? [top] : []));
    fireEvent.scroll(window);
    await waitFor(() => expect(document.elementsFromPoint).toHaveBeenCalled(), { timeout: 5000 });
  };
  await scrollTo('2026-11-28');
  await waitFor(() => expect(address()).toBe('/my/calendar?date=2026-11-28'));
  // As after a tap: the address is the event's, and the calendar is rendered until the event can be.
  const next = `/my/events/${device.training.id}`;
  history.pushState(history.state, '', next);
  await scrollTo('2026-11-29');
  expect(address()).toBe(next);
});

it('the agenda loads earlier days above', async () => {
  const device = await openClub();
  const { user, db, ada } = device;
  const old = await buildEvent(db, { name: 'First steps', starts_at: '2026-11-03T18:00:00.000Z' });
  await buildRegistration(db, { event_id: old.id, person_id: ada.id });
  await openCalendar(device, '?view=agenda');
  await screen.findByRole('link', { name: 'Winter training' });
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  await screen.findByRole('link', { name: 'First steps' });
  expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Tuesday3 November');
});

it('three days on a phone show the hours, each entry with a full accessible name', async () => {
  const device = await openClub();
  await openCalendar(device, '?view=week&date=2026-11-27');
  const saturday = await screen.findByRole('list', { name: 'Saturday 28 November' });
  const name = "Winter training 09:30–11:00, KV Rooigem U12, You're in, Overlaps another event";
  await waitFor(() => expect(within(saturday).getAllByRole('link', { name })).toHaveLength(1));
  expect(within(saturday).getByRole('link', { name }).textContent).toBe('Winter training 09:30–11:00');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^27\D+29 Nov 2026$/);
  expect(screen.getByRole('region', { name: 'Hours of the week' }).tabIndex).toBe(0);
});

it('the team filter hides other entries, and says when nothing matches', async () => {
  const device = await openClub();
  const { user, db, ada, team } = device;
  const idle = await buildTeam(db, { name: 'Idle team' });
  await buildMembership(db, { team_id: idle.id, person_id: ada.id });
  await openCalendar(device, '?view=agenda');
  await screen.findByRole('link', { name: 'Open court' });
  await user.click(await screen.findByRole('link', { name: 'KV Rooigem U12' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Open court' })).toBeNull());
  await screen.findByRole('link', { name: 'Winter training' });
  expect(address()).toContain(`team=${team.id}`);
  await user.click(screen.getByRole('link', { name: 'KV Rooigem U12' }));
  await user.click(screen.getByRole('link', { name: 'Idle team' }));
  await screen.findByRole('heading', { name: 'Nothing found' });
  await user.click(screen.getByRole('button', { name: 'Show all teams' }));
  await screen.findByRole('link', { name: 'Open court' });
});

it('a month that is not on this device says so, and loads when the connection returns', async () => {
  const device = await openClub();
  const { user } = device;
  await openCalendar(device, '?view=month');
  await cell(/^Saturday 28 November 2026, 2 events/);
  const online = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await user.click(screen.getByRole('cell', { name: /^Saturday 21 November/ }));
  await user.keyboard('{Shift>}{PageDown}{/Shift}');
  await screen.findByRole('heading', { name: 'November 2027 is not saved on this device' });
  vi.stubGlobal('fetch', online);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Nothing planned' });
});

it('the agenda shows a saved month whose first hours are in a month that is not saved', async () => {
  const device = await openClub();
  const { db, ada } = device;
  const old = await buildEvent(db, { name: 'First steps', starts_at: '2026-10-03T16:00:00.000Z' });
  await buildRegistration(db, { event_id: old.id, person_id: ada.id });
  const online = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('/calendar?from=2026-09') ? Promise.reject(new TypeError('offline')) : online(url, init),
  );
  await openCalendar(device, '?view=agenda&date=2026-10-01');
  await screen.findByRole('link', { name: 'First steps' });
  await screen.findByRole('heading', { name: 'September 2026 is not saved on this device' });
});

it('an entry opens its event', async () => {
  const device = await openClub();
  const { user, training } = device;
  await openCalendar(device, '');
  await user.click(await screen.findByRole('link', { name: 'Winter training' }));
  await screen.findByRole('heading', { level: 1, name: 'Winter training' });
  expect(address()).toBe(`/my/events/${training.id}`);
});

it("the calendar feed's address is created on request", async () => {
  const device = await openClub();
  const { user, asked } = device;
  await openCalendar(device, '');
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  const sheet = await screen.findByRole('dialog', { name: 'Add to a calendar' });
  expect(asked.some((call) => call.startsWith('POST /api/users/me/calendar-feed'))).toBe(false);
  await user.click(within(sheet).getByRole('button', { name: 'Create calendar link' }));
  const made = await screen.findByRole('dialog', { name: 'Your calendar link' });
  const { value } = within(made).getByLabelText<HTMLInputElement>('Link');
  expect(value).toMatch(/^https?:\/\/.+\/api\/calendar\/[\w-]{43}\.ics$/);
  const open = within(made).getByRole('link', { name: 'Open my calendar' });
  expect(open.getAttribute('href')).toBe(value.replace(/^https?/, 'webcal'));
});

it('a calendar link without any team is not created', async () => {
  const device = await openClub();
  const { user, asked, db, ada } = device;
  const futsal = await buildTeam(db, { name: 'Futsal' });
  await buildMembership(db, { team_id: futsal.id, person_id: ada.id });
  await openCalendar(device, '');
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add to a calendar' }));
  const boxes = within(await sheet.findByRole('group', { name: 'Teams' })).getAllByRole('checkbox');
  expect(boxes).toHaveLength(2);
  for (const box of boxes) await user.click(box);
  const create = sheet.getByRole('button', { name: 'Create calendar link' });
  await user.click(create);
  await sheet.findByText('Choose at least one team');
  expect(document.activeElement).toBe(boxes[0]);
  expect(asked.some((call) => call.startsWith('POST /api/users/me/calendar-feed'))).toBe(false);
  await user.click(boxes[0] as HTMLElement);
  expect(sheet.queryByText('Choose at least one team')).toBeNull();
  await user.click(create);
  await screen.findByRole('dialog', { name: 'Your calendar link' });
  const { filters } = await db.selectFrom('calendar_feeds').select('filters').executeTakeFirstOrThrow();
  expect(JSON.stringify(filters)).toContain((boxes[0] as HTMLInputElement).value);
});

it('the data for offline use is prefetched after sign-in', async () => {
  const device = await openClub();
  const { asked, team, training } = device;
  await openCalendar(device, '');
  const wanted = [
    ...['2026-10', '2026-11', '2026-12', '2027-01', '2027-02'].map(
      (month) => `GET /api/users/me/calendar?from=${month}-01`,
    ),
    ...['needsReply', 'upcoming', 'waitlisted', 'past'].map((tab) => `GET /api/users/me/events?tab=${tab}`),
    'GET /api/users/me/teams',
    `GET /api/teams/${team.id}`,
    `GET /api/events/${training.id}`,
  ];
  await waitFor(() =>
    expect(wanted.filter((start) => !asked.some((call) => call.startsWith(start)))).toEqual([]),
  );
  const reads = asked.filter((call) => call.includes('/calendar?'));
  expect(reads).toEqual([...new Set(reads)]);
});
