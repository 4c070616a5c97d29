// An edit with a scope: which dates change, which keep their own values, how the series is split, who is
// notified.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { buildAbsence, buildPayment, buildRegistration, buildUser } from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event, column, parts, notices } = setUpSeries();
const days = (ids: readonly unknown[]) => ids.map((at) => String(at).slice(5, 16));

/** 18:00 to 18:30 and so on: the date's local times, moved by minutes. */
async function movedBy(id: string, minutes: number) {
  const { starts_at, ends_at } = await event(id);
  const moved = (at: string) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  return { startsAt: moved(starts_at), endsAt: moved(ends_at) };
}

describe('PATCH with the scope following', () => {
  it('changes that date and those after it, and splits the series there', async () => {
    const ids = await make();
    const third = ids[2] ?? '';
    const { status, body, preview } = await edit(third, {
      scope: 'following',
      ...(await movedBy(third, 30)),
      name: 'Late row',
    });
    expect(status).toBe(200);
    expect(preview).toMatchObject({ dates: 4, kept: 2, keptDates: [] });
    expect(await column(ids, 'name')).toEqual([
      ...Array(2).fill('Evening row'),
      ...Array(4).fill('Late row'),
    ]);
    expect(days(await column(ids, 'starts_at'))).toEqual([
      '12-01T17:00',
      '12-03T17:00',
      '12-08T17:30',
      '12-10T17:30',
      '12-15T17:30',
      '12-17T17:30',
    ]);
    expect(days(await column(ids, 'recurrence_id'))[2]).toBe('12-08T18:30');
    const [first, second, ...others] = await parts(third);
    expect(others).toEqual([]);
    expect(first?.rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261207');
    expect(second?.rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4');
    // To people it is still one series.
    expect(body.series).toEqual({ id: first?.id, rrule: second?.rrule, count: 6, askedAgain: 0 });
  });

  it('does not split at the first date, and at the last one leaves a series of one', async () => {
    const ids = await make();
    await edit(ids[0] ?? '', { scope: 'following', name: 'All of them' });
    expect(await parts(ids[0] ?? '')).toHaveLength(1);
    await edit(ids[5] ?? '', { scope: 'following', name: 'The last' });
    expect(await column(ids, 'name')).toEqual([...Array(5).fill('All of them'), 'The last']);
    expect((await parts(ids[5] ?? ''))[1]?.rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=1');
  });

  it('names the other dates that it changed, with their versions before and after', async () => {
    const ids = await make();
    const [, second = '', third = '', ...rest] = ids;
    expect((await edit(third, { name: 'By hand' })).body).not.toHaveProperty('changedDates');
    const { body } = await edit(second, { scope: 'following', meetingPoint: 'At the gate' });
    const [, , version] = await column(ids, 'version');
    expect(body.changedDates).toHaveLength(5);
    expect(body.changedDates).toContainEqual({ id: third, versionBefore: 2, version });
    const dates = rest.map((id) => expect.objectContaining({ id, versionBefore: 1 }));
    expect(body.changedDates).toEqual(expect.arrayContaining(dates));
  });

  it('also changes the parts of an earlier split', async () => {
    const ids = await make();
    await edit(ids[4] ?? '', { scope: 'following', name: 'The end' });
    await edit(ids[1] ?? '', { scope: 'following', maximumAttendeeCapacity: 9 });
    expect(await Promise.all(ids.map(async (id) => (await event(id)).maximum_attendee_capacity))).toEqual([
      null,
      ...Array(5).fill(9),
    ]);
    expect(await column(ids, 'name')).toEqual([...Array(4).fill('Evening row'), ...Array(2).fill('The end')]);
    expect(await parts(ids[0] ?? '')).toHaveLength(3);
  });
});

describe('PATCH with the scope all', () => {
  it('skips dates that are past, cancelled, archived or of another owner', async () => {
    const ids = await make();
    const [past = '', cancelled = '', given = '', opened = ''] = ids;
    setup.server.advance(Date.parse('2026-12-02T00:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    await db()
      .updateTable('events')
      .set({ event_status: 'EventCancelled' })
      .where('id', '=', cancelled)
      .execute();
    await edit(given, { owner: { kind: 'organization', id: setup.club.organization.id } });
    const { preview } = await edit(opened, { scope: 'all', name: 'Row' });
    expect(preview).toMatchObject({ dates: 3, kept: 3 });
    expect(await column(ids, 'name')).toEqual([...Array(3).fill('Evening row'), ...Array(3).fill('Row')]);
    expect((await event(past)).version).toBe(1);
    expect(await parts(opened)).toHaveLength(1);
  });

  it('moves by days with the rule, and splits only when some dates are past', async () => {
    const ids = await make();
    const fifth = ids[4] ?? '';
    await edit(fifth, { scope: 'all', ...(await movedBy(fifth, 24 * 60)) });
    expect(days(await column(ids, 'starts_at'))).toEqual([
      '12-02T17:00',
      '12-04T17:00',
      '12-09T17:00',
      '12-11T17:00',
      '12-16T17:00',
      '12-18T17:00',
    ]);
    expect((await parts(fifth)).map(({ rrule }) => rrule)).toEqual(['FREQ=WEEKLY;BYDAY=WE,FR;COUNT=6']);
    setup.server.advance(Date.parse('2026-12-05T00:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    await edit(fifth, { scope: 'all', ...(await movedBy(fifth, -24 * 60)) });
    expect(days(await column(ids, 'starts_at'))).toEqual([
      '12-02T17:00',
      '12-04T17:00',
      '12-08T17:00',
      '12-10T17:00',
      '12-15T17:00',
      '12-17T17:00',
    ]);
    expect((await parts(fifth)).map(({ rrule }) => rrule)).toEqual([
      'FREQ=WEEKLY;BYDAY=WE,FR;UNTIL=20261208',
      'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
    ]);
  });

  it("can move every date to the next one's slot", async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=3');
    await edit(ids[0] ?? '', { scope: 'all', ...(await movedBy(ids[0] ?? '', 7 * 24 * 60)) });
    expect(days(await column(ids, 'recurrence_id'))).toEqual(['12-08T18:00', '12-15T18:00', '12-22T18:00']);
  });

  it('keeps 18:00 at 18:00 over a clock change', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=3', {
      startsAt: '2027-03-16T17:00:00.000Z',
      endsAt: '2027-03-16T18:30:00.000Z',
    });
    await edit(ids[2] ?? '', { scope: 'all', ...(await movedBy(ids[2] ?? '', 60)) });
    expect(days(await column(ids, 'starts_at'))).toEqual(['03-16T18:00', '03-23T18:00', '03-30T17:00']);
    await edit(ids[0] ?? '', { scope: 'all', ...(await movedBy(ids[0] ?? '', 7 * 24 * 60)) });
    expect(days(await column(ids, 'starts_at'))).toEqual(['03-23T18:00', '03-30T17:00', '04-06T17:00']);
  });

  it('moves a date that a clock change moved away from its slot back with the others', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=3', {
      startsAt: '2027-03-21T00:30:00.000Z',
      endsAt: '2027-03-21T01:00:00.000Z',
    });
    const move = async (minutes: number) =>
      (await edit(ids[0] ?? '', { scope: 'all', ...(await movedBy(ids[0] ?? '', minutes)) })).preview;
    await move(60);
    // 02:30 does not exist on 28 March.
    expect(days(await column(ids, 'starts_at'))).toEqual(['03-21T01:30', '03-28T01:30', '04-04T00:30']);
    expect(days(await column(ids, 'recurrence_id'))).toEqual(['03-21T02:30', '03-28T02:30', '04-04T02:30']);
    expect(await move(-60)).toMatchObject({ dates: 3, keptDates: [] });
    expect(days(await column(ids, 'starts_at'))).toEqual(['03-21T00:30', '03-28T00:30', '04-03T23:30']);
    await move(60);
    expect(await move(120)).toMatchObject({ dates: 3, keptDates: [] });
    expect(days(await column(ids, 'starts_at'))).toEqual(['03-21T03:30', '03-28T02:30', '04-04T02:30']);
  });

  it('moves a daily series by days to a time that a clock change skips once', async () => {
    const evening = { startsAt: '2027-03-26T17:00:00.000Z', endsAt: '2027-03-26T18:30:00.000Z' };
    const ids = await make('FREQ=DAILY;COUNT=4', evening);
    const night = { startsAt: '2027-03-27T01:30:00.000Z', endsAt: '2027-03-27T03:00:00.000Z' };
    expect((await edit(ids[0] ?? '', { scope: 'all', ...night })).status).toBe(200);
    expect(days(await column(ids, 'starts_at'))).toEqual([
      '03-27T01:30',
      '03-28T01:30',
      '03-29T00:30',
      '03-30T00:30',
    ]);
    expect((await edit(ids[0] ?? '', { scope: 'all', ...evening })).status).toBe(200);
    expect(days(await column(ids, 'starts_at'))).toEqual([
      '03-26T17:00',
      '03-27T17:00',
      '03-28T16:00',
      '03-29T16:00',
    ]);
  });

  it('refuses a move by days that the rule cannot name, and changes nothing', async () => {
    const ids = await make('FREQ=MONTHLY;BYDAY=1TU;COUNT=4');
    const { status, body } = await edit(ids[0] ?? '', {
      scope: 'all',
      ...(await movedBy(ids[0] ?? '', 24 * 60)),
    });
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'startsAt', code: 'rule_names_days' }] }]);
    expect(new Set(await column(ids, 'version'))).toEqual(new Set([1]));
  });
});

