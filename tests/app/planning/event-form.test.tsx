// The event form over the real API: defaults, drafts, server errors at their fields, idempotent saves,
// offline, and conflicts.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { address, openApp, openAsAda, openDevice } from '../device.tsx';
import {
  button,
  drafts,
  eventsOf,
  field,
  fill,
  goOffline,
  inDays,
  openCoachDevice,
  planned,
  sheet,
} from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
Element.prototype.scrollIntoView = () => {};

/** A second team that Ada coaches. */
async function otherTeam({ db, ada }: Awaited<ReturnType<typeof openCoachDevice>>) {
  const team = await buildTeam(db, { name: 'KV Rooigem U14' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id, role: 'coach' });
  return team;
}

/** Types into the focused field, wherever the focus moves between the keys. */
async function typeSlowly(user: ReturnType<typeof userEvent.setup>, text: string) {
  for (const key of text) {
    await user.keyboard(key);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('a new event', () => {
  it('begins as a training of the team tomorrow at 18:00 for 90 minutes', async () => {
    const { team } = await openCoachDevice();
    await openAsAda('/my/events/new');
    expect((await field('Name')).value).toBe('Training');
    expect((await field<HTMLSelectElement>('Team')).value).toBe(`team ${team.id}`);
    expect([(await field('Starts at')).value, (await field('Ends at')).value]).toEqual(['18:00', '19:30']);
    expect(screen.getByText('Team only · anyone can join in')).toBeDefined();
    expect(drafts()).toEqual([]);
  });

  it('shows names to coaches only where the roster of one of its teams is for coaches', async () => {
    const device = await openCoachDevice();
    const { id } = await otherTeam(device);
    await device.db.updateTable('teams').set({ roster_visibility: 'coaches' }).where('id', '=', id).execute();
    await planned(device);
    await openAsAda('/my/events/new');
    await field('Name');
    for (const group of ['With', 'Who']) fireEvent.click(screen.getByText(group, { selector: '.label' }));
    const names = await field<HTMLSelectElement>('Who sees the names of the people coming');
    expect(names.value).toBe('participants');
    fireEvent.click(await field('KV Rooigem U14'));
    await waitFor(() => expect(names.value).toBe('coaches'));
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    const saved = await device.db
      .selectFrom('events')
      .select('roster_visibility')
      .where('publication', '=', 'draft')
      .execute();
    expect(saved).toEqual([{ roster_visibility: 'coaches' }]);
  });

  it('keeps its duration while another date is typed key by key', async () => {
    const { team } = await openCoachDevice();
    await openAsAda(`/my/events/new?team=${team.id}&day=2027-03-31`);
    await fill('Day', '');
    await fill('Day', '0002-03-02');
    await fill('Day', '2027-03-02');
    expect(await screen.findByText(/· 1 h 30 min$/)).toBeDefined();
    expect(screen.queryByLabelText('Last day')).toBeNull();
  });

  it('stays while the day of an event that is edited is empty', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await field('Day');
    await fill('Day', '');
    expect((await field('Day')).value).toBe('');
    expect((await field('Name')).value).toBe('Tuesday training');
  });

  it('begins a week after the last training of the team, with its time and values', async () => {
    const device = await openCoachDevice();
    await planned(device, { maximumAttendeeCapacity: 16, attendeeInstructions: 'Shin pads' });
    await openAsAda('/my/events/new');
    expect((await field('Name')).value).toBe('Tuesday training');
    expect(screen.getByText('16 places, with waitlist')).toBeDefined();
    expect(screen.getByText('Shin pads')).toBeDefined();
    const day = await field('Day');
    expect(day.value).toBe(inDays(10, '17:00').slice(0, 10));
  });

  it('begins on the next such weekday where the season is planned already', async () => {
    const device = await openCoachDevice();
    const last = inDays(200, '17:00');
    await planned(device, { startsAt: last, endsAt: inDays(200, '18:15') });
    await openAsAda('/my/events/new');
    expect((await field('Name')).value).toBe('Tuesday training');
    // 200 days are 28 weeks and 4 days.
    expect((await field('Day')).value).toBe(inDays(4, '17:00').slice(0, 10));
  });

  it('begins like the last training of the team, also when only matches are planned and the season is over', async () => {
    const device = await openCoachDevice();
    const past = await planned(device, { maximumAttendeeCapacity: 16, attendeeInstructions: 'Shin pads' });
    await device.db
      .updateTable('events')
      .set({ starts_at: inDays(-90, '17:00'), ends_at: inDays(-90, '18:15') })
      .where('id', '=', past.id)
      .execute();
    for (let day = 1; day <= 9; day += 1)
      await planned(device, { kind: 'match', startsAt: inDays(day, '10:00'), endsAt: inDays(day, '12:00') });
    await openAsAda('/my/events/new');
    expect((await field('Name')).value).toBe('Tuesday training');
    expect(screen.getByText('16 places, with waitlist')).toBeDefined();
    expect(screen.getByText('Shin pads')).toBeDefined();
    expect((await field('Day')).value).toBe(inDays(1, '17:00').slice(0, 10));
  });

  it('takes the values of the last event of the chosen kind, except where something was typed', async () => {
    const device = await openCoachDevice();
    const { user } = device;
    await planned(device, { maximumAttendeeCapacity: 16, attendeeInstructions: 'Shin pads' });
    await planned(device, {
      name: 'U12 v Ledeberg',
      kind: 'match',
      startsAt: inDays(-1, '09:00'),
      endsAt: inDays(-1, '11:00'),
      maximumAttendeeCapacity: 11,
      attendeeInstructions: 'The blue shirt',
    });
    const kind = () => field<HTMLSelectElement>('Kind');
    await openAsAda('/my/events/new');
    await screen.findByText('16 places, with waitlist');
    const hours = (await field('Starts at')).value;
    await user.selectOptions(await kind(), 'match');
    await screen.findByText('11 places, with waitlist');
    expect((await field('Name')).value).toBe('Match');
    expect(screen.getByText('The blue shirt')).toBeDefined();
    expect((await field('Starts at')).value).not.toBe(hours);
    await user.click(screen.getByText('11 places, with waitlist'));
    await fill('How many can come', '16');
    await fill('Name', 'At Ledeberg');
    await user.selectOptions(await kind(), 'training');
    await screen.findByText('Shin pads');
    expect((await field('Starts at')).value).toBe(hours);
    await fill('Starts at', '20:00');
    await user.selectOptions(await kind(), 'match');
    await screen.findByText('The blue shirt');
    const shown = async () => [
      (await field('Name')).value,
      (await field('Starts at')).value,
      (await field('How many can come')).value,
    ];
    expect(await shown()).toEqual(['At Ledeberg', '20:00', '16']);
    await user.selectOptions(await kind(), 'camp');
    expect(await shown()).toEqual(['At Ledeberg', '20:00', '16']);
  });

  it('is published with one press, and its page says so', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'First training');
    await device.user.click(button('Publish'));
    const asks = await sheet();
    expect(asks.getByText('Members of KV Rooigem U12 see it.')).toBeDefined();
    await device.user.click(asks.getByText('Publish', { selector: 'button' }));
    expect(await screen.findByText(/^Published\./)).toBeDefined();
    const [event] = await eventsOf(device);
    expect(event).toMatchObject({ name: 'First training', publication: 'published' });
    expect(address()).toBe(`/my/events/${event?.id}`);
    expect(drafts()).toEqual([]);
  });

  it('previews how many are asked, and that its place is taken', async () => {
    const device = await openCoachDevice();
    const member = await buildUser(device.db);
    await buildMembership(device.db, { person_id: member.id, team_id: device.team.id });
    const place = {
      name: 'Canal',
      address: 'Kaai 1',
      region: 'Ghent',
      countryCode: 'BE',
      timeZone: 'Europe/Brussels',
    };
    const last = await planned(device, { place });
    // Initial place and time of the form: a week after the last training.
    await planned(device, {
      kind: 'match',
      place: { id: last.place?.id ?? '' },
      startsAt: inDays(10, '17:30'),
      endsAt: inDays(10, '18:30'),
    });
    await openAsAda('/my/events/new');
    await fill('Name', 'Next training');
    await device.user.click(button('Publish'));
    const asks = await sheet();
    expect(asks.getByText("We'll ask one person if they're coming.")).toBeDefined();
    expect(asks.getByText('You already have another event at this place at that time.')).toBeDefined();
    await device.user.click(asks.getByText('Publish', { selector: 'button' }));
    expect(await screen.findByText("Published. We'll ask one person if they're coming.")).toBeDefined();
  });

  it('is created once for any number of presses', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Only one');
    const save = button('Save as draft');
    fireEvent.click(save);
    fireEvent.click(save);
    fireEvent.click(save);
    await screen.findByText(/^Saved as a draft/);
    expect(await eventsOf(device)).toHaveLength(1);
  });

  it('is restored after a reload, and can be reset', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Half a thought');
    await fill('Starts at', '20:00');
    expect(screen.getByText('Draft saved')).toBeDefined();
    cleanup();
    await openApp('/my/events/new');
    expect((await field('Name')).value).toBe('Half a thought');
    expect((await field('Ends at')).value).toBe('21:30');
    expect(screen.getByText(/is still here/)).toBeDefined();
    await device.user.click(button('Start over'));
    expect((await field('Name')).value).toBe('Training');
    expect(drafts()).toEqual([]);
  });

  it('ignores a stored draft of an unknown format', async () => {
    const { ada } = await openCoachDevice();
    localStorage.setItem(`draft ${ada.id} event new`, JSON.stringify({ id: 7, typed: { name: 'x' } }));
    await openAsAda('/my/events/new');
    expect((await field('Name')).value).toBe('Training');
  });

  it('shows a server error at the field, opens its group and moves the focus there', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Write to www.example.com');
    await device.user.click(button('Save as draft'));
    const name = await field('Name');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(name));
    await fill('Name', 'Fine');
    await device.user.click(screen.getByText('Online'));
    await fill('Link to join online', 'http://insecure.example');
    await device.user.click(screen.getByText('Online'));
    await device.user.click(button('Save as draft'));
    expect(await screen.findByText('Not an https address')).toBeDefined();
    await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe('onlineUrl'));
    expect(await eventsOf(device)).toEqual([]);
  });

  it('moves the focus to the first error once per attempt, not while other fields are typed', async () => {
    const device = await openCoachDevice();
    const { user } = device;
    await openAsAda('/my/events/new');
    await fill('Where', 'Halle 5');
    await user.click(await screen.findByText('Add “Halle 5”'));
    await user.clear(await field('Town'));
    await user.click(button('Publish'));
    const street = await field('Street and number');
    await waitFor(() => expect(document.activeElement).toBe(street));
    await typeSlowly(user, 'Hauptstr. 5');
    expect([document.activeElement, street.value]).toEqual([street, 'Hauptstr. 5']);
    await user.click(button('Publish'));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Town')));
  });

  it('keeps a group folded that was closed after a server error in it, while other fields are typed', async () => {
    const device = await openCoachDevice();
    const { user } = device;
    await openAsAda('/my/events/new');
    await user.click(await screen.findByText('Online'));
    await fill('Link to join online', 'http://insecure.example');
    await user.click(button('Save as draft'));
    await screen.findByText('Not an https address');
    const group = document.querySelector('[data-group=online]') as HTMLDetailsElement;
    expect(group.open).toBe(true);
    await user.click(within(group).getByText('Online'));
    const name = await field('Name');
    await user.click(name);
    await typeSlowly(user, ' one');
    expect([document.activeElement, name.value]).toEqual([name, 'Training one']);
    expect(group.open).toBe(false);
  });

  it('compares what is typed with the defaults of the chosen team, not with those of the first one', async () => {
    const device = await openCoachDevice();
    const other = await otherTeam(device);
    await planned(device, { owner: { kind: 'team', id: other.id }, maximumAttendeeCapacity: 16 });
    await openAsAda(`/my/events/new?team=${device.team.id}`);
    await device.user.selectOptions(await field<HTMLSelectElement>('Team'), `team ${other.id}`);
    await device.user.click(await screen.findByText('16 places, with waitlist'));
    await fill('How many can come', '');
    expect((await field('How many can come')).value).toBe('');
    await fill('Name', 'Next one');
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    const saved = await device.db
      .selectFrom('events')
      .select(['owner_team_id', 'maximum_attendee_capacity'])
      .where('name', '=', 'Next one')
      .execute();
    expect(saved).toEqual([{ owner_team_id: other.id, maximum_attendee_capacity: null }]);
  });

  it('that is begun again is another event than the one that another tab made of the draft', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'First');
    cleanup();
    await openApp('/my/events/new');
    await screen.findByText(/is still here/);
    const draft = JSON.parse(localStorage.getItem(`draft ${device.ada.id} event new`) ?? '{}');
    await planned(device, { id: draft.id, name: 'First' });
    await device.user.click(button('Start over'));
    await fill('Name', 'Second');
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    expect((await eventsOf(device)).map(({ name }) => name).sort()).toEqual(['First', 'Second']);
  });

  it('shows at its place that the place has another time zone', async () => {
    const device = await openCoachDevice();
    const place = {
      name: 'Canal',
      address: 'Kaai 1',
      region: 'Ghent',
      countryCode: 'BE',
      timeZone: 'Europe/Brussels',
    };
    await planned(device, { place });
    await openAsAda('/my/events/new');
    const where = await field('Where');
    await waitFor(() => expect(where.value).toBe('Canal'));
    await device.db.updateTable('places').set({ time_zone: 'Europe/Lisbon' }).execute();
    await device.user.click(button('Save as draft'));
    await waitFor(() => expect(where.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(where));
  });

  it('creates a typed place together with the event', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Where', 'Blaarmeersen');
    await device.user.click(await screen.findByText('Add “Blaarmeersen”'));
    await device.user.type(await field('Street and number'), 'Strandlaan 24');
    await fill('Town', 'Ghent');
    await device.user.selectOptions(await field<HTMLSelectElement>('Country'), 'BE');
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    const { items } = (await device.laptop.call('GET /api/places')).body;
    expect(items).toMatchObject([{ name: 'Blaarmeersen', address: 'Strandlaan 24', region: 'Ghent' }]);
    cleanup();
    await openApp('/my/events/new');
    const where = await field('Where');
    await waitFor(async () => {
      fireEvent.change(where, { target: { value: 'bla' } });
      expect(screen.getByRole('option', { name: /Strandlaan 24/ })).toBeDefined();
    });
    fireEvent.keyDown(where, { key: 'ArrowDown' });
    expect(where.getAttribute('aria-activedescendant')).not.toBeNull();
    fireEvent.keyDown(where, { key: 'Enter' });
    expect(where.value).toBe('Blaarmeersen');
  });

  it('is queued offline, can be changed while queued, and becomes one event when sent', async () => {
    const device = await openCoachDevice();
    await device.db.updateTable('teams').set({ roster_visibility: 'coaches' }).execute();
    await openAsAda('/my/events/new');
    await fill('Name', 'From the bus');
    fireEvent.click(screen.getByText('Who', { selector: '.label' }));
    const names = await field<HTMLSelectElement>('Who sees the names of the people coming');
    expect(names.value).toBe('coaches');
    await device.user.selectOptions(names, 'participants');
    const comeBack = goOffline();
    await device.user.click(button('Publish'));
    const asks = await sheet();
    expect(asks.getByText(/We'll publish it as soon as possible/)).toBeDefined();
    await device.user.click(asks.getByText('Publish', { selector: 'button' }));
    expect(await screen.findByText("We'll publish it as soon as possible")).toBeDefined();
    expect(address()).toBe('/my/events?tab=coaching');
    await device.user.click(screen.getByText('New event: From the bus'));
    expect((await field('Name')).value).toBe('From the bus');
    await fill('Name', 'From the train');
    await device.user.click(button('Publish'));
    await device.user.click((await sheet()).getByText('Publish', { selector: 'button' }));
    expect(await screen.findByText('New event: From the train')).toBeDefined();
    expect(screen.queryByText('New event: From the bus')).toBeNull();
    comeBack();
    await waitFor(async () =>
      expect(await eventsOf(device)).toMatchObject([{ name: 'From the train', publication: 'published' }]),
    );
    expect(drafts()).toEqual([]);
    const saved = await device.db.selectFrom('events').select('roster_visibility').execute();
    expect(saved).toEqual([{ roster_visibility: 'participants' }]);
  });

  it('that was rejected when sent opens with the error at its field, and stays when it is rejected again', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Write to www.example.com');
    const comeBack = goOffline();
    await device.user.click(button('Publish'));
    await device.user.click((await sheet()).getByText('Publish', { selector: 'button' }));
    await screen.findByText("We'll publish it as soon as possible");
    comeBack();
    await waitFor(() => expect(screen.queryByText("We'll publish it as soon as possible")).toBeNull());
    await device.user.click(screen.getByText('New event: Write to www.example.com'));
    expect(await screen.findByText('Leave out web and e-mail addresses')).toBeDefined();
    await device.user.click(button('Save as draft'));
    const row = () => outboxStore.get().rows.at(-1);
    const refused = { title: 'Draft event: Write to www.example.com', refusal: expect.anything() };
    await waitFor(() => expect(row()).toMatchObject(refused));
    // Longer than the form waits for the outbox.
    await act(() => new Promise((resolve) => setTimeout(resolve, 2000)));
    expect((await field('Name')).value).toBe('Write to www.example.com');
    expect(screen.getByText('Leave out web and e-mail addresses')).toBeDefined();
    expect(drafts()).toHaveLength(1);
    cleanup();
    await openApp(address());
    expect((await field('Name')).value).toBe('Write to www.example.com');
    await fill('Name', 'Write to us');
    await device.user.click(button('Publish'));
    await device.user.click((await sheet()).getByText('Publish', { selector: 'button' }));
    await screen.findByText(/^Published\./);
    expect(await eventsOf(device)).toMatchObject([{ name: 'Write to us' }]);
  });
});

