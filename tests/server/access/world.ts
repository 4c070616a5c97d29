// The world of the access matrix: a private club with a private team, an event of that team in which another
// club's team takes part, and one person for each relation to them. Ids by name; add what a new endpoint
// needs.
import { issueOneTimeToken } from '../../../src/server/accounts/queries.ts';
import type { Db } from '../../../src/server/db/open.ts';
import {
  buildAbsence,
  buildAttendance,
  buildEvent,
  buildFixtureImport,
  buildFixtureSource,
  buildGuest,
  buildInvitation,
  buildMembership,
  buildOffer,
  buildOrganization,
  buildPayment,
  buildPerson,
  buildPlace,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';

/** The viewers, in the order of the matrix's columns. */
export const viewers = [
  'visitor',
  'stranger',
  'member',
  'coach',
  'otherCoach',
  'admin',
  'suspended',
  'visitingCoach',
  'formerCoach',
  'formerMember',
  'declinedInvitee',
  'formerClubMember',
] as const;
export type ViewerName = (typeof viewers)[number];

/** Viewers who had a relation to the club and have no role there now. */
export const viewersWithHistory: readonly ViewerName[] = viewers.slice(-4);

export type World = Awaited<ReturnType<typeof buildWorld>>;

let count = 0;

/** Builds another world beside the existing ones. */
export async function buildWorld(db: Db) {
  count += 1;
  const organization = await buildOrganization(db, { visibility: 'private', openness: 'moderated' });
  const inviteCode = `world-code-${count}`;
  const team = await buildTeam(db, {
    organization_id: organization.id,
    visibility: 'private',
    openness: 'moderated',
    roster_visibility: 'coaches',
    invite_code: inviteCode,
  });
  const elsewhere = await buildTeam(db);
  const visiting = await buildTeam(db, { visibility: 'private' });
  const ofTeam = { team_id: team.id };
  const ofOrganization = { organization_id: organization.id };

  const people = {
    /** A trainee who has nothing to do with the club. */
    stranger: await buildUser(db),
    /** A trainee of the team, with an unpaid place at its event. */
    member: await buildUser(db),
    /** Coaches the team and leads its event. */
    coach: await buildUser(db, { is_coach: 1 }),
    /** Owns a team elsewhere. */
    otherCoach: await buildUser(db, { is_coach: 1 }),
    /** Runs the club; is in none of its teams. */
    admin: await buildUser(db, { is_coach: 1 }),
    /** Owns club and team and leads the event, but the account is suspended. */
    suspended: await buildUser(db, { is_coach: 1, suspended_at: '2026-11-20T10:00:00.000Z' }),
    /** Coaches another team, which takes part in the event without owning it. */
    visitingCoach: await buildUser(db, { is_coach: 1 }),
    /** Coached the team until removed; created the event, and is still named as its leader. */
    formerCoach: await buildUser(db, { is_coach: 1 }),
    /** Was in the team until removed; their paid place at its event is still stored as theirs. */
    formerMember: await buildUser(db),
    /** Was invited to the team and declined, and declined its event. */
    declinedInvitee: await buildUser(db),
    /**
     * Left the club, and has a guardian link to the player. No endpoint reads these links yet, so this column
     * represents former guardians as far as the schema can.
     */
    formerClubMember: await buildUser(db),
  };
  /**
   * The target of others' actions: a trainee of the team with a place at its event. Named `player`, in no
   * column.
   */
  const player = await buildUser(db);
  /** Asks to join the team and the club. */
  const asking = await buildUser(db);
  const newcomer = await buildUser(db);
  const unconfirmed = await buildUser(db, { email_verified_at: null });
  const owner = await buildUser(db);

  await buildMembership(db, { ...ofTeam, person_id: people.member.id });
  await buildMembership(db, { ...ofTeam, person_id: people.coach.id, role: 'coach' });
  await buildMembership(db, { team_id: elsewhere.id, person_id: people.otherCoach.id, role: 'owner' });
  await buildMembership(db, { team_id: visiting.id, person_id: people.visitingCoach.id, role: 'coach' });
  await buildMembership(db, { ...ofOrganization, person_id: people.admin.id, role: 'admin' });
  const removed = { status: 'removed' as const };
  await buildMembership(db, { ...ofTeam, ...removed, person_id: people.formerCoach.id, role: 'coach' });
  await buildMembership(db, { ...ofTeam, ...removed, person_id: people.formerMember.id });
  await buildMembership(db, {
    ...ofTeam,
    person_id: people.declinedInvitee.id,
    status: 'left',
    ended_at: null,
  });
  await buildMembership(db, { ...ofOrganization, person_id: people.formerClubMember.id, status: 'left' });
  for (const group of [ofTeam, ofOrganization]) {
    await buildMembership(db, { ...group, person_id: people.suspended.id, role: 'owner' });
    await buildMembership(db, { ...group, person_id: owner.id, role: 'owner' });
    await buildMembership(db, { ...group, person_id: player.id });
    await buildMembership(db, { ...group, person_id: asking.id, status: 'requested' });
  }

  /** In the team without an account, with a place at its event. */
  const managed = await buildPerson(db, { guardian_email: `guardian${count}@example.com` });
  await buildMembership(db, { ...ofTeam, person_id: managed.id });

  const place = await buildPlace(db, { owner_organization_id: organization.id });
  /** Made by the former coach. */
  const fixtureSource = await buildFixtureSource(db, { team_id: team.id, created_by: people.formerCoach.id });
  const fixtureImport = await buildFixtureImport(db, { team_id: team.id, created_by: people.formerCoach.id });
  const series = await buildSeries(db);
  const event = await buildEvent(db, {
    series_id: series.id,
    recurrence_id: '2026-11-28T11:00',
    organizer_organization_id: organization.id,
    created_by: people.formerCoach.id,
    leaders: [people.formerCoach.id, people.coach.id, people.suspended.id],
    owner_team_id: team.id,
    teams: [team.id, visiting.id],
    visibility: 'team',
    roster_visibility: 'coaches',
    place_id: place.id,
  });
  /** Of the same two teams; it has begun, so that people can be marked. */
  const running = await buildEvent(db, {
    organizer_organization_id: organization.id,
    created_by: people.formerCoach.id,
    leaders: [people.formerCoach.id, people.coach.id, people.suspended.id],
    owner_team_id: team.id,
    teams: [team.id, visiting.id],
    visibility: 'team',
    starts_at: '2026-11-21T09:30:00.000Z',
  });
  await buildAttendance(db, { event_id: running.id, person_id: player.id });
  const eventGuest = await buildGuest(db, { event_id: running.id });
  /** Of the team, not published, and without replies. */
  const draft = await buildEvent(db, {
    organizer_organization_id: organization.id,
    teams: [team.id],
    visibility: 'team',
    publication: 'draft',
    published_at: null,
  });
  const cancelled = await buildEvent(db, {
    organizer_organization_id: organization.id,
    owner_team_id: team.id,
    teams: [team.id, visiting.id],
    visibility: 'team',
    event_status: 'EventCancelled',
  });
  const publicEvent = await buildEvent(db);
  const offer = await buildOffer(db, { event_id: event.id });
  const memberRegistration = await buildRegistration(db, {
    event_id: event.id,
    person_id: people.member.id,
    state: 'pendingPayment',
    offer_id: offer.id,
    hold_expires_at: '2026-11-21T11:00:00.000Z',
  });
  const memberPayment = await buildPayment(db, { registration_id: memberRegistration.id });
  const playerRegistration = await buildRegistration(db, {
    event_id: event.id,
    person_id: player.id,
    offer_id: offer.id,
  });
  const playerPayment = await buildPayment(db, {
    registration_id: playerRegistration.id,
    state: 'succeeded',
    paid_at: '2026-11-20T10:00:00.000Z',
  });
  const cashPayment = await buildPayment(db, {
    registration_id: playerRegistration.id,
    state: 'offlineDue',
    provider: 'offline',
  });
  await buildAttendance(db, { event_id: event.id, person_id: player.id });
  /** A trainee of the team, away on the day of its event, which the absence declined. */
  const resting = await buildUser(db);
  await buildMembership(db, { ...ofTeam, person_id: resting.id });
  const absence = await buildAbsence(db, {
    person_id: resting.id,
    from_day: '2026-11-23',
    to_day: '2026-12-19',
    note: 'Knee surgery',
  });
  await buildRegistration(db, {
    event_id: event.id,
    person_id: resting.id,
    state: 'declined',
    absence_id: absence.id,
  });
  await buildRegistration(db, {
    event_id: event.id,
    person_id: managed.id,
    responded_by: people.coach.id,
  });
  await buildAttendance(db, { event_id: event.id, person_id: managed.id });
  const formerRegistration = await buildRegistration(db, {
    event_id: event.id,
    person_id: people.formerMember.id,
    offer_id: offer.id,
  });
  const formerPayment = await buildPayment(db, {
    registration_id: formerRegistration.id,
    state: 'succeeded',
    paid_at: '2026-11-20T10:00:00.000Z',
  });
  await buildRegistration(db, {
    event_id: event.id,
    person_id: people.declinedInvitee.id,
    state: 'declined',
  });
  await db
    .insertInto('guardian_links')
    .values({
      id: crypto.randomUUID(),
      created_at: '2026-11-20T10:00:00.000Z',
      updated_at: '2026-11-20T10:00:00.000Z',
      guardian_id: people.formerClubMember.id,
      trainee_id: player.id,
      can_respond: 1,
      can_pay: 1,
      consented_at: '2026-11-20T10:00:00.000Z',
    })
    .execute();

  return {
    number: count,
    people,
    organization: organization.id,
    team: team.id,
    inviteCode,
    event: event.id,
    running: running.id,
    eventGuest: eventGuest.id,
    /** The event is its only date. */
    series: series.id,
    publicEvent: publicEvent.id,
    draft: draft.id,
    cancelled: cancelled.id,
    place: place.id,
    fixtureImport,
    fixtureSource,
    offer: offer.id,
    memberPayment: memberPayment.id,
    playerPayment: playerPayment.id,
    cashPayment: cashPayment.id,
    formerPayment: formerPayment.id,
    player,
    managed,
    absence: absence.id,
    asking,
    newcomer,
    /** Confirms the address of a person in no column. */
    confirmToken: await issueOneTimeToken(db, {
      userId: unconfirmed.id,
      purpose: 'confirmEmail',
      expiresAt: new Date('2026-12-01T00:00:00.000Z'),
    }),
    invitation: (await buildInvitation(db, { ...ofTeam, invited_by: people.coach.id })).id,
    organizationInvitation: (await buildInvitation(db, { ...ofOrganization, invited_by: owner.id })).id,
  };
}