describe('a manual edit of one date', () => {
  it('keeps its time, place and name, and is listed in the preview', async () => {
    const ids = await make();
    const [, own = '', opened = ''] = ids;
    await edit(own, { ...(await movedBy(own, 120)), name: 'With pizza' });
    const moved = (await event(own)).starts_at;
    const { preview } = await edit(opened, {
      scope: 'all',
      ...(await movedBy(opened, 30)),
      name: 'Row',
      maximumAttendeeCapacity: 8,
    });
    expect(preview).toMatchObject({
      dates: 6,
      keptDates: [{ startsAt: moved, fields: ['time', 'name'] }],
    });
    expect(await event(own)).toMatchObject({
      starts_at: moved,
      name: 'With pizza',
      maximum_attendee_capacity: 8,
      recurrence_id: '2026-12-03T18:30',
    });
  });

  it('is overwritten when the person chooses so', async () => {
    const ids = await make();
    const [, own = '', opened = ''] = ids;
    await edit(own, { ...(await movedBy(own, 120)), name: 'With pizza' });
    const { preview } = await edit(opened, {
      scope: 'all',
      handEdits: 'replace',
      ...(await movedBy(opened, 30)),
      name: 'Row',
    });
    expect(preview).toMatchObject({ keptDates: [] });
    expect(await event(own)).toMatchObject({ starts_at: '2026-12-03T17:30:00.000Z', name: 'Row' });
  });

  it('does not include a leader who left the club, so all dates get the new leader', async () => {
    const ids = await make();
    await db().deleteFrom('event_leaders').execute();
    await edit(ids[0] ?? '', { scope: 'all', leaderIds: [setup.club.admin.id] });
    const leaders = await db().selectFrom('event_leaders').select(['event_id', 'person_id']).execute();
    expect(leaders).toHaveLength(6);
  });
});

