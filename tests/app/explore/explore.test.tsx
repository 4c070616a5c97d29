// Exploring: the lists, their filters and an event, over the real API.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  buildEvent,
  buildListedUser,
  buildOffer,
  buildOrganization,
  buildPlace,
  buildRegistration,
  buildSeries,
  buildUser,
} from '../../support/factories.ts';
import { address, openApp, openAsAda, openDevice } from '../device.tsx';

async function openClub() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
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
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  const place = await buildPlace(db, { name: 'Blaarmeersen', region: 'Ghent' });
  const nora = await buildListedUser(db, { name: 'Nora Claes', is_coach: 1 });
  const training = await buildEvent(db, {
    name: 'U12 winter training',
    organizer_organization_id: club.id,
    place_id: place.id,
    leaders: [nora.id],
    maximum_attendee_capacity: 2,
    attendee_instructions: 'Boots',
    arrive_minutes_before: 15,
  });
  const cup = await buildEvent(db, {
    name: 'Sunday cup',
    organizer_organization_id: club.id,
    starts_at: '2026-11-29T10:00:00.000Z',
    activities: '["judo"]',
  });
  await buildOffer(db, { event_id: cup.id });
  return { ...device, db, club, training, cup, nora };
}

const card = (name: string) => screen.findByRole('link', { name });

it('the list shows events by day, each card one link under the heading of its day', async () => {
  const { training } = await openClub();
  await openApp('/explore/events');
  const link = await card('U12 winter training');
  expect(link.getAttribute('href')).toBe(`/events/public/${training.id}`);
  const days = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(days.some((day) => day.startsWith('Saturday'))).toBe(true);
  expect(days.some((day) => day.startsWith('Sunday'))).toBe(true);
  const day = within(link.closest('section') as HTMLElement).getByRole('heading', { level: 2 });
  expect(day.textContent).toMatch(/^Saturday/);
  const row = link.closest('article');
  expect(row?.textContent).toContain('Nora Claes · KV Rooigem');
  expect(row?.textContent).toContain('Blaarmeersen, Ghent');
  expect(row?.textContent).toContain('2 places left');
  expect(document.title).toBe('Explore events · Sideline');
});

it('a quick filter stays in the address, and can be removed', async () => {
  const { user } = await openClub();
  await openApp('/explore/events');
  await card('Sunday cup');
  await user.click(screen.getByRole('link', { name: 'Free' }));
  expect(address()).toBe('/explore/events?price=free');
  await waitFor(() => expect(screen.queryByText('Sunday cup')).toBeNull());
  expect(screen.getByRole('button', { name: 'Filters, 1 on' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Free' }));
  expect(address()).toBe('/explore/events');
  await card('Sunday cup');
});

it('each series is shown once when that is ticked, with a link to its other dates', async () => {
  const { db, user } = await openClub();
  const { id } = await buildSeries(db);
  for (const day of ['2026-11-30', '2026-12-07', '2026-12-14'])
    await buildEvent(db, {
      name: 'Monday rowing',
      series_id: id,
      recurrence_id: `${day}T11:00`,
      starts_at: `${day}T10:00:00.000Z`,
    });
  await openApp('/explore/events');
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Monday rowing/ })).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByLabelText('Each series once'));
  await user.click(await screen.findByRole('button', { name: 'Show 3 events' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Monday rowing/ })).toHaveLength(1));
  expect(address()).toBe('/explore/events?oncePerSeries=true');
  const others = screen.getByRole('link', { name: 'and 2 more dates of Monday rowing' });
  expect(others.getAttribute('href')).toBe(`/series/${id}`);
  await user.click(screen.getByRole('link', { name: 'Remove filter: Each series once' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Monday rowing/ })).toHaveLength(3));
});

it('the filter sheet works as a form', async () => {
  const { user } = await openClub();
  await openApp('/explore/events?q=cup');
  await card('Sunday cup');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = await screen.findByRole('dialog');
  const form = sheet.querySelector('form');
  expect(form?.getAttribute('action')).toBe('/explore/events');
  expect(form?.method).toBe('get');
  await user.click(within(sheet).getByRole('radio', { name: /With a price/ }));
  await user.click(within(sheet).getByRole('radio', { name: /^Judo/ }));
  // The cup has a price, and is found; nothing else is.
  await user.click(await within(sheet).findByRole('button', { name: 'Show 1 event' }));
  expect(address()).toBe('/explore/events?q=cup&activity=judo&price=paid');
  expect(await screen.findByRole('button', { name: 'Filters, 2 on' })).toBeDefined();
});

