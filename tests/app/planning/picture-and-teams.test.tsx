// The picture and the teams of an event in its form, and publishing a changed draft, over the real API.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMembership, buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { address, holdAnswers, openAsAda } from '../device.tsx';
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

let photo: Uint8Array<ArrayBuffer>;
beforeEach(async () => {
  const green = { create: { width: 64, height: 36, channels: 3 as const, background: '#0a7f3f' } };
  photo = new Uint8Array(await sharp(green).png().toBuffer());
  // jsdom has no canvas rendering: the fake canvas returns the photo, and files that are no PNG fail to open.
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (file.size !== photo.length) throw new Error('InvalidStateError');
    return { width: 64, height: 36, close() {} };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA==');
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob([photo], { type: 'image/webp' })),
  );
});

const openGroup = (label: string) => fireEvent.click(screen.getByText(label, { selector: '.label' }));
const choose = async (file: File) =>
  fireEvent.change(await field('Choose a picture'), { target: { files: [file] } });
const picture = () => new File([photo], 'pitch.png', { type: 'image/png' });

describe('the picture of an event', () => {
  it('is shown when it is chosen, and is sent after the event is saved', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'With a picture');
    openGroup('Picture');
    await choose(picture());
    expect(await screen.findByAltText('How it looks in the event')).toBeDefined();
    expect(screen.getByText('Sent when you save')).toBeDefined();
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    const [event] = await eventsOf(device);
    const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id: event?.id ?? '' } });
    expect(body.image).toMatch(/^\/api\/pictures\//);
    await waitFor(() => expect(document.querySelector(`img[src="${body.image}"]`)).not.toBeNull());
  });

  it.each(['new', 'edited'])('is sent before the %s event takes input again', async (which) => {
    const device = await openCoachDevice();
    const event = which === 'edited' ? await planned(device, { publication: 'draft' }) : null;
    await openAsAda(event ? `/my/events/${event.id}/edit` : '/my/events/new');
    const name = await fill('Name', 'With a picture');
    openGroup('Picture');
    await choose(picture());
    await screen.findByAltText('How it looks in the event');
    const release = holdAnswers('PUT');
    await device.user.click(button(event ? 'Save draft' : 'Save as draft'));
    // What the page saves ahead is read at the same time.
    await waitFor(() => expect(device.asked.some((call) => call.startsWith('PUT'))).toBe(true));
    await device.user.type(name, ' and more');
    expect([document.activeElement, name.readOnly]).toEqual([name, true]);
    release();
    await screen.findByText(/^Saved/);
    expect(await eventsOf(device)).toMatchObject([{ name: 'With a picture' }]);
    expect(drafts()).toEqual([]);
  });

  it.each([
    ['of 30 MB', { size: 30_000_000, type: 'image/png' }, /30 MB.*25 MB/],
    ['that is damaged', { size: 7, type: 'image/png' }, /We can't open this file/],
    ['that is no image', { size: 7, type: 'application/pdf' }, /JPEG, PNG or WebP picture\.$/],
  ])('%s is rejected at its field, and the rest of the form stays', async (_, { size, type }, words) => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'Still here');
    openGroup('Picture');
    const file = new File(['x'], 'file', { type });
    Object.defineProperty(file, 'size', { value: size });
    await choose(file);
    expect((await screen.findByText(words)).closest('[role=alert]')).not.toBeNull();
    expect((await field('Choose a picture')).getAttribute('aria-invalid')).toBe('true');
    expect((await field('Name')).value).toBe('Still here');
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved as a draft/);
    expect(await eventsOf(device)).toMatchObject([{ name: 'Still here' }]);
  });

  it('is saved alone without a question, and a rejection by the server is shown at its field', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await field('Name');
    openGroup('Picture');
    photo = new Uint8Array(photo.subarray(0, 50));
    await choose(picture());
    await screen.findByAltText('How it looks in the event');
    await device.user.click(button('Save'));
    expect(await screen.findByText(/^This picture is damaged/)).toBeDefined();
    expect(address()).toBe(`/my/events/${id}/edit`);
  });

  it('is not sent offline, which the form and the list say', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'From the bus');
    openGroup('Picture');
    await choose(picture());
    await screen.findByAltText('How it looks in the event');
    const comeBack = goOffline();
    expect(await screen.findByText(/A picture can't wait on this device/)).toBeDefined();
    await device.user.click(button('Save as draft'));
    expect(await screen.findByText(/The picture can't wait/)).toBeDefined();
    comeBack();
    await waitFor(async () => expect(await eventsOf(device)).toHaveLength(1));
  });
});