describe('people who replied to a series', () => {
  it('keep their replies, and are each notified once', async () => {
    const ids = await make();
    const [comes = setup.club.coach, declines = setup.club.coach, silent] = setup.club.members;
    for (const event_id of ids.slice(2)) {
      await buildRegistration(db(), { event_id, person_id: comes.id });
      await buildRegistration(db(), { event_id, person_id: declines.id, state: 'declined' });
    }
    const before = await db().selectFrom('registrations').selectAll().orderBy('id').execute();
    const third = ids[2] ?? '';
    const { preview } = await edit(third, { scope: 'following', ...(await movedBy(third, 30)) });
    expect(preview).toMatchObject({ dates: 4, registrations: 1, payments: 0, notified: 3 });
    const after = await db().selectFrom('registrations').selectAll().orderBy('id').execute();
    const question = { reconfirm_asked_at: null, answered_starts_at: null, answered_ends_at: null };
    expect(after.map((row) => ({ ...row, ...question }))).toEqual(before);
    expect(after.filter((row) => row.reconfirm_asked_at !== null).map((row) => row.person_id)).toEqual(
      Array(4).fill(comes.id),
    );
    expect(preview.askedAgain).toBe(1);
    const sent = await notices();
    expect(sent.map(({ user_id }) => user_id)).toEqual([comes.id, silent?.id, setup.club.coach.id].sort());
    for (const { kind, event_id, changes } of sent)
      expect([kind, event_id, JSON.parse(changes).map(({ field }: { field: string }) => field)]).toEqual([
        'eventChanged',
        third,
        ['startsAt', 'endsAt', 'eventStatus', 'eventCount'],
      ]);
    expect(await Promise.all(ids.map(async (id) => (await event(id)).sequence))).toEqual([0, 0, 1, 1, 1, 1]);
  });

  it('lose their places with one notification when visibility narrows, and the preview counts each once', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=3', { visibility: 'public' });
    const stranger = setup.club.otherCoach;
    for (const event_id of ids) await buildRegistration(db(), { event_id, person_id: stranger.id });
    const { preview } = await edit(ids[0] ?? '', { scope: 'all', visibility: 'team' });
    const warnings = [{ code: 'losePlace', count: 1 }];
    expect(preview).toMatchObject({ notified: 1, registrations: 0, payments: 0, warnings });
    expect((await notices()).map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['registrationCancelled', stranger.id],
    ]);
  });

  it('are refunded for the places that they lose, and the preview counts those with money left to refund', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=2', { visibility: 'public' });
    const { otherCoach: paid, members } = setup.club;
    const [stays = paid] = members;
    const owes = await buildUser(db());
    const pay = async (event_id: string, who: { id: string }, state: 'succeeded' | 'offlineDue') => {
      const { id } = await buildRegistration(db(), { event_id, person_id: who.id });
      const paid_at = state === 'succeeded' ? '2026-11-20T10:00:00.000Z' : null;
      await buildPayment(db(), { registration_id: id, state, paid_at });
    };
    for (const event_id of ids) {
      for (const who of [paid, stays]) await pay(event_id, who, 'succeeded');
      await pay(event_id, owes, 'offlineDue');
    }
    const { preview } = await edit(ids[0] ?? '', { scope: 'all', visibility: 'team' });
    const warnings = [
      { code: 'losePlace', count: 2 },
      { code: 'refunded', count: 1 },
    ];
    expect(preview).toMatchObject({ registrations: 1, payments: 1, warnings });
    expect(await db().selectFrom('refunds').select('id').execute()).toHaveLength(2);
  });

  it('stay above a lowered capacity on several dates, and the preview counts each once', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=3');
    for (const event_id of ids)
      for (const { id } of setup.club.members) await buildRegistration(db(), { event_id, person_id: id });
    const { preview } = await edit(ids[0] ?? '', { scope: 'all', maximumAttendeeCapacity: 1 });
    expect(preview.warnings).toEqual([{ code: 'aboveCapacity', count: setup.club.members.length - 1 }]);
  });

  it('are offered the new places of each date, and the preview counts each once', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=2', { maximumAttendeeCapacity: 1 });
    const [one = setup.club.coach, other = setup.club.coach] = setup.club.members;
    for (const event_id of ids) {
      await buildRegistration(db(), { event_id, person_id: one.id });
      await buildRegistration(db(), { event_id, person_id: other.id, state: 'waitlisted', position: 1 });
    }
    const { preview } = await edit(ids[1] ?? '', { scope: 'all', maximumAttendeeCapacity: 2 });
    expect(preview).toMatchObject({ warnings: [{ code: 'placesOffered', count: 1 }] });
    const states = await db().selectFrom('registrations').select('state').orderBy('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'offered', 'offered']);
  });
});

