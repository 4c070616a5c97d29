// A new rule for a series: which dates stay, which are created, and what happens to those that it no longer
// names.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import {
  buildAbsence,
  buildMembership,
  buildPayment,
  buildRegistration,
  buildUser,
} from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { setUpSeries, twiceAWeek } from './series-setup.ts';

const { setup, db, make, edit, event, column, parts, notices } = setUpSeries();

/** The days of a series' dates, across all of its parts. */
async function daysOf(id: string) {
  const ids = (await parts(id)).map((part) => part.id);
  const rows = await db()
    .selectFrom('events')
    .select('recurrence_id')
    .where('series_id', 'in', ids)
    .orderBy('recurrence_id')
    .execute();
  return rows.map(({ recurrence_id }) => recurrence_id?.slice(5, 10));
}
const rule = (rrule: string, more: object = {}) => ({ scope: 'following', recurrence: { rrule }, ...more });

describe('PATCH with a recurrence', () => {
  it('keeps a date that was moved by hand to a day of the new rule, and makes no second one there', async () => {
    const ids = await make();
    const [, second = '', third = ''] = ids;
    const [comes = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: third, person_id: comes.id });
    // From Tuesday to the evening of Wednesday.
    await edit(third, { startsAt: '2026-12-09T18:00:00.000Z', endsAt: '2026-12-09T19:30:00.000Z' });
    const { status, preview } = await edit(second, rule('FREQ=WEEKLY;BYDAY=WE,TH;UNTIL=20261217'));
    expect(status).toBe(200);
    // The 15th becomes the 16th.
    expect(preview.warnings).toEqual([
      { code: 'datesAdded', count: 1 },
      { code: 'datesDeleted', count: 1 },
    ]);
    expect(await daysOf(second)).toEqual(['12-01', '12-03', '12-09', '12-10', '12-16', '12-17']);
    expect(await event(third)).toMatchObject({
      recurrence_id: '2026-12-09T18:00',
      starts_at: '2026-12-09T18:00:00.000Z',
    });
    expect(await setup.stateOf(comes, third)).toBe('confirmed');
    // Back to its slot, with those that have times of their own.
    const replaced = await edit(second, {
      scope: 'following',
      endsAt: '2026-12-03T18:45:00.000Z',
      handEdits: 'replace',
    });
    expect(replaced.status).toBe(200);
    expect((await event(third)).starts_at).toBe('2026-12-09T17:00:00.000Z');
  });

  it('from two days a week to one: deletes dates without replies, and keeps the others', async () => {
    const ids = await make();
    const [first = '', , third = '', fourth = ''] = ids;
    const [comes = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: third, person_id: comes.id });
    await buildRegistration(db(), { event_id: fourth, person_id: comes.id });
    const { status, body, preview } = await edit(third, rule('FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222'));
    expect(status).toBe(200);
    expect(preview).toMatchObject({
      // The 10th and the 17th are deleted, and the 22nd is new.
      dates: 3,
      kept: 4,
      warnings: [
        { code: 'datesAdded', count: 1 },
        { code: 'datesDeleted', count: 1 },
        { code: 'datesSeparated', count: 1 },
      ],
    });
    expect(await daysOf(first)).toEqual(['12-01', '12-03', '12-08', '12-15', '12-22']);
    expect(body.series).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222', count: 5 });
    expect((await parts(first))[0]?.rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261207');
    // With its reply, as a single event.
    expect(await event(fourth)).toMatchObject({
      series_id: null,
      recurrence_id: null,
      event_status: 'EventScheduled',
    });
    expect(await setup.stateOf(comes, fourth)).toBe('confirmed');
    const sent = await notices();
    expect(new Set(sent.map(({ user_id }) => user_id)).size).toBe(sent.length);
    expect(preview).toMatchObject({ notified: sent.length });
    expect(JSON.parse(sent[0]?.changes ?? '')).toEqual([
      { field: 'eventSchedule', before: null, after: 'changed' },
    ]);
  });

  it('separates a date without replies at which marks made offline may still arrive', async () => {
    const ids = await make();
    const [, second = '', third = '', fourth = ''] = ids;
    setup.server.advance(Date.parse('2026-12-03T12:00:00.000Z') - setup.server.now().getTime());
    const tuesdays = rule('FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215', { scope: 'all' });
    const { status, preview } = await edit(third, tuesdays);
    expect(status).toBe(200);
    expect(preview).toMatchObject({
      warnings: [
        { code: 'datesDeleted', count: 2 },
        { code: 'datesSeparated', count: 1 },
      ],
    });
    expect(await event(second)).toMatchObject({ series_id: null, event_status: 'EventScheduled' });
    expect(await column([fourth], 'name')).toEqual([null]);
  });

  it('cancels those with replies when the person chooses so, and notifies everyone once', async () => {
    const ids = await make();
    const [, , third = '', fourth = ''] = ids;
    const [comes = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: fourth, person_id: comes.id });
    const { preview } = await edit(third, rule('FREQ=WEEKLY;BYDAY=TU;COUNT=2', { leftOut: 'cancel' }));
    expect(preview).toMatchObject({
      registrations: 0,
      warnings: [
        { code: 'datesDeleted', count: 1 },
        { code: 'datesCancelled', count: 1 },
        { code: 'repliesEnded', count: 1 },
      ],
    });
    expect(await event(fourth)).toMatchObject({ series_id: null, event_status: 'EventCancelled' });
    const sent = await notices();
    expect(sent.filter(({ user_id }) => user_id === comes.id).map(({ kind }) => kind)).toEqual([
      'eventCancelled',
    ]);
    expect(new Set(sent.map(({ user_id }) => user_id)).size).toBe(sent.length);
  });

  it('tells those whose other dates move, too, of both', async () => {
    const ids = await make();
    const [, , third = '', fourth = ''] = ids;
    const [comes = setup.club.coach] = setup.club.members;
    for (const event_id of [third, fourth]) await buildRegistration(db(), { event_id, person_id: comes.id });
    const hourLater = { startsAt: '2026-12-08T18:00:00.000Z', endsAt: '2026-12-08T19:30:00.000Z' };
    const body = rule('FREQ=WEEKLY;BYDAY=TU;COUNT=2', { leftOut: 'cancel', ...hourLater });
    await edit(third, body);
    const told = (await notices()).filter(({ user_id }) => user_id === comes.id);
    expect(told.map(({ kind, event_id }) => [kind, event_id]).toSorted()).toEqual([
      ['eventCancelled', fourth],
      ['eventChanged', third],
    ]);
    const { changes } = told.find(({ kind }) => kind === 'eventChanged') ?? { changes: '[]' };
    expect(JSON.parse(changes)).toContainEqual({
      field: 'startsAt',
      before: '2026-12-08T17:00:00.000Z',
      after: hourLater.startsAt,
    });
  });

  it('previews refunds of cancelled dates alone, not of dates that stay', async () => {
    const ids = await make();
    const [, , third = '', fourth = ''] = ids;
    const [one = setup.club.coach, other = setup.club.coach] = setup.club.members;
    for (const [event_id, { id: person_id }] of [
      [third, one],
      [fourth, other],
    ] as const) {
      const { id } = await buildRegistration(db(), { event_id, person_id });
      const paid_at = '2026-11-20T10:00:00.000Z';
      await buildPayment(db(), { registration_id: id, state: 'succeeded', paid_at });
    }
    const body = rule('FREQ=WEEKLY;BYDAY=TU;COUNT=2', { leftOut: 'cancel', name: 'Row' });
    const { preview } = await edit(third, body);
    expect(preview).toMatchObject({ registrations: 1, payments: 1 });
    expect(preview.warnings).toContainEqual({ code: 'refunded', count: 1 });
  });

  it('counts the people on dates that become events of their own', async () => {
    const ids = await make();
    const [first = '', second = '', , fourth = ''] = ids;
    const [comes = setup.club.coach] = setup.club.members;
    for (const event_id of [second, fourth]) await buildRegistration(db(), { event_id, person_id: comes.id });
    const { preview } = await edit(first, {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
    });
    expect(preview).toMatchObject({ registrations: 1 });
    expect(preview.warnings).toContainEqual({ code: 'datesSeparated', count: 2 });
  });

  it('warns of added dates at the time of other events of the team, such as separated ones', async () => {
    const ids = await make();
    const [first = '', second = '', , fourth = '', , sixth = ''] = ids;
    const [comes = setup.club.coach] = setup.club.members;
    for (const event_id of [second, fourth, sixth])
      await buildRegistration(db(), { event_id, person_id: comes.id });
    const change = (rrule: string) => edit(first, { scope: 'all', recurrence: { rrule } });
    await change('FREQ=WEEKLY;BYDAY=TU;COUNT=3');
    await db()
      .updateTable('events')
      .set({ event_status: 'EventCancelled' })
      .where('id', '=', sixth)
      .execute();
    const { preview } = await change(twiceAWeek);
    expect(preview.warnings).toEqual([
      { code: 'datesAdded', count: 3 },
      { code: 'datesOverlap', count: 2 },
    ]);
  });

  it('deletes left-out dates that only an absence has answered', async () => {
    const [comes = setup.club.coach] = setup.club.members;
    await buildAbsence(db(), { person_id: comes.id });
    const ids = await make();
    const [first = '', , third = '', fourth = ''] = ids;
    expect(await setup.stateOf(comes, fourth)).toBe('declined');
    const { preview } = await edit(third, rule('FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222'));
    expect(preview).toMatchObject({
      warnings: [
        { code: 'datesAdded', count: 1 },
        { code: 'datesDeleted', count: 2 },
      ],
    });
    expect(await daysOf(first)).toEqual(['12-01', '12-03', '12-08', '12-15', '12-22']);
    expect(await setup.stateOf(comes, fourth)).toBeUndefined();
  });

  it('adds a day: new dates are like the others, and published like them', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=3');
    const [first = ''] = ids;
    await edit(first, {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=6' },
      name: 'Row',
    });
    expect(await daysOf(first)).toEqual(['12-01', '12-04', '12-08', '12-11', '12-15', '12-18']);
    const rows = await db().selectFrom('events').select(['name', 'publication']).execute();
    expect(new Set(rows.map(({ name, publication }) => `${name} ${publication}`))).toEqual(
      new Set(['Row published']),
    );
    expect(await parts(first)).toHaveLength(1);
  });

  it('ends earlier or later', async () => {
    const ids = await make();
    const [first = ''] = ids;
    await edit(first, rule('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261208'));
    expect(await daysOf(first)).toEqual(['12-01', '12-03', '12-08']);
    await edit(first, rule('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5'));
    expect(await daysOf(first)).toEqual(['12-01', '12-03', '12-08', '12-10', '12-15']);
  });

  it('together with a move applies the rule to the days after the move', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=3');
    const [first = '', second = ''] = ids;
    await edit(second, {
      ...rule('FREQ=WEEKLY;BYDAY=WE;COUNT=2'),
      startsAt: '2026-12-09T18:00:00.000Z',
      endsAt: '2026-12-09T19:30:00.000Z',
    });
    expect(await daysOf(first)).toEqual(['12-01', '12-09', '12-16']);
    expect(await event(second)).toMatchObject({ starts_at: '2026-12-09T18:00:00.000Z' });
  });

  it('that does not name the edited date makes it a single event', async () => {
    const ids = await make();
    const [first = '', second = ''] = ids;
    const { status, body } = await edit(second, rule('FREQ=WEEKLY;BYDAY=TU;COUNT=2'));
    expect([status, body.series]).toEqual([200, null]);
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-15']);
  });

  it('of every second week names the edited date, whose form shows it, and counts from there', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=6');
    const [first = '', second = ''] = ids;
    const { body } = await edit(second, {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;INTERVAL=2;COUNT=3' },
    });
    expect(body.series).not.toBeNull();
    expect(await daysOf(second)).toEqual(['12-08', '12-22', '01-05']);
    expect(await column([first], 'name')).toEqual([null]);
  });

  it('counts from the edited date also where it names earlier ones, or begins after it', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=4');
    const [first = '', second = '', third = ''] = ids;
    await edit(third, { scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' } });
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-15', '12-22', '12-29']);
    setup.server.advance(Date.parse('2026-12-09T00:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    await edit(second, { scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;INTERVAL=2;COUNT=2' } });
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-22']);
  });

  it('raises the versions of its dates: an edit from before it is refused', async () => {
    const ids = await make();
    const [first = '', second = '', third = ''] = ids;
    const client = await signIn(setup.server, setup.club.admin);
    const before = await column(ids, 'version');
    expect(before).toEqual([1, 1, 1, 1, 1, 1]);
    await edit(second, rule('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261210'));
    expect(await column(ids, 'version')).toEqual([2, 2, 2, 2, null, null]);
    for (const id of [first, second, third]) {
      const body = { version: 1, ...rule('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9') };
      const { status } = await client.call('PATCH /api/events/{id}', { params: { id }, body });
      expect(status).toBe(409);
    }
  });

  it('keeps past dates unchanged', async () => {
    const ids = await make();
    setup.server.advance(Date.parse('2026-12-09T00:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    const [first = '', , , fourth = ''] = ids;
    await edit(fourth, { scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=2' } });
    expect(await daysOf(first)).toEqual(['12-01', '12-03', '12-08', '12-10', '12-17']);
  });

  it('does not make a date again that was brought forward and is over', async () => {
    const ids = await make();
    const [first = '', , third = '', fourth = ''] = ids;
    await edit(third, { startsAt: '2026-12-02T17:00:00.000Z', endsAt: '2026-12-02T18:30:00.000Z' });
    setup.server.advance(Date.parse('2026-12-02T20:00:00Z') - Date.parse('2026-11-21T10:00:00Z'));
    const { preview } = await edit(fourth, {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=3' },
      name: 'Row',
    });
    expect(preview).toMatchObject({ dates: 4, warnings: [] });
    expect(await daysOf(first)).toEqual(['12-01', '12-03', '12-08', '12-10', '12-15', '12-17']);
    expect(await column([third], 'recurrence_id')).toEqual(['2026-12-08T18:00']);
  });

  it('does not name leaders on new dates who left, or who may no longer lead', async () => {
    const lead = () => buildUser(db(), { is_coach: 1 });
    const [leaver, trainee] = [await lead(), await lead()];
    for (const { id: person_id } of [leaver, trainee])
      await buildMembership(db(), { team_id: setup.club.team.id, person_id, role: 'coach' });
    const ids = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=3', {
      leaderIds: [leaver.id, setup.club.coach.id, trainee.id],
    });
    const members = await signIn(setup.server, setup.club.admin);
    for (const [{ id: userId }, change] of [
      [leaver, { status: 'removed' }],
      [trainee, { role: 'trainee' }],
    ] as const)
      await members.call('PATCH /api/teams/{id}/members/{userId}', {
        params: { id: setup.club.team.id, userId },
        body: { version: 1, ...change },
      });
    await edit(ids[0] ?? '', rule('FREQ=WEEKLY;BYDAY=TU;COUNT=4'));
    const leaders = await db().selectFrom('event_leaders').select(['event_id', 'person_id']).execute();
    expect(leaders.map(({ person_id }) => person_id)).toEqual(Array(4).fill(setup.club.coach.id));
  });

  it('skips the given days, and the earlier skipped ones when none are given', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU;COUNT=3', {
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', exceptDates: ['2026-12-08'] },
    });
    const [first = ''] = ids;
    await edit(first, rule('FREQ=WEEKLY;BYDAY=TU;COUNT=4'));
    expect(await daysOf(first)).toEqual(['12-01', '12-15', '12-22']);
    await edit(first, {
      scope: 'following',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4', exceptDates: ['2026-12-15'] },
    });
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-22']);
  });

  it.each([
    ['without a scope', { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } }, 'scope'],
    ['that repeats by years', rule('FREQ=YEARLY'), 'recurrence.rrule'],
    ['of too many dates', rule('FREQ=DAILY;COUNT=400'), 'recurrence.rrule'],
  ])('is refused %s, and nothing changes', async (_, body, path) => {
    const ids = await make();
    const before = await daysOf(ids[0] ?? '');
    const answer = await edit(ids[0] ?? '', body);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ path }] }]);
    expect(await daysOf(ids[0] ?? '')).toEqual(before);
  });

  it('is refused when it names no date at all', async () => {
    const [first = ''] = await make('FREQ=WEEKLY;COUNT=3', {
      startsAt: '2027-02-02T17:00:00.000Z',
      endsAt: '2027-02-02T18:30:00.000Z',
    });
    const { status, body } = await edit(first, rule('FREQ=MONTHLY;BYMONTHDAY=30;INTERVAL=12'));
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'recurrence.rrule', code: 'no_dates' }] }]);
  });
});