describe('the picture of a series', () => {
  const rrule = 'FREQ=DAILY;COUNT=4';
  const dates = async ({ db }: Awaited<ReturnType<typeof openCoachDevice>>) =>
    db.selectFrom('events').select(['id', 'name', 'image']).orderBy('recurrence_id').execute();
  const images = async (device: Awaited<ReturnType<typeof openCoachDevice>>) =>
    (await dates(device)).map(({ image }) => image);
  const chosen = async () => {
    openGroup('Picture');
    await choose(picture());
    await screen.findByAltText('How it looks in the event');
  };
  const openSeries = async () => {
    const device = await openCoachDevice();
    await planned(device, { recurrence: { rrule } });
    const [, second] = await dates(device);
    await openAsAda(`/my/events/${second?.id}/edit`);
    await field('Name');
    return device;
  };

  it('is sent for all dates of a new series', async () => {
    const device = await openCoachDevice();
    await openAsAda('/my/events/new');
    await fill('Name', 'With a picture');
    openGroup('Repeat');
    fireEvent.click(await field('Every week'));
    await chosen();
    await device.user.click(button('Save as draft'));
    await screen.findByText(/^Saved \d+ dates as drafts/);
    const [image, ...others] = new Set(await images(device));
    expect([typeof image, others]).toEqual(['string', []]);
    expect((await dates(device)).length).toBeGreaterThan(1);
  });

  it('is sent for all dates of an event that starts to repeat', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device);
    await openAsAda(`/my/events/${id}/edit`);
    await field('Name');
    openGroup('Repeat');
    fireEvent.click(await field('Every week'));
    await chosen();
    await device.user.click(button('Save'));
    await device.user.click((await sheet()).getByText('Save changes', { selector: 'button' }));
    await screen.findByText('Saved. It repeats now.');
    const [image, ...others] = new Set(await images(device));
    expect([typeof image, others]).toEqual(['string', []]);
    expect((await dates(device)).length).toBeGreaterThan(1);
  });

  it('changed alone asks for which dates, and is sent for those', async () => {
    const device = await openSeries();
    await chosen();
    await device.user.click(button('Save'));
    const asks = await sheet();
    await asks.findByText('Change 1 date', { selector: 'button' });
    await device.user.click(asks.getByText('This and following'));
    await device.user.click(await asks.findByText('Change 3 dates', { selector: 'button' }));
    await screen.findByText('3 dates were changed.');
    const [first, second, ...others] = await images(device);
    expect([first, typeof second]).toEqual([null, 'string']);
    expect(others).toEqual([second, second]);
  });

  it('is sent for the dates of the other changes, also over pictures that dates have of their own', async () => {
    const device = await openSeries();
    const last = (await dates(device))[3]?.id ?? '';
    const blue = { create: { width: 64, height: 36, channels: 3 as const, background: '#0000ff' } };
    const { status } = await device.laptop.request(`/api/events/${last}/image`, {
      method: 'PUT',
      body: new Uint8Array(await sharp(blue).png().toBuffer()),
      headers: { 'content-type': 'image/png' },
    });
    expect(status).toBe(200);
    await fill('Name', 'Circuit');
    await chosen();
    await device.user.click(button('Save'));
    const asks = await sheet();
    await device.user.click(asks.getByText('All'));
    await asks.findByText(/keeps its own picture\.$/);
    await device.user.click(asks.getByLabelText('Change those too'));
    await device.user.click(await asks.findByText('Change 4 dates', { selector: 'button' }));
    await screen.findByText('4 dates were changed.');
    const after = await dates(device);
    expect(new Set(after.map(({ name }) => name))).toEqual(new Set(['Circuit']));
    expect(new Set(after.map(({ image }) => image)).size).toBe(1);
  });

  it('changed alone cannot wait offline, which the question says', async () => {
    const device = await openSeries();
    await chosen();
    const comeBack = goOffline();
    await device.user.click(button('Save'));
    const asks = await sheet();
    await asks.findByText(/Nothing was changed\.$/);
    expect(asks.queryByText(/We'll save it/)).toBeNull();
    expect(asks.getByText('Change', { selector: 'button' }).hasAttribute('disabled')).toBe(true);
    comeBack();
  });
});