describe('the prices of a series', () => {
  const offer = (name: string, amountMinor: number) => ({ name, price: { amountMinor, currency: 'EUR' } });

  it('change on each date, and people who replied with one keep it', async () => {
    const ids = await make('FREQ=WEEKLY;COUNT=2', { offers: [offer('Adult', 500)] });
    const [first = '', second = ''] = ids;
    const offersOf = (id: string) =>
      db().selectFrom('offers').selectAll().where('event_id', '=', id).orderBy('price_minor').execute();
    const [used] = await offersOf(second);
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: second, person_id: member.id, offer_id: used?.id ?? null });
    const [mine] = await offersOf(first);
    const { status } = await edit(first, {
      scope: 'all',
      offers: [{ ...offer('Adult', 700), id: mine?.id }],
    });
    expect(status).toBe(200);
    expect((await offersOf(first)).map(({ id, price_minor }) => [id, price_minor])).toEqual([
      [mine?.id, 700],
    ]);
    expect(
      (await offersOf(second)).map(({ price_minor, withdrawn_at }) => [price_minor, withdrawn_at !== null]),
    ).toEqual([
      [500, true],
      [700, false],
    ]);
  });

  it('change on each date also where two have the same name', async () => {
    const fees = { Members: 500, Guests: 1000 };
    const fee = (eligibility: keyof typeof fees, more = 0) => ({
      ...offer('Fee', fees[eligibility] + more),
      eligibility,
    });
    const [first = '', second = ''] = await make('FREQ=WEEKLY;COUNT=2', {
      offers: [fee('Guests'), fee('Members')],
    });
    const offersOf = (id: string) =>
      db().selectFrom('offers').selectAll().where('event_id', '=', id).orderBy('price_minor').execute();
    const [members, guests] = await offersOf(first);
    const before = await offersOf(second);
    const { status } = await edit(first, {
      scope: 'all',
      offers: [
        { ...fee('Members', 100), id: members?.id },
        { ...fee('Guests', 100), id: guests?.id },
      ],
    });
    expect(status).toBe(200);
    expect(
      (await offersOf(second)).map(({ id, price_minor, eligibility }) => [id, price_minor, eligibility]),
    ).toEqual([
      [before[0]?.id, 600, 'Members'],
      [before[1]?.id, 1100, 'Guests'],
    ]);
  });
});

