// Planning during failures: foreign answers, lost answers, an ended role, a wrong clock, repeated taps.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reportReached } from '../../../src/app/data/http/connectivity.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { buildMembership, buildOrganization, buildTeam } from '../../support/factories.ts';
import { lateReads } from '../../support/memory-device.ts';
import { address, holdAnswers, openApp, openAsAda } from '../device.tsx';
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

const page = (status: number) => () =>
  Promise.resolve(new Response('<html>Welcome</html>', { status, headers: { 'content-type': 'text/html' } }));
/** An answer and none; tests/offline/api-answer.test.ts covers every kind of answer. */
const foreign: [string, () => Promise<Response>][] = [
  ["a network's sign-in page", page(200)],
  ['a cut connection', () => Promise.reject(new TypeError('Failed to fetch'))],
];

/** Answers writes about events with a fault; reads succeed. Returns the count, and how to end it. */
function breakWrites(answer: () => Promise<Response>) {
  const online = fetch;
  let count = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET' || !url.startsWith('/api/events')) return online(url, init);
    count += 1;
    return answer();
  });
  return { count: () => count, stop: () => vi.stubGlobal('fetch', online) };
}

const see = async ({ laptop }: Device, id: string) =>
  (await laptop.call('GET /api/events/{id}', { params: { id } })).body;
const leaveTeam = ({ db, ada }: Device) =>
  db.deleteFrom('memberships').where('person_id', '=', ada.id).execute();
const confirm = async (device: Device, text: string) =>
  device.user.click((await sheet()).getByText(text, { selector: 'button' }));

