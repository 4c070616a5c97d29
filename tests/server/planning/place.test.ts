// Places of a club: two events at one place, and an edit that applies to all future events.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { teamEvent, preview, see } = setup;

describe('a place', () => {
  it('with another event of the club at that time causes a warning', async () => {
    await teamEvent({ starts_at: '2026-12-05T10:00:00.000Z' });
    const event = await teamEvent();
    const moved = { startsAt: '2026-12-05T11:00:00.000Z', endsAt: '2026-12-05T12:00:00.000Z' };
    expect((await preview(setup.club.coach, event.id, moved)).body.warnings).toEqual([
      { code: 'placeTaken', count: 1 },
    ]);
  });

  it('when edited changes every event, and search finds its new name', async () => {
    const event = await teamEvent();
    const client = await signIn(setup.server, setup.club.otherCoach);
    const params = { id: setup.club.place.id };
    const edit = (body: object) => client.call('PATCH /api/places/{id}', { params, body });
    expect((await edit({ version: 1, name: 'New boathouse', region: 'Bruges' })).body.version).toBe(2);
    expect((await edit({ version: 1, name: 'Old' })).body).toMatchObject({
      code: 'stale_version',
      current: { name: 'New boathouse' },
    });
    expect((await see(setup.club.coach, event.id)).body.place).toMatchObject({
      name: 'New boathouse',
      region: 'Bruges',
    });
    const found = await client.call('GET /api/explore/events', { query: { q: 'bruges' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([event.id]);
  });
});