describe('a new rule for a series without an end', () => {
  const everyTuesday = 'FREQ=WEEKLY;BYDAY=TU';

  it('keeps dates that an earlier rule added after the next six months, and the job adds none of them again', async () => {
    const ids = await make(everyTuesday);
    const [first = ''] = ids;
    await edit(ids[22] ?? '', rule(everyTuesday));
    const before = await daysOf(first);
    expect(before.at(-1)).toBe('11-02');
    const last = await db().selectFrom('events').select('id').orderBy('starts_at', 'desc').executeTakeFirst();
    const [comes = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: last?.id ?? '', person_id: comes.id });
    const { preview } = await edit(first, {
      scope: 'all',
      recurrence: { rrule: everyTuesday, exceptDates: ['2027-01-05'] },
    });
    expect(preview).toMatchObject({ warnings: [{ code: 'datesDeleted', count: 1 }] });
    expect(await daysOf(first)).toEqual(before.filter((day) => day !== '01-05'));
    expect(await event(last?.id ?? '')).toMatchObject({ recurrence_id: '2027-11-02T18:00' });
    setup.server.advance(300 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    const starts = (await db().selectFrom('events').select('starts_at').execute()).map(
      (row) => row.starts_at,
    );
    expect(new Set(starts).size).toBe(starts.length);
    const week = 7 * 86_400_000;
    const days = starts.map((at) => Date.parse(at.slice(0, 10))).sort((one, other) => one - other);
    const gaps = days.slice(1).map((day, index) => (day - (days[index] ?? 0)) / week);
    expect(gaps.toSorted()).toEqual([...Array(gaps.length - 1).fill(1), 2]);
    expect(days.length).toBeGreaterThan(before.length);
  });

  it('across a split: a new date is like the dates around it, and those of the job are like the last ones', async () => {
    const ids = await make(everyTuesday);
    const [first = '', , third = ''] = ids;
    await edit(third, {
      scope: 'following',
      name: 'Row',
      startsAt: '2026-12-15T18:00:00.000Z',
      endsAt: '2026-12-15T19:30:00.000Z',
    });
    await edit(first, {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH' },
      attendeeInstructions: 'Bring water',
    });
    setup.server.advance(300 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    const rows = await db()
      .selectFrom('events')
      .select(['starts_at', 'ends_at', 'name', 'attendee_instructions', 'recurrence_id'])
      .orderBy('starts_at')
      .execute();
    const local = (at: string) =>
      Temporal.Instant.from(at).toZonedDateTimeISO('Europe/Brussels').toPlainDateTime().toString();
    const seen = rows.map((row) => `${local(row.starts_at)} ${row.name}`);
    expect(seen.slice(0, 6)).toEqual([
      '2026-12-01T18:00:00 Evening row',
      '2026-12-03T18:00:00 Evening row',
      '2026-12-08T18:00:00 Evening row',
      '2026-12-10T18:00:00 Evening row',
      '2026-12-15T19:00:00 Row',
      '2026-12-17T19:00:00 Row',
    ]);
    expect(new Set(seen.slice(4).map((line) => line.slice(10)))).toEqual(new Set(['T19:00:00 Row']));
    expect(seen.at(-1)?.slice(0, 7)).toBe('2028-03');
    expect(new Set(rows.map((row) => row.attendee_instructions))).toEqual(new Set(['Bring water']));
    expect(new Set(rows.map((row) => Date.parse(row.ends_at) - Date.parse(row.starts_at)))).toEqual(
      new Set([90 * 60_000]),
    );
    expect(new Set(rows.map((row) => row.recurrence_id)).size).toBe(rows.length);
  });
});