describe('an edit', () => {
  it('takes no input while it is saved, and takes it again once it is refused', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { publication: 'draft' });
    await openAsAda(`/my/events/${id}/edit`);
    const name = await fill('Name', 'Once');
    await fill('Day', '2020-01-02');
    const release = holdAnswers('PATCH');
    await device.user.click(button('Save draft'));
    await device.user.type(name, ' and more');
    await fill('Kind', 'match');
    expect(name.value).toBe('Once');
    expect((await field('Kind')).value).toBe('training');
    expect([document.activeElement, name.readOnly]).toEqual([name, true]);
    release();
    await waitFor(() => expect(name.readOnly).toBe(false));
    await device.user.type(name, ' and more');
    expect(name.value).toBe('Once and more');
  });

  it.each(foreign)('answered by %s stays on the device, and a second press saves it', async (_, answer) => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Typed under trouble');
    const trouble = breakWrites(answer);
    await device.user.click(button('Save'));
    expect((await sheet()).getByText(/We can't say yet who gets a message/)).toBeDefined();
    await confirm(device, 'Save changes');
    await screen.findByText(/Your changes will be sent as soon as possible/);
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    expect((await field('Name')).value).toBe('Typed under trouble');
    expect(await screen.findByText(/If you save again, you replace them/)).toBeDefined();
    expect((await see(device, id)).name).toBe('Tuesday training');
    await device.user.click(button('Save'));
    const again = (await sheet()).getByText('Save changes', { selector: 'button' });
    // At once, because the device also retries automatically.
    trouble.stop();
    fireEvent.click(again);
    await waitFor(async () => expect((await see(device, id)).name).toBe('Typed under trouble'));
  });

  it('that is queued leaves the outbox once it is set back and saved', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    const { name } = await see(device, id);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Regretted');
    const trouble = breakWrites(page(403));
    await device.user.click(button('Save'));
    await sheet();
    await confirm(device, 'Save changes');
    await screen.findByText(/Your changes will be sent as soon as possible/);
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await screen.findByText(/If you save again, you replace them/);
    await fill('Name', name);
    await device.user.click(button('Save'));
    await screen.findByText(/^Undone: /);
    expect(outboxStore.get().rows).toEqual([]);
    trouble.stop();
    dispatchEvent(new Event('online'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect((await see(device, id)).name).toBe(name);
  });

  it('that gives a postponed event its own date back is queued, and does so still when it is saved again', async () => {
    const device = await openCoachDevice();
    const { id, version } = await planned(device);
    await device.laptop.call('PATCH /api/events/{id}', {
      params: { id },
      body: { version, eventStatus: 'EventPostponed' },
    });
    await openAsAda(`/my/events/${id}/edit?newDate`);
    await field('Name');
    const trouble = breakWrites(page(403));
    const save = async () => {
      await device.user.click(button('Save'));
      await sheet();
      await confirm(device, 'Save changes');
      await screen.findByText(/Your changes will be sent as soon as possible/);
    };
    await save();
    cleanup();
    // The list of what is to be sent leads to the form without the query.
    await openApp(`/my/events/${id}/edit`);
    await screen.findByText(/If you save again, you replace them/);
    await save();
    // The first one was sent, so the second follows it.
    expect(outboxStore.get().rows.map(({ body }) => body)).toMatchObject([
      { eventStatus: 'EventScheduled' },
      { eventStatus: 'EventScheduled' },
    ]);
    trouble.stop();
    dispatchEvent(new Event('online'));
    await waitFor(async () => expect((await see(device, id)).eventStatus).toBe('EventScheduled'));
    await waitFor(() => expect(outboxStore.get().rows).toEqual([]));
  });

  it('that only publishes and is queued stays queued after Cancel', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { publication: 'draft' });
    await openAsAda(`/my/events/${id}/edit`);
    await field('Name');
    const trouble = breakWrites(page(403));
    await device.user.click(button('Publish'));
    await confirm(device, 'Publish');
    await screen.findByText(/This will be published as soon as possible/);
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await screen.findByText(/This will be published as soon as possible\. If you save again/);
    await device.user.click(button('Cancel'));
    await screen.findByRole('heading', { level: 1, name: 'Tuesday training' });
    expect(outboxStore.get().rows).toHaveLength(1);
    trouble.stop();
    dispatchEvent(new Event('online'));
    await waitFor(async () => expect((await see(device, id)).publication).toBe('published'));
  });

  it('that is queued stays queued, with its draft, after it is set back and left with Cancel', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Sent later');
    await device.user.click(button('Save'));
    await sheet();
    const trouble = breakWrites(page(403));
    await confirm(device, 'Save changes');
    await screen.findByText(/Your changes will be sent as soon as possible/);
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await fill('Name', 'Tuesday training');
    await device.user.click(button('Cancel'));
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    expect((await field('Name')).value).toBe('Sent later');
    trouble.stop();
    dispatchEvent(new Event('online'));
    await waitFor(async () => expect((await see(device, id)).name).toBe('Sent later'));
  });

  it('in the outbox is shown on the page of the event until it is sent', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Sent later');
    await device.user.click(button('Save'));
    await sheet();
    const trouble = breakWrites(page(403));
    await confirm(device, 'Save changes');
    await screen.findByText(/Your changes will be sent as soon as possible/);
    trouble.stop();
    dispatchEvent(new Event('online'));
    await waitFor(async () => expect((await see(device, id)).name).toBe('Sent later'));
    await waitFor(() => expect(screen.queryByText(/Your changes will be sent/)).toBeNull());
  });

  it('that is queued is followed by a postponement that was queued after it', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Sent later');
    const comeBack = goOffline();
    await device.user.click(button('Save'));
    await confirm(device, 'Save changes');
    await screen.findByText(/Your changes will be sent as soon as possible/);
    await device.user.click(screen.getByLabelText('More actions'));
    await device.user.click(button('Postpone'));
    await confirm(device, 'Postpone');
    await screen.findByText('Saved on this device, will be sent');
    comeBack();
    await waitFor(async () =>
      expect(await see(device, id)).toMatchObject({ name: 'Sent later', eventStatus: 'EventPostponed' }),
    );
    await waitFor(() => expect(outboxStore.get().rows).toEqual([]));
  });

  /** A queued edit, refused because someone else has changed the same field. */
  async function openRefusedEdit() {
    const device = await openCoachDevice();
    const { id, version } = await planned(device, { visibility: 'public' });
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Mine');
    const comeBack = goOffline();
    await device.user.click(button('Save'));
    await confirm(device, 'Save changes');
    await screen.findByText(/Your changes will be sent as soon as possible/);
    await device.laptop.call('PATCH /api/events/{id}', {
      params: { id },
      body: { version, name: 'Theirs' },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    comeBack();
    await screen.findByText('1 change needs you');
    return { device, id };
  }
  const conflict = async () =>
    within(await screen.findByRole('region', { name: 'This has changed in the meantime' }));

  it.each([
    ['the page of the event', false],
    ['its form', true],
  ])('that was refused is still typed in the form after it was dismissed on %s', async (_, isInForm) => {
    const { device, id } = await openRefusedEdit();
    if (isInForm) {
      cleanup();
      await openApp(`/my/events/${id}/edit`);
      await conflict();
    }
    await device.user.click(await screen.findByText('1 change needs you'));
    await device.user.click((await sheet()).getByText('Dismiss'));
    await waitFor(() => expect(outboxStore.get().rows).toEqual([]));
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await conflict();
    expect((await field('Name')).value).toBe('Mine');
    expect(drafts()).toHaveLength(1);
  });

  it('that was refused is still there after it was chosen over the other one and is refused again', async () => {
    const { device, id } = await openRefusedEdit();
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await device.user.click((await conflict()).getByRole('button', { name: 'Keep mine: Name' }));
    await device.user.click(button('Save'));
    await sheet();
    await leaveTeam(device);
    await confirm(device, 'Save changes');
    await screen.findByText("You can't change this event any more");
    expect(screen.getByText('Mine')).toBeDefined();
  });

  it('is not resent at once while reads succeed and the write fails', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Blocked');
    await device.user.click(button('Save'));
    const asks = await sheet();
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    const trouble = breakWrites(page(403));
    await device.user.click(asks.getByText('Save changes'));
    await screen.findByText(/Your changes will be sent as soon as possible/);
    for (let turn = 0; turn < 5; turn += 1) {
      reportReached();
      await screen.findByText(/Your changes will be sent as soon as possible/);
    }
    // The press, and at most the first retry.
    expect(trouble.count()).toBeLessThanOrEqual(2);
  });

  it('by someone who has lost the role is rejected in the form, which keeps its input', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { visibility: 'public' });
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Too late');
    await leaveTeam(device);
    await device.user.click(button('Save'));
    await screen.findByText('Only the people who run this event can change it.');
    expect((await field('Name')).value).toBe('Too late');
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await screen.findByText("You can't change this event any more");
    expect(screen.getByText('Too late')).toBeDefined();
    await device.user.click(button('Discard'));
    await screen.findByText("You can't change this event");
    expect(drafts()).toEqual([]);
    cleanup();
    await openApp(`/my/events/${id}`);
    await screen.findByRole('heading', { level: 1, name: 'Tuesday training' });
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('by someone who has lost the role shows the typed recurrence and the address of a new place', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { visibility: 'public' });
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Day', '2027-03-02');
    await device.user.click(await screen.findByText('Repeat'));
    await device.user.click(await screen.findByLabelText('Every week'));
    await fill('Last day', '2027-06-29');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2027-04-05' } });
    fireEvent.change(screen.getAllByLabelText('To')[0] as HTMLElement, { target: { value: '2027-04-11' } });
    await fill('Where', 'Blaarmeersen');
    await device.user.click(await screen.findByText('Add “Blaarmeersen”'));
    await fill('Street and number', 'Strandlaan 24');
    await fill('Town', 'Ghent');
    await leaveTeam(device);
    cleanup();
    await openApp(`/my/events/${id}/edit`);
    await screen.findByText("You can't change this event any more");
    const typed = Object.fromEntries(
      [...document.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]),
    );
    expect(typed).toMatchObject({
      Repeat: 'Tuesdays until 29 June 2027 · Skip: Mon 5 Apr – Sun 11 Apr',
      Where: 'Blaarmeersen, Strandlaan 24, Ghent',
    });
  });

  it('queued while the role was lost is rejected with its reason, can be read, and blocks no other write', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    const own = await planned(device, { name: 'My own', owner: { kind: 'person', id: device.ada.id } });
    const trouble = breakWrites(page(502));
    const save = async (eventId: string, name: string, open: typeof openApp) => {
      await open(`/my/events/${eventId}/edit`);
      await fill('Name', name);
      await device.user.click(button('Save'));
      await confirm(device, 'Save changes');
      await screen.findByText(/Your changes will be sent as soon as possible/);
      cleanup();
    };
    await save(id, 'Too late', openAsAda);
    await save(own.id, 'In time', openApp);
    await leaveTeam(device);
    trouble.stop();
    await openApp(`/my/events/${id}/edit`);
    dispatchEvent(new Event('focus'));
    await waitFor(async () => expect((await see(device, own.id)).name).toBe('In time'));
    await screen.findByText("We couldn't save your changes: It's deleted, or you can't see it any more.");
    expect(screen.getByText('Too late')).toBeDefined();
    await screen.findByText('1 change needs you');
    cleanup();
    await openApp(`/my/events/${id}`);
    await screen.findByRole('heading', { level: 1, name: "We can't find this event" });
  });
});