describe('the teams of an event', () => {
  it('are the owner and the chosen teams of its club, whose coaches can lead', async () => {
    const device = await openCoachDevice();
    const club = await buildOrganization(device.db, { name: 'KV Rooigem' });
    await device.db.updateTable('teams').set({ organization_id: club.id }).execute();
    const other = await buildTeam(device.db, { name: 'KV Rooigem U14', organization_id: club.id });
    const mia = await buildUser(device.db, { name: 'Mia', is_coach: 1 });
    await device.db.updateTable('profiles').set({ is_public: 1 }).where('user_id', '=', mia.id).execute();
    await buildMembership(device.db, { person_id: mia.id, team_id: other.id, role: 'coach' });
    await openAsAda('/my/events/new');
    await fill('Name', 'Tournament');
    await screen.findByText('No other team');
    openGroup('With');
    fireEvent.click(await field('KV Rooigem U14'));
    openGroup('Leaders');
    fireEvent.click(await field('Mia'));
    await device.user.click(button('Publish'));
    const asks = await sheet();
    expect(asks.getByText('Members of its teams see it.')).toBeDefined();
    await device.user.click(asks.getByText('Publish', { selector: 'button' }));
    await screen.findByText(/^Published\./);
    const [event] = await eventsOf(device);
    const { body } = await device.laptop.call('GET /api/events/{id}', { params: { id: event?.id ?? '' } });
    expect(body.owner).toEqual({ kind: 'team', id: device.team.id });
    expect(body.teams.map(({ id }) => id).sort()).toEqual([device.team.id, other.id].sort());
    expect(body.leaders.map(({ id }) => id)).toEqual([device.ada.id, mia.id]);
  });
});

describe('the leaders of an event', () => {
  it('are named in its row, the first three of many', async () => {
    const device = await openCoachDevice();
    for (const name of ['Alf', 'Bea', 'Cas', 'Dex']) {
      const coach = await buildUser(device.db, { name, is_coach: 1 });
      await device.db.updateTable('profiles').set({ is_public: 1 }).where('user_id', '=', coach.id).execute();
      await buildMembership(device.db, { person_id: coach.id, team_id: device.team.id, role: 'coach' });
    }
    await openAsAda('/my/events/new');
    await field('Name');
    openGroup('Leaders');
    for (const name of ['Alf', 'Bea']) fireEvent.click(await field(name));
    await screen.findByText('You, Alf, Bea');
    for (const name of ['Cas', 'Dex']) fireEvent.click(await field(name));
    await screen.findByText('You, Alf, Bea, 2 more');
  });
});

describe('a draft that is changed and published', () => {
  it('is one write, which is queued offline', async () => {
    const device = await openCoachDevice();
    const { id } = await planned(device, { publication: 'draft' });
    await openAsAda(`/my/events/${id}/edit`);
    await fill('Name', 'Ready now');
    const comeBack = goOffline();
    await device.user.click(button('Publish'));
    await device.user.click((await sheet()).getByText('Publish', { selector: 'button' }));
    expect(await screen.findByText('This will be published as soon as possible.')).toBeDefined();
    comeBack();
    await waitFor(async () =>
      expect(await eventsOf(device)).toMatchObject([{ name: 'Ready now', publication: 'published' }]),
    );
    expect(within(document.body).queryByText(/couldn't save/)).toBeNull();
  });
});