describe('a postponed date of a series', () => {
  const statusOf = async (id: string) => (await event(id)).event_status;
  async function withPostponed() {
    const ids = await make();
    for (const id of ids.slice(1, 3)) await edit(id, { eventStatus: 'EventPostponed' });
    return ids;
  }

  it('stays postponed when the other dates move', async () => {
    const [first = '', postponed = ''] = await withPostponed();
    const { preview } = await edit(first, { scope: 'all', ...(await movedBy(first, 30)) });
    expect(preview).toMatchObject({ dates: 6, keptDates: [] });
    expect(await event(postponed)).toMatchObject({
      event_status: 'EventPostponed',
      starts_at: '2026-12-03T17:30:00.000Z',
      previous_start_dates: '[]',
    });
    expect(await statusOf(first)).toBe('EventRescheduled');
  });

  it('is the only one that the status EventScheduled changes, also beside one with another time', async () => {
    const [first = '', postponed = ''] = await withPostponed();
    await edit(first, await movedBy(first, 30));
    const { preview } = await edit(first, { scope: 'all', eventStatus: 'EventScheduled' });
    expect(preview).toMatchObject({ dates: 2, kept: 4 });
    expect(await Promise.all([first, postponed].map(statusOf))).toEqual([
      'EventRescheduled',
      'EventScheduled',
    ]);
    expect(await column([first], 'version')).toEqual([2]);
  });

  it('is on again when all dates get a new status, or a postponed one gets a new date', async () => {
    const [first = '', postponed = '', other = ''] = await withPostponed();
    await edit(first, { scope: 'all', eventStatus: 'EventScheduled' });
    expect(await Promise.all([postponed, other].map(statusOf))).toEqual(Array(2).fill('EventScheduled'));
    for (const id of [postponed, other]) await edit(id, { eventStatus: 'EventPostponed' });
    await edit(postponed, { scope: 'all', ...(await movedBy(postponed, 30)) });
    expect(await Promise.all([postponed, other].map(statusOf))).toEqual(Array(2).fill('EventRescheduled'));
  });
});

