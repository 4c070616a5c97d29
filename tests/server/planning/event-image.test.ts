// The picture of an event: set by those who run it, stored in one format without metadata, and deleted with
// the event.
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { photo, picturesOf, png } from './event-pictures.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, see } = setup;

const { put, remove, get, shown, files } = picturesOf(setup);

it('an event picture is stored as WebP in 16:9 without camera metadata, and shown with the event', async () => {
  const event = await teamEvent();
  const taken = await photo()
    .withExif({ IFD0: { Copyright: 'Secret photographer' } })
    .jpeg()
    .toBuffer();
  const { status, body } = await put(setup.club.coach, event.id, taken);
  expect([status, body.version]).toEqual([200, 2]);
  const response = await get(body.image ?? '');
  expect(response.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 1280, height: 720, exif: undefined });
  expect(bytes.includes('Secret')).toBe(false);
  expect((await see(setup.club.members[0] ?? setup.club.coach, event.id)).body.image).toBe(body.image);
});

it('an event picture replaces the previous one, can be removed, and is deleted with the event', async () => {
  const event = await teamEvent({ publication: 'draft', published_at: null });
  const first = await put(setup.club.coach, event.id, await png());
  const second = await put(setup.club.coach, event.id, await png('#ff0000'));
  expect((await get(first.body.image ?? '')).status).toBe(404);
  expect(await shown()).toHaveLength(1);
  expect((await remove(setup.club.coach, event.id)).status).toBe(204);
  expect((await remove(setup.club.coach, event.id)).status).toBe(204);
  expect((await see(setup.club.coach, event.id)).body).toMatchObject({ image: null, version: 4 });
  expect((await get(second.body.image ?? '')).status).toBe(404);
  await put(setup.club.coach, event.id, await png());
  const client = await signIn(setup.server, setup.club.coach);
  await client.call('DELETE /api/events/{id}', { params: { id: event.id } });
  expect([await shown(), await files()]).toEqual([[], []]);
});

it('sending the picture that an event has changes nothing', async () => {
  const event = await teamEvent();
  const { body } = await put(setup.club.coach, event.id, await png());
  const again = await put(setup.club.coach, event.id, await png());
  expect([again.body.image, again.body.version]).toEqual([body.image, 2]);
  expect(await files()).toHaveLength(1);
});

it('the picture of a cancelled event can still be removed', async () => {
  const event = await teamEvent();
  await put(setup.club.coach, event.id, await png());
  await db().updateTable('events').set({ event_status: 'EventCancelled' }).execute();
  expect((await remove(setup.club.coach, event.id)).status).toBe(204);
  expect(await files()).toEqual([]);
});

it('an event picture can only be changed by those who run the event', async () => {
  const event = await teamEvent({ visibility: 'organization' });
  const [member = setup.club.coach] = setup.club.members;
  expect((await put(member, event.id, await png())).status).toBe(409);
  expect((await put(setup.club.otherCoach, event.id, await png())).status).toBe(409);
  await put(setup.club.coach, event.id, await png());
  expect((await remove(member, event.id)).status).toBe(409);
  await db()
    .updateTable('memberships')
    .set({ status: 'removed' })
    .where('person_id', '=', setup.club.coach.id)
    .execute();
  expect((await put(setup.club.coach, event.id, await png())).status).toBe(404);
  expect(await shown()).toHaveLength(1);
});

it('the picture of a draft appears on no public page and list', async () => {
  const event = await teamEvent({ publication: 'draft', published_at: null, visibility: 'public' });
  const { body } = await put(setup.club.coach, event.id, await png());
  const visitor = createClient(setup.server);
  const page = await visitor.call('GET /api/events/public/{id}', { params: { id: event.id } });
  const list = await visitor.call('GET /api/explore/events', {});
  expect(page.status).toBe(404);
  expect(JSON.stringify([page.body, list.body])).not.toContain(body.image);
});

it('a damaged or too large event picture is rejected and the previous one stays', async () => {
  const event = await teamEvent();
  const { body } = await put(setup.club.coach, event.id, await png());
  const damaged = await put(setup.club.coach, event.id, (await png()).subarray(0, 60));
  expect([damaged.status, damaged.body.errors?.[0]?.code]).toEqual([422, 'damaged']);
  expect((await put(setup.club.coach, event.id, new Uint8Array(10 * 1024 * 1024))).status).toBe(413);
  expect((await see(setup.club.coach, event.id)).body.image).toBe(body.image);
});

it('a copy of an event shares the file of its picture, which stays until neither shows it', async () => {
  const event = await teamEvent({ publication: 'draft', published_at: null });
  const { body } = await put(setup.club.coach, event.id, await png());
  const client = await signIn(setup.server, setup.club.coach);
  const copy = await client.call('POST /api/events/{id}/duplicate', {
    params: { id: event.id },
    body: { startsAt: '2027-01-05T17:00:00.000Z' },
  });
  expect(copy.body.image).toBe(body.image);
  expect([(await shown()).length, (await files()).length]).toEqual([2, 1]);
  await client.call('DELETE /api/events/{id}', { params: { id: event.id } });
  expect((await get(body.image ?? '')).status).toBe(200);
  const next = await put(setup.club.coach, copy.body.id, await png('#ff0000'));
  expect((await get(body.image ?? '')).status).toBe(404);
  expect((await get(next.body.image ?? '')).status).toBe(200);
  expect(await files()).toHaveLength(1);
});

it('the picture of an event that is no longer in order can still be removed', async () => {
  const event = await teamEvent();
  await put(setup.club.coach, event.id, await png());
  const late = { registration_closes_at: '2028-01-01T00:00:00.000Z' };
  await db().updateTable('events').set(late).where('id', '=', event.id).execute();
  expect((await setup.change(setup.club.coach, event.id, { version: 2, description: 'New' })).status).toBe(
    422,
  );
  expect((await remove(setup.club.coach, event.id)).status).toBe(204);
});
