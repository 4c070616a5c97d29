// The attendance mode of the dates that follow an edit. The form derives the mode that it sends from the place and the link of the
// edited date, and other dates can have a place or a link of their own.
import { describe, expect, it } from 'vitest';
import { editBody } from '../../../../src/app/features/planning/form/body.ts';
import type { EventKey, EventValues } from '../../../../src/app/features/planning/form/values.ts';
import { valuesOf } from '../../../../src/app/features/planning/form/values.ts';
import { signIn } from '../../../support/client.ts';
import { buildPlace } from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event } = setUpSeries({ members: 1 });
const link = 'https://meet.example/row';
const all = { scope: 'all', handEdits: 'keep' } as const;

const makeAtPlace = (rrule = 'FREQ=WEEKLY;COUNT=3') => make(rrule, { place: { id: setup.club.place.id } });
/** Sends what the form sends when a coach changes these fields of a date. */
async function editInForm(
  id: string,
  changes: Partial<Pick<EventValues, 'place' | 'onlineUrl'>>,
  following?: { scope: 'all'; handEdits: 'keep' | 'replace' },
) {
  const admin = await signIn(setup.server, setup.club.admin);
  const { body } = await admin.call('GET /api/events/{id}', { params: { id } });
  const keys = Object.keys(changes) as EventKey[];
  const sent = editBody({ ...valuesOf(body), ...changes }, keys, {
    version: body.version,
    ...(following && { following }),
  });
  const { version: _, ...fields } = sent;
  const { status, preview } = await edit(id, fields);
  expect(status).toBe(200);
  return preview;
}
const whereOf = async (id: string) => {
  const { place_id, online_url, attendance_mode } = await event(id);
  const parts = [place_id && 'place', online_url && 'link'].filter(Boolean);
  return `${parts.join(' and ') || 'neither'}: ${attendance_mode}`;
};

describe('an edit in the form that other dates follow', () => {
  it('adds the link of a date without a place: dates at the place are mixed, also those that the job adds', async () => {
    const ids = await makeAtPlace('FREQ=WEEKLY;BYDAY=TU');
    const [first = '', second = ''] = ids;
    await editInForm(second, { place: '' });
    await editInForm(second, { onlineUrl: link }, all);
    expect(await whereOf(first)).toBe('place and link: mixed');
    expect(await whereOf(second)).toBe('link: online');
    setup.server.advance(35 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    const added = await db().selectFrom('events').select('id').where('id', 'not in', ids).execute();
    expect(added.length).toBeGreaterThan(0);
    for (const { id } of added) expect(await whereOf(id)).toBe('place and link: mixed');
  });

  it('adds the link of a date at the place: a date without one is online', async () => {
    const [first = '', second = ''] = await makeAtPlace();
    await editInForm(second, { place: '' });
    await editInForm(first, { onlineUrl: link }, all);
    expect(await whereOf(second)).toBe('link: online');
  });

  it('removes the link: a date that keeps a link of its own stays mixed', async () => {
    const [first = '', second = '', third = ''] = await makeAtPlace();
    await editInForm(first, { onlineUrl: link }, all);
    await editInForm(second, { onlineUrl: `${link}-2` });
    const preview = await editInForm(first, { onlineUrl: '' }, all);
    expect(preview.keptDates).toMatchObject([{ fields: ['online'] }]);
    expect(await whereOf(second)).toBe('place and link: mixed');
    expect(await whereOf(third)).toBe('place: offline');
  });

  it('adds the place of the one date with a link: the others are not online', async () => {
    const [first = '', second = ''] = await make('FREQ=WEEKLY;COUNT=3');
    await editInForm(second, { onlineUrl: link });
    await editInForm(second, { place: setup.club.place.id }, all);
    expect(await whereOf(first)).toBe('place: offline');
    expect(await whereOf(second)).toBe('place and link: mixed');
  });

  it.each(['keep', 'replace'] as const)(
    'adds a place, own values %s: a date with a link of its own gets the place and is mixed',
    async (handEdits) => {
      const [first = '', second = ''] = await make('FREQ=WEEKLY;COUNT=3');
      await editInForm(second, { onlineUrl: link });
      const preview = await editInForm(first, { place: setup.club.place.id }, { scope: 'all', handEdits });
      expect(preview.keptDates).toEqual([]);
      expect(await whereOf(second)).toBe('place and link: mixed');
    },
  );

  it('changes the place: a date keeps the announcement of a link that is not known yet', async () => {
    const [first = '', second = '', third = ''] = await makeAtPlace();
    const other = await buildPlace(db(), { owner_organization_id: setup.club.organization.id });
    await edit(second, { attendanceMode: 'mixed' });
    await editInForm(first, { onlineUrl: link });
    await editInForm(first, { place: other.id }, all);
    expect((await event(second)).place_id).toBe(other.id);
    expect(await whereOf(second)).toBe('place: mixed');
    expect(await whereOf(third)).toBe('place: offline');
  });
});

describe('an edit of the attendance mode alone that other dates follow', () => {
  it('announces a link for dates that have no place either, and leaves one at a place as it is', async () => {
    const [first = '', second = '', third = ''] = await make('FREQ=WEEKLY;COUNT=3');
    await editInForm(second, { place: setup.club.place.id });
    await edit(first, { attendanceMode: 'online', ...all });
    expect(await whereOf(second)).toBe('place: offline');
    expect(await whereOf(third)).toBe('neither: online');
  });
});