describe('a series without an end', () => {
  it('creates later dates with the edited values', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU');
    const second = ids[1] ?? '';
    await edit(second, { scope: 'following', ...(await movedBy(second, 24 * 60 + 30)), name: 'Row' });
    setup.server.advance(60 * 86_400_000);
    await Promise.all([runJob(setup.server, 'extendSeries'), runJob(setup.server, 'extendSeries')]);
    const added = await db()
      .selectFrom('events')
      .select(['name', 'recurrence_id'])
      .where('id', 'not in', ids)
      .where('series_id', 'is not', null)
      .orderBy('recurrence_id')
      .execute();
    expect(added.length).toBeGreaterThan(5);
    expect(new Set(added.map(({ name }) => name))).toEqual(new Set(['Row']));
    expect(new Set(added.map(({ recurrence_id }) => recurrence_id?.slice(11)))).toEqual(new Set(['18:30']));
    const slots = (await column(ids, 'recurrence_id')) as string[];
    const all = [...slots, ...added.map(({ recurrence_id }) => recurrence_id ?? '')];
    expect(new Set(all).size).toBe(all.length);
    // One date a week, without a gap between existing and added ones.
    const weeks = all.slice(1).map((slot) => Date.parse(`${slot.slice(0, 10)}T00:00:00Z`) / (7 * 86_400_000));
    expect(weeks.slice(1).every((week, index) => Math.round(week - (weeks[index] ?? 0)) === 1)).toBe(true);
  });
});

