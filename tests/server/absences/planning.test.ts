// Events that are published or moved while members are away, and what coaches can read of absences.
import { describe, expect, it } from 'vitest';
import { buildMembership, buildPayment, buildUser } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { plan } from '../planning/club.ts';
import { setUpAbsences } from './setup.ts';

const setup = setUpAbsences();
const { db, member, stateOf, eventOn, addAbsence, endAbsence, reply, rowOf, change, notices } = setup;
const other = () => setup.club.members[1] ?? member();

async function planned(body: object) {
  const client = await setup.as(setup.club.coach);
  return (await client.call('POST /api/events', { body: plan({ teamIds: [setup.club.team.id], ...body }) }))
    .body;
}
const kindsFor = async (id: string, person: { id: string }) =>
  (await notices(id)).filter(({ user_id }) => user_id === person.id).map(({ kind }) => kind);
const times = (day: string) => ({ startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T18:30:00.000Z` });

describe('an event that is published on a day of an absence', () => {
  it('is declined at once, and asks no one who is away', async () => {
    await addAbsence();
    const event = await planned({ ...times('2026-12-10'), publication: 'published' });
    expect([await stateOf(member(), event.id), await stateOf(other(), event.id)]).toEqual([
      'declined',
      undefined,
    ]);
    expect(await kindsFor(event.id, member())).toEqual([]);
    expect(await kindsFor(event.id, other())).toEqual(['replyOwed']);
    expect(event.replies).toMatchObject({ cannot: 1, noAnswer: 2 });
  });

  it('is previewed without the members who are away', async () => {
    await addAbsence();
    const client = await setup.as(setup.club.coach);
    const body = plan({ teamIds: [setup.club.team.id], ...times('2026-12-10') });
    const preview = await client.call('POST /api/events/preview', { body });
    expect(preview.body.notified).toBe(2);
  });

  it('is declined on each covered date of a series when its draft is published', async () => {
    await addAbsence();
    const draft = await planned({
      ...times('2026-12-01'),
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=7' },
    });
    const client = await setup.as(setup.club.coach);
    await client.call('POST /api/events/{id}/publish', { params: { id: draft.id }, body: { version: 1 } });
    const dates = await db()
      .selectFrom('events')
      .select(['id', 'starts_on'])
      .where('series_id', '=', draft.series?.id ?? '')
      .orderBy('starts_on')
      .execute();
    const states = await Promise.all(dates.map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual([undefined, ...Array(5).fill('declined'), undefined]);
  });

  it('asks who is away on the first dates of a series to reply to the first one after it, as the preview says', async () => {
    await addAbsence();
    const other = setup.club.members[1];
    await addAbsence({ from: '2026-12-03', to: '2027-02-01' }, other);
    const body = { ...times('2026-12-10'), recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' } };
    const coach = await setup.as(setup.club.coach);
    const preview = await coach.call('POST /api/events/preview', {
      body: plan({ teamIds: [setup.club.team.id], ...body }),
    });
    expect(preview.body.notified).toBe(2);
    const { series } = await planned({ ...body, publication: 'published' });
    const asked = await db()
      .selectFrom('notifications as n')
      .innerJoin('events as e', 'e.id', 'n.event_id')
      .select(['n.user_id', 'e.starts_on'])
      .where('e.series_id', '=', series?.id ?? '')
      .where('n.kind', '=', 'replyOwed')
      .orderBy('e.starts_on')
      .execute();
    expect(asked).toEqual([
      { user_id: setup.club.members[2]?.id, starts_on: '2026-12-10' },
      { user_id: member().id, starts_on: '2026-12-22' },
    ]);
  });

  it('reminds no one who is away', async () => {
    await addAbsence();
    const event = await planned({ ...times('2026-12-10'), publication: 'published' });
    setup.server.advance(18 * 86_400_000);
    await runJob(setup.server, 'remindOfReplies');
    expect(await kindsFor(event.id, member())).toEqual([]);
    expect(await kindsFor(event.id, other())).toEqual(['replyOwed', 'replyOwed']);
  });
});

describe('an event that only an absence has answered', () => {
  const remove = async (id: string) => {
    const coach = await setup.as(setup.club.coach);
    const { can } = (await setup.see(setup.club.coach, id)).body;
    return [can.delete, (await coach.call('DELETE /api/events/{id}', { params: { id } })).status];
  };

  it('can be deleted, and no one is notified', async () => {
    const event = await eventOn(10);
    await addAbsence();
    expect(await stateOf(member(), event.id)).toBe('declined');
    expect(await remove(event.id)).toEqual([true, 204]);
    expect(await db().selectFrom('registrations').select('id').execute()).toEqual([]);
    expect(await db().selectFrom('notifications').select('id').execute()).toEqual([]);
  });

  it('stays if the answer was repeated by hand, has payments, or is of a person who must ask first', async () => {
    const [manual, paid, removed] = [await eventOn(10), await eventOn(11), await eventOn(12)];
    await addAbsence();
    setup.server.advance(60_000);
    await reply(manual.id, 'declined');
    await buildPayment(db(), {
      registration_id: (await rowOf(paid.id))?.id ?? '',
      state: 'canceled',
    });
    await db().updateTable('registrations').set({ must_ask: 1 }).where('event_id', '=', removed.id).execute();
    for (const { id } of [manual, paid, removed]) expect(await remove(id)).toEqual([false, 409]);
  });
});

describe('a reply that was decided on a device and arrives after the answer of an absence', () => {
  /** A reply to an event that was moved to a day of an absence after the reply was decided. */
  const replyAfterMove = async (decidedAfter: number) => {
    const event = await eventOn(20);
    await addAbsence();
    const occurredAt = new Date(setup.server.now().getTime() + decidedAfter).toISOString();
    setup.server.advance(120_000);
    await change(setup.club.coach, event.id, times('2026-12-10'));
    setup.server.advance(60_000);
    const { body } = await (await setup.as(member())).call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending', occurredAt },
    });
    return { outcome: body.outcome, row: await rowOf(event.id) };
  };

  it('wins if it was decided after the absence was entered, and the person is asked again', async () => {
    const { outcome, row } = await replyAfterMove(60_000);
    expect(outcome).toBe('applied');
    expect(row).toMatchObject({ state: 'confirmed', absence_id: null });
    expect(row?.reconfirm_asked_at).not.toBeNull();
  });

  it('is superseded if it was decided before the absence was entered', async () => {
    const { outcome, row } = await replyAfterMove(-60_000);
    expect(outcome).toBe('superseded');
    expect(row?.state).toBe('declined');
  });
});

describe('an event that is moved', () => {
  it('to a day of an absence is declined, except where the person had replied', async () => {
    await addAbsence();
    await addAbsence({}, other());
    const event = await eventOn(20);
    await reply(event.id, 'attending', other());
    await change(setup.club.coach, event.id, times('2026-12-10'));
    expect([await stateOf(member(), event.id), await stateOf(other(), event.id)]).toEqual([
      'declined',
      'confirmed',
    ]);
  });

  it('off the days of an absence is unanswered again, and notifies the person once', async () => {
    const event = await eventOn(10);
    await addAbsence();
    expect(await stateOf(member(), event.id)).toBe('declined');
    const client = await setup.as(setup.club.coach);
    const body = { version: 1, ...times('2026-12-20') };
    const said = await client.call('POST /api/events/{id}/preview', { params: { id: event.id }, body });
    await change(setup.club.coach, event.id, times('2026-12-20'));
    expect(await stateOf(member(), event.id)).toBeUndefined();
    expect(await kindsFor(event.id, member())).toEqual(['eventChanged']);
    expect(said.body.notified).toBe((await notices(event.id)).length);
  });

  it('within the days of an absence keeps its reply and notifies no one who is away', async () => {
    const event = await eventOn(10);
    await addAbsence();
    const row = await rowOf(event.id);
    await change(setup.club.coach, event.id, times('2026-12-11'));
    expect(await rowOf(event.id)).toEqual(row);
    expect(await kindsFor(event.id, member())).toEqual([]);
  });
});

describe('the job answerForAway', () => {
  it('declines events of a team that someone joined while away, once', async () => {
    const late = await buildUser(db());
    const event = await eventOn(10);
    await addAbsence({}, late);
    expect(await stateOf(late, event.id)).toBeUndefined();
    await buildMembership(db(), { team_id: setup.club.team.id, person_id: late.id });
    await runJob(setup.server, 'answerForAway');
    const row = await rowOf(event.id, late);
    expect(row).toMatchObject({ state: 'declined', version: 1 });
    await runJob(setup.server, 'answerForAway');
    expect(await rowOf(event.id, late)).toEqual(row);
  });

  it('declines nothing for an absence that was ended', async () => {
    const event = await eventOn(10);
    const { body } = await addAbsence();
    await endAbsence(body.id);
    await runJob(setup.server, 'answerForAway');
    expect(await stateOf(member(), event.id)).toBeUndefined();
  });
});

describe('an absence of another person', () => {
  const rosterFor = async (person: { id: string }, id: string) => {
    const client = await setup.as(person);
    return client.call('GET /api/events/{id}/registrations', { params: { id } });
  };
  const teamFor = async (person: { id: string }) =>
    (await setup.as(person)).call('GET /api/teams/{id}', { params: { id: setup.club.team.id } });

  it('shows its end and note to those who run an event it covers', async () => {
    const event = await eventOn(10);
    await addAbsence({ note: 'Skiing' });
    await reply(event.id, 'declined', other());
    const { body } = await rosterFor(setup.club.coach, event.id);
    const away = new Map(body.items.map((item) => [item.user.id, item.away]));
    expect(away.get(member().id)).toEqual({ until: '2026-12-17', note: 'Skiing' });
    expect(away.get(other().id)).toBeNull();
  });

  it('shows on the roster to coaches of the team who is away, now or next, without the note', async () => {
    await addAbsence({ from: '2027-01-10', to: '2027-01-12' });
    await addAbsence({ note: 'Skiing' });
    const { body } = await teamFor(setup.club.coach);
    const away = new Map(body.roster?.map((one) => [one.id, one.away]));
    expect(away.get(member().id)).toEqual({ from: '2026-12-03', to: '2026-12-17' });
    expect(away.get(other().id)).toBeNull();
    expect(JSON.stringify(body)).not.toContain('Skiing');
  });

  it('is hidden from members, and from coaches whose role has ended', async () => {
    const event = await eventOn(10, { visibility: 'team' });
    await addAbsence({ note: 'Skiing' });
    expect((await teamFor(other())).body.roster?.map(({ away }) => away)).toEqual([null, null, null, null]);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: '2026-11-21T09:00:00.000Z' })
      .where('person_id', '=', setup.club.coach.id)
      .execute();
    expect((await rosterFor(setup.club.coach, event.id)).status).toBe(404);
    expect((await teamFor(setup.club.coach)).body.roster ?? []).toEqual([]);
  });
});