describe('a new event', () => {
  it('takes no input while it is saved, and keeps the focus', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    const name = await fill('Name', 'Once');
    const release = holdAnswers('POST', '/api/events');
    await device.user.click(button('Save as draft'));
    await device.user.type(name, ' and more');
    await fill('Kind', 'match');
    expect(name.value).toBe('Once');
    expect((await field('Kind')).value).toBe('training');
    expect([document.activeElement, name.readOnly]).toEqual([name, true]);
    release();
    await screen.findByText(/^Saved as a draft/);
    expect(await eventsOf(device)).toMatchObject([{ name: 'Once' }]);
    expect(drafts()).toEqual([]);
  });

  it.each(foreign)('answered by %s is queued, and is one event once sent', async (_, answer) => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Planned under trouble');
    const trouble = breakWrites(answer);
    await device.user.click(button('Publish'));
    await confirm(device, 'Publish');
    await screen.findByText('New event: Planned under trouble');
    expect(await eventsOf(device)).toEqual([]);
    await device.user.click(screen.getByText('New event: Planned under trouble'));
    await device.user.click(await screen.findByText('Publish', { selector: 'button' }));
    const again = (await sheet()).getByText('Publish', { selector: 'button' });
    trouble.stop();
    fireEvent.click(again);
    await waitFor(async () =>
      expect(await eventsOf(device)).toMatchObject([
        { name: 'Planned under trouble', publication: 'published' },
      ]),
    );
  });

  it('that waits stays in its form, with what was typed, on a device that reads the outbox late', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'From the bus');
    await device.user.click(button('Publish'));
    const asks = await sheet();
    goOffline();
    await device.user.click(asks.getByText('Publish', { selector: 'button' }));
    await device.user.click(await screen.findByText('New event: From the bus'));
    await fill('Name', 'From the train');
    const path = address();
    cleanup();
    const read = Promise.withResolvers<void>();
    lateReads.outbox = read.promise;
    await openApp(path);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    read.resolve();
    await waitFor(async () => expect((await field('Name')).value).toBe('From the train'));
    expect(address()).toBe(path);
  });

  it('whose answer was lost is one event with the changes made while queued', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'From the bus');
    await device.user.click(button('Publish'));
    const asks = await sheet();
    const online = fetch;
    let comeBack = () => {};
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const answer = await online(url, init);
      if (init.method !== 'POST' || url !== '/api/events') return answer;
      vi.stubGlobal('fetch', online);
      comeBack = goOffline();
      throw new TypeError('Failed to fetch');
    });
    await device.user.click(asks.getByText('Publish', { selector: 'button' }));
    await device.user.click(await screen.findByText('New event: From the bus'));
    await fill('Name', 'From the train');
    await device.user.click(button('Publish'));
    await confirm(device, 'Publish');
    await screen.findByText('Publish From the train');
    comeBack();
    await waitFor(async () =>
      expect(await eventsOf(device)).toMatchObject([{ name: 'From the train', publication: 'published' }]),
    );
  });

  it('that the server answers late is said to be published once it is', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Extra training');
    const release = holdAnswers('POST', '/api/events');
    fireEvent.click(button('Publish'));
    await confirm(device, 'Publish');
    await screen.findByRole('heading', { level: 1, name: 'My Events' });
    release();
    expect(await screen.findByText(/^Published\./)).toBeDefined();
  });

  it('whose draft is for a team that one no longer coaches is for the team that the form shows', async () => {
    const device = await openCoachDevice();
    const { db, ada, team } = device;
    const lost = await buildTeam(db, { name: 'KV Rooigem U14' });
    await buildMembership(db, { person_id: ada.id, team_id: lost.id, role: 'coach' });
    await openAsAda('/my/events/new');
    await device.user.selectOptions(await field<HTMLSelectElement>('Team'), `team ${lost.id}`);
    await fill('Name', 'Half a thought');
    await db.deleteFrom('memberships').where('team_id', '=', lost.id).execute();
    cleanup();
    await openApp('/my/events/new');
    await waitFor(async () => expect((await field<HTMLSelectElement>('Team')).value).toBe(`team ${team.id}`));
    expect((await field('Name')).value).toBe('Half a thought');
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    const saved = await db.selectFrom('events').select(['name', 'owner_team_id']).execute();
    expect(saved).toEqual([{ name: 'Half a thought', owner_team_id: team.id }]);
  });

  it('whose draft is for a club that one runs stays for it, also where one is in none of its teams', async () => {
    const device = await openCoachDevice();
    const { db, ada } = device;
    const club = await buildOrganization(db, { name: 'KV Lede' });
    await buildMembership(db, { person_id: ada.id, organization_id: club.id, role: 'admin' });
    await openAsAda(`/my/events/new?organization=${club.id}`);
    await fill('Name', 'Club day');
    cleanup();
    await openApp('/my/events/new');
    expect((await field('Name')).value).toBe('Club day');
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    const saved = await db
      .selectFrom('events')
      .select(['owner_team_id', 'organizer_organization_id'])
      .execute();
    expect(saved).toEqual([{ owner_team_id: null, organizer_organization_id: club.id }]);
  });

  it('that is sent while it is changed continues as an edit of it', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'From the bus');
    const comeBack = goOffline();
    await device.user.click(button('Publish'));
    await confirm(device, 'Publish');
    await device.user.click(await screen.findByText('New event: From the bus'));
    await fill('Name', 'From the train');
    comeBack();
    await screen.findByText(/are still here, but not saved yet/);
    expect((await field('Name')).value).toBe('From the train');
    await device.user.click(button('Save'));
    await confirm(device, 'Save changes');
    await screen.findByText('Saved.');
    expect(await eventsOf(device)).toMatchObject([{ name: 'From the train' }]);
    expect(drafts()).toEqual([]);
  });

  it.each([3, -3])(
    "begins on the day after the server's today if the device's clock is %i days off",
    async (days) => {
      const device = await openCoachDevice();
      const serverAt = Date.now() - days * 86_400_000;
      device.server.advance(serverAt - device.server.now().getTime());
      await openAsAda('/my/events/new');
      const tomorrow = new Date(serverAt + 86_400_000).toISOString().slice(0, 10);
      await waitFor(async () => expect((await field('Day')).value).toBe(tomorrow));
      expect(screen.queryByText('This starts in the past.')).toBeNull();
      await fill('Day', new Date(serverAt - 86_400_000).toISOString().slice(0, 10));
      await screen.findByText('This starts in the past.');
    },
  );

  it('is published at the typed local time of its place', async () => {
    const device = await openCoachDevice();
    const place = {
      name: 'Pier 40',
      address: '353 West St',
      region: 'New York',
      countryCode: 'US',
      timeZone: 'America/New_York',
    };
    const last = await planned(device, { place, timeZone: 'America/New_York' });
    await openAsAda('/my/events/new');
    await fill('Name', 'Over there');
    await fill('Day', '2027-01-12');
    await fill('Starts at', '18:00');
    await device.user.click(button('Publish'));
    await confirm(device, 'Publish');
    await screen.findByText(/^Published\./);
    const event = (await eventsOf(device)).find(({ name }) => name === 'Over there');
    const { startsAt, timeZone } = await see(device, event?.id ?? '');
    expect([startsAt, timeZone, last.timeZone]).toEqual([
      '2027-01-12T23:00:00.000Z',
      'America/New_York',
      'America/New_York',
    ]);
  });

  it('is one event, saved once, duplicated once, for any number of presses', async () => {
    const device = await openCoachDevice();
    const press = async (text: string) => {
      const target = (await sheet()).getByText(text, { selector: 'button' });
      for (let times = 0; times < 3; times += 1) fireEvent.click(target);
    };
    await openAsAda('/my/events/new');
    await fill('Name', 'Only one');
    for (let times = 0; times < 3; times += 1) fireEvent.click(button('Publish'));
    await press('Publish');
    await screen.findByText(/^Published\./);
    const [event] = await eventsOf(device);
    cleanup();
    await openApp(`/my/events/${event?.id}/edit`);
    await fill('Name', 'Changed once');
    for (let times = 0; times < 3; times += 1) fireEvent.click(button('Save'));
    await press('Save changes');
    await screen.findByText('Saved.');
    expect(await see(device, event?.id ?? '')).toMatchObject({ name: 'Changed once', version: 2 });
    await device.user.click(screen.getByLabelText('More actions'));
    await device.user.click(button('Duplicate'));
    await press('Create draft');
    await screen.findByText(/^This is the copy/);
    expect((await eventsOf(device)).map(({ publication }) => publication).sort()).toEqual([
      'draft',
      'published',
    ]);
  });
});