it('an empty result says that nothing matches, and links to everything', async () => {
  const { user } = await openClub();
  await openApp('/explore/events?activity=yoga');
  await screen.findByRole('heading', { name: 'Nothing found' });
  await user.click(screen.getByRole('link', { name: 'Clear filters' }));
  await card('Sunday cup');
});

it('the filter sheet says when no event is left', async () => {
  const { user } = await openClub();
  await openApp('/explore/events');
  await card('Sunday cup');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = await screen.findByRole('dialog');
  await within(sheet).findByRole('button', { name: 'Show 2 events' });
  await user.click(within(sheet).getByRole('checkbox', { name: 'Online' }));
  await within(sheet).findByRole('button', { name: 'No events fit' });
});

it('a day without events shows the next ones that fit the other filters', async () => {
  await openClub();
  await openApp('/explore/events?when=today&price=paid');
  expect((await screen.findByText('Nothing today. Next:')).getAttribute('role')).toBe('status');
  await card('Sunday cup');
  expect(screen.queryByText('U12 winter training')).toBeNull();
});

it('an empty list says that there is nothing yet', async () => {
  await openClub();
  await openApp('/explore/teams');
  expect(await screen.findByRole('heading', { name: 'No teams yet' })).toBeDefined();
});

it('the search runs while typing, and updates the address', async () => {
  const { user } = await openClub();
  await openApp('/explore/events');
  await card('Sunday cup');
  await user.type(screen.getByRole('searchbox'), 'winter');
  await waitFor(() => expect(address()).toBe('/explore/events?q=winter'));
  await waitFor(() => expect(screen.queryByText('Sunday cup')).toBeNull());
  await card('U12 winter training');
});

it('a button loads the next page', async () => {
  const { user, db, club } = await openClub();
  for (let hour = 0; hour < 22; hour += 1)
    await buildEvent(db, {
      name: `Drill ${hour}`,
      organizer_organization_id: club.id,
      starts_at: `2026-12-05T${String(hour).padStart(2, '0')}:00:00.000Z`,
    });
  await openApp('/explore/events');
  await card('Sunday cup');
  expect(screen.queryByText('Drill 21')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Show more events' }));
  await card('Drill 21');
  expect(address()).toBe('/explore/events');
  expect(screen.queryByRole('link', { name: 'Show more events' })).toBeNull();
});

it('an event is shown completely to a visitor, and opened again after sign-in', async () => {
  const { user, training, server } = await openClub();
  const { db } = server.database;
  const taken = await buildUser(db);
  await buildRegistration(db, { event_id: training.id, person_id: taken.id, state: 'confirmed' });
  await openApp(`/events/public/${training.id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'U12 winter training' })).toBeDefined();
  expect(document.title).toBe('U12 winter training · Sideline');
  expect(screen.getByText('1 of 2 places taken')).toBeDefined();
  // Not only the street: there may be one of that name in each town.
  expect(screen.getByText('Dorpsstraat 1, Ghent')).toBeDefined();
  expect(screen.getByText(/Be there 15 minutes early\. In 7 days\./)).toBeDefined();
  expect(screen.getByRole('link', { name: /^Map of Blaarmeersen/ }).getAttribute('href')).toMatch(
    /^https:\/\/www\.openstreetmap\.org\//,
  );
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/explore');
  await user.click(screen.getByRole('link', { name: 'Sign in to register' }));
  expect(address()).toBe(`/login?from=${encodeURIComponent(`/events/public/${training.id}`)}`);
});

it('a cancelled event shows its reason, and offers no action', async () => {
  const { db, club } = await openClub();
  const event = await buildEvent(db, {
    name: 'Night run',
    organizer_organization_id: club.id,
    event_status: 'EventCancelled',
    status_reason: 'Storm',
  });
  await openApp(`/events/public/${event.id}`);
  expect(await screen.findByText('Cancelled')).toBeDefined();
  expect(screen.getByText('Storm')).toBeDefined();
  expect(screen.queryByRole('link', { name: /Sign in to/ })).toBeNull();
});

it("a visitor's file for a calendar is in the language of the page, not of the browser", async () => {
  const { training } = await openClub();
  await openApp(`/events/public/${training.id}`);
  const link = await screen.findByRole('link', { name: 'Add to calendar' });
  expect(link.getAttribute('href')).toBe(`/api/events/public/${training.id}/calendar.ics?lang=en`);
});

it('an unknown event shows a clear message', async () => {
  await openClub();
  await openApp('/events/public/01a128a3-0000-7000-8000-000000000009');
  expect(await screen.findByRole('heading', { level: 1, name: "We can't find this event" })).toBeDefined();
  expect(document.title).toBe("We can't find this event · Sideline");
  expect(screen.getByRole('link', { name: 'Explore others' }).getAttribute('href')).toBe('/explore/events');
});

it('an organization is shown with its contact details and next events', async () => {
  const { club } = await openClub();
  await openApp(`/organizations/${club.id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'KV Rooigem' })).toBeDefined();
  await screen.findByRole('link', { name: /^U12 winter training Saturday/ });
});