describe('an edit', () => {
  it('previews its effect before saving, and sends only the changes', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Starts at', '19:00');
    await device.user.click(button('Save'));
    const asks = await sheet();
    expect(asks.getByText(/18:00–19:15/).tagName).toBe('S');
    expect(asks.getByText(/19:00–20:15/)).toBeDefined();
    await device.user.click(asks.getByText('Save changes'));
    await screen.findByText('Saved.');
    const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id } });
    expect(body).toMatchObject({
      startsAt: inDays(3, '18:00'),
      endsAt: inDays(3, '19:15'),
      name: 'Tuesday training',
    });
    expect(drafts()).toEqual([]);
  });

  it('of a postponed event gives it its own date back with Set a new date and Save, once confirmed', async () => {
    const device = await openCoachDevice();
    const { id, version } = await planned(device);
    const params = { id };
    await device.laptop.call('PATCH /api/events/{id}', {
      params,
      body: { version, eventStatus: 'EventPostponed' },
    });
    await openAsAda(`/my/events/${id}`);
    await device.user.click(await screen.findByRole('link', { name: 'Set a new date' }));
    await field('Name');
    await device.user.click(button('Save'));
    const asks = await sheet();
    expect(asks.getByText('Postponed').tagName).toBe('S');
    expect(asks.getByText(/18:00–19:15/)).toBeDefined();
    await device.user.click(asks.getByText('Save changes'));
    await screen.findByText('Saved.');
    await screen.findByRole('link', { name: 'Edit' });
    expect(screen.queryByText(/^Postponed/)).toBeNull();
    const { body } = await device.laptop.call('GET /api/events/{id}', { params });
    expect(body).toMatchObject({ eventStatus: 'EventScheduled', startsAt: inDays(3, '17:00') });
  });

  it('of a postponed event that is opened with Edit leaves it postponed', async () => {
    const device = await openCoachDevice();
    const { id, version } = await planned(device);
    const params = { id };
    await device.laptop.call('PATCH /api/events/{id}', {
      params,
      body: { version, eventStatus: 'EventPostponed' },
    });
    await openAsAda(`/my/events/${id}`);
    await device.user.click(await screen.findByRole('button', { name: 'More actions' }));
    await device.user.click((await sheet()).getByText('Edit'));
    await fill('Name', 'Derby');
    await device.user.click(button('Save'));
    await device.user.click((await sheet()).getByText('Save changes'));
    await screen.findByText('Saved.');
    const { body } = await device.laptop.call('GET /api/events/{id}', { params });
    expect(body).toMatchObject({ eventStatus: 'EventPostponed', name: 'Derby' });
  });

  it('merges fields that only one side changed, and asks about conflicts', async () => {
    const device = await openCoachDevice();
    const { id, version } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Mine');
    await device.laptop.call('PATCH /api/events/{id}', {
      params: { id },
      body: { version, name: 'Theirs', maximumAttendeeCapacity: 9 },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    await device.user.click(button('Save'));
    await device.user.click((await sheet()).getByText('Save changes'));
    const choice = within(await screen.findByRole('region', { name: 'This has changed in the meantime' }));
    expect(choice.getByText('Mine')).toBeDefined();
    expect(choice.getByText('Theirs')).toBeDefined();
    expect(screen.getByText('9 places, with waitlist')).toBeDefined();
    await device.user.click(choice.getByRole('button', { name: 'Keep mine: Name' }));
    await device.user.click(button('Save'));
    await device.user.click((await sheet()).getByText('Save changes'));
    await screen.findByText('Saved.');
    const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id } });
    expect(body).toMatchObject({ name: 'Mine', maximumAttendeeCapacity: 9 });
  });

  it('cannot preview its effect offline, and is queued', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Offline name');
    const comeBack = goOffline();
    await device.user.click(button('Save'));
    const asks = await sheet();
    expect(asks.getByText(/We can't say yet who gets a message/)).toBeDefined();
    await device.user.click(asks.getByText('Save changes'));
    expect(await screen.findByText(/will be sent as soon as possible/)).toBeDefined();
    comeBack();
    await waitFor(async () => {
      const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id } });
      expect(body.name).toBe('Offline name');
    });
  });

  it('keeps the last day of an event of two days while its end is typed', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { startsAt: inDays(3, '09:00'), endsAt: inDays(4, '15:00') });
    await openAsAda(`/my/events/${id}/edit`);
    const lastDay = inDays(4, '15:00').slice(0, 10);
    expect((await field('Last day')).value).toBe(lastDay);
    // As the first key of "17".
    await fill('Ends at', '01:00');
    await fill('Ends at', '17:00');
    expect((await field('Last day')).value).toBe(lastDay);
  });

  it('offers no activity where a new event offers that of its team', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    const noActivity = async () => {
      await device.user.click(await screen.findByText("Who it's for"));
      return (await field<HTMLSelectElement>('Activity')).options[0]?.text;
    };
    await openAsAda(`/my/events/${id}/edit`);
    expect(await noActivity()).toBe('None');
    cleanup();
    await openApp('/my/events/new');
    expect(await noActivity()).toBe('Same as the team');
  });

  it('is not offered to someone who does not run the event', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await device.db
      .updateTable('memberships')
      .set({ role: 'trainee' })
      .where('person_id', '=', device.ada.id)
      .execute();
    await openAsAda(`/my/events/${id}/edit`);
    expect(await screen.findByText("You can't change this event")).toBeDefined();
  });
});

it('the event form leads people who do not coach to their settings', async () => {
  await openDevice();
  await openAsAda('/my/events/new');
  expect(await screen.findByText('Planning is for coaches')).toBeDefined();
});