describe('an edit of a series', () => {
  it('requires running the event now', async () => {
    const ids = await make();
    const [member = setup.club.coach] = setup.club.members;
    expect((await edit(ids[0] ?? '', { scope: 'all', name: 'Mine' }, member)).body.code).toBe(
      'not_permitted',
    );
    const refused = await setup.change(setup.club.otherCoach, ids[0] ?? '', { scope: 'all', name: 'Mine' });
    expect(refused.body.code).toBe('not_found');
    expect(new Set(await column(ids, 'name'))).toEqual(new Set(['Evening row']));
  });

  it('from a stale version is rejected, and of two at once one is', async () => {
    const ids = await make();
    const [first = '', second = ''] = ids;
    await edit(second, { scope: 'all', name: 'Row' });
    const stale = await setup.change(setup.club.admin, first, { scope: 'all', name: 'Other' });
    expect(stale.body.code).toBe('stale_version');
    const both = await Promise.all(
      [first, second].map((id) =>
        setup.change(setup.club.coach, id, { version: 2, scope: 'all', name: `By ${id}` }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(new Set(await column(ids, 'name')).size).toBe(1);
  });

  it('to new times from a date that does not know that a later part has moved is rejected', async () => {
    const ids = await make();
    const [first = '', , third = ''] = ids;
    await edit(third, { scope: 'following', name: 'Late row' });
    const { version } = await event(first);
    await edit(third, { scope: 'following', ...(await movedBy(third, 60)) });
    const body = { version, scope: 'all', ...(await movedBy(first, 60)) };
    expect((await setup.change(setup.club.coach, first, body)).body.code).toBe('stale_version');
  });
});

describe('a change of how a series repeats', () => {
  const changes: [string, (ids: string[]) => Promise<unknown>][] = [
    ['a new rule', (ids) => edit(ids[4] ?? '', { scope: 'following', recurrence: { rrule: weekly } })],
    ['an early end', (ids) => edit(ids[3] ?? '', { scope: 'following', recurrence: { rrule: only } })],
    [
      'a move of the following dates',
      async (ids) => edit(ids[4] ?? '', { scope: 'following', ...(await movedBy(ids[4] ?? '', 24 * 60)) }),
    ],
    ['a split', (ids) => edit(ids[4] ?? '', { scope: 'following', name: 'The end' })],
    ['cancelling the rest', (ids) => ofRest(ids[4] ?? '', 'POST /api/events/{id}/cancel')],
    ['deleting the rest', (ids) => ofRest(ids[4] ?? '', 'DELETE /api/events/{id}')],
    ['deleting one date', (ids) => ofRest(ids[4] ?? '', 'DELETE /api/events/{id}', 'this')],
  ];
  const weekly = 'FREQ=WEEKLY;BYDAY=TU;COUNT=4';
  const only = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=1';
  async function ofRest(
    id: string,
    call: 'POST /api/events/{id}/cancel' | 'DELETE /api/events/{id}',
    scope: 'this' | 'following' = 'following',
  ) {
    const client = await signIn(setup.server, setup.club.admin);
    return call === 'DELETE /api/events/{id}'
      ? client.call(call, { params: { id }, query: { scope } })
      : client.call(call, { params: { id }, body: { scope } });
  }

  it.each(changes)('by %s refuses an edit of an earlier date that does not know it', async (_, change) => {
    const ids = await make(undefined, { publication: 'published' });
    const [first = ''] = ids;
    const sequences = () => Promise.all(ids.slice(0, 3).map(async (id) => (await event(id)).sequence));
    const seen = await setup.change(setup.club.coach, first, { version: 1, meetingPoint: 'Gate' });
    expect(seen.status).toBe(200);
    const { version } = await event(first);
    await change(ids);
    const dates = await db().selectFrom('events').select(['id', 'starts_at']).orderBy('id').execute();
    const stale = await setup.change(setup.club.coach, first, {
      version,
      scope: 'following',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=14', exceptDates: [] },
    });
    const now = await event(first);
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'stale_version', current: { version: now.version } },
    ]);
    expect(await db().selectFrom('events').select(['id', 'starts_at']).orderBy('id').execute()).toEqual(
      dates,
    );
    // Calendars see nothing new, and the dates that stay notify no one.
    expect(await sequences()).toEqual([1, 0, 0]);
  });

  it('raises the versions of dates that are over, and of none of another owner', async () => {
    const ids = await make();
    const [past = '', given = ''] = ids;
    await edit(given, { owner: { kind: 'organization', id: setup.club.organization.id } });
    const [pastVersion = 0, givenVersion] = (await column([past, given], 'version')).map(Number);
    setup.server.advance(Date.parse('2026-12-02T00:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    await edit(ids[4] ?? '', { scope: 'following', ...(await movedBy(ids[4] ?? '', 30)) });
    expect(await column([past, given], 'version')).toEqual([pastVersion + 1, givenVersion]);
    expect(await column(ids.slice(2), 'version')).toEqual([2, 2, 2, 2]);
    // Made without signal while its date was still to come.
    const client = await signIn(setup.server, setup.club.admin);
    const late = await client.call('PATCH /api/events/{id}', {
      params: { id: past },
      body: { version: pastVersion, scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=9' } },
    });
    expect(late.status).toBe(409);
  });
});

describe('DELETE with a scope', () => {
  const remove = async (id: string, scope: 'following' | 'all') =>
    (await signIn(setup.server, setup.club.admin)).call('DELETE /api/events/{id}', {
      params: { id },
      query: { scope },
    });

  it('deletes dates without replies, and ends the series before them', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU');
    expect((await remove(ids[2] ?? '', 'following')).status).toBe(204);
    expect((await column(ids, 'name')).filter(Boolean)).toHaveLength(2);
    const [part] = await parts(ids[0] ?? '');
    expect(part).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261214', extended_until: null });
    expect((await remove(ids[0] ?? '', 'all')).status).toBe(204);
    expect((await column(ids, 'name')).filter(Boolean)).toEqual([]);
  });

  it('deletes dates that only an absence has answered', async () => {
    const [member = setup.club.coach] = setup.club.members;
    await buildAbsence(db(), { person_id: member.id });
    const ids = await make();
    expect(await setup.stateOf(member, ids[1] ?? '')).toBe('declined');
    expect((await remove(ids[0] ?? '', 'all')).status).toBe(204);
    expect((await column(ids, 'name')).filter(Boolean)).toEqual([]);
  });

  it('is refused when marks made offline may still arrive at one of them, and deletes nothing', async () => {
    const ids = await make();
    setup.server.advance(Date.parse('2026-12-01T17:20:00.000Z') - setup.server.now().getTime());
    expect((await remove(ids[1] ?? '', 'all')).body).toMatchObject({
      code: 'not_permitted',
      detail: expect.stringContaining('1 of these dates'),
    });
    expect((await column(ids, 'name')).filter(Boolean)).toHaveLength(6);
    expect((await remove(ids[1] ?? '', 'following')).status).toBe(204);
    expect((await column(ids, 'name')).filter(Boolean)).toHaveLength(1);
  });

  it('is refused when one of them has a reply, and deletes nothing', async () => {
    const ids = await make();
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: ids[5] ?? '', person_id: member.id, state: 'declined' });
    const { body } = await remove(ids[0] ?? '', 'all');
    expect(body).toMatchObject({
      code: 'not_permitted',
      detail: expect.stringContaining('1 of these dates'),
    });
    expect((await column(ids, 'name')).filter(Boolean)).toHaveLength(6);
  });
});