const buildCoach = (db: Awaited<ReturnType<typeof openClub>>['db']) =>
  buildListedUser(db, {
    name: 'Imke Roos',
    is_coach: 1,
    profile: { activities: '["judo"]', region: 'Ghent' },
  });

it('the page of a coach says who they are, and how team members reach them', async () => {
  const { db } = await openClub();
  await openApp(`/users/${(await buildCoach(db)).id}`);
  await screen.findByText('Imke Roos coaches in Ghent: Judo.');
  screen.getByText('A question? Members of the same team see how to reach Imke.');
});

it('the page of a coach with events of their own says that a reply can carry a question', async () => {
  const { db } = await openClub();
  const coach = await buildCoach(db);
  // No one can reply to these.
  for (const event_status of ['EventCancelled', 'EventPostponed'] as const)
    await buildEvent(db, {
      organizer_user_id: coach.id,
      event_status,
      starts_at: '2026-11-22T10:00:00.000Z',
    });
  const event = await buildEvent(db, { name: 'Open mat', organizer_user_id: coach.id });
  await openApp(`/users/${coach.id}`);
  const ask = await screen.findByText(/^A question\? Reply to/);
  expect(within(ask).getByRole('link', { name: 'Open mat' }).getAttribute('href')).toBe(
    `/events/public/${event.id}`,
  );
});

it('the page of a coach of a club links to the club for questions', async () => {
  const { db, club } = await openClub();
  const coach = await buildCoach(db);
  await buildEvent(db, { organizer_organization_id: club.id, leaders: [coach.id] });
  await openApp(`/users/${coach.id}`);
  const ask = await screen.findByText(/where Imke leads events/);
  expect(ask.textContent).toBe('A question? Ask KV Rooigem, where Imke leads events.');
});

it('the page of a coach links to a list with all the events they lead', async () => {
  const { user, nora } = await openClub();
  await openApp(`/users/${nora.id}`);
  await screen.findByRole('link', { name: /^U12 winter training/ });
  await user.click(screen.getByRole('link', { name: 'See all' }));
  await waitFor(() => expect(address()).toBe('/explore/events?q=Nora%20Claes'));
  await screen.findByRole('link', { name: /^U12 winter training/ });
  expect(screen.queryByRole('link', { name: /^Sunday cup/ })).toBeNull();
});

it('the page of a coach without a public profile has no link to a list that cannot name them', async () => {
  const { db, ada } = await openClub();
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', ada.id).execute();
  await buildEvent(db, { name: 'Open mat', leaders: [ada.id] });
  await openAsAda(`/users/${ada.id}`);
  await screen.findByRole('link', { name: /^Open mat/ });
  expect(screen.queryByRole('link', { name: 'See all' })).toBeNull();
});

it('the home of explore has a section for each kind, with a link to all of them', async () => {
  await openClub();
  await openApp('/explore');
  await screen.findByRole('link', { name: /^U12 winter training Saturday/ });
  expect(screen.getByRole('link', { name: 'See all events' }).getAttribute('href')).toBe('/explore/events');
  expect(screen.getByRole('heading', { name: 'Organizations 1' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: /^Teams/ })).toBeNull();
});
