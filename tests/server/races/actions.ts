// What people may do at the same moment, by the subject that it is about.
import { v7 as uuid } from 'uuid';
import { issueOneTimeToken } from '../../../src/server/accounts/queries.ts';
import { createClient } from '../../support/client.ts';
import { type Act, requestsOf } from './requests.ts';
import { password, type World } from './world.ts';

type Acts = Record<string, Act>;

/** The actions of each subject by name. */
export const actions = {
  paid,
  paying,
  asking,
  owners,
  guest,
  invited,
  session,
};

/** A place that is paid. */
function paid(w: World): Acts {
  const { reply, cancel, refund, deleteAccount, leave, member, decide, edit, pay, price } = requestsOf(w);
  return {
    cancel: cancel(w.paid.client, w.event.id),
    decline: reply(w.paid.phone, w.event.id, 'declined'),
    refundAll: refund(w.o1.client, {}),
    refundAll2: refund(w.o2.client, {}),
    refundPart: refund(w.o2.client, { amountMinor: 800 }),
    askRefund: refund(w.paid.client, {}),
    declineRefund: refund(w.o1.client, { decline: true }),
    remove: decide(w.coach.client, w.event.id, w.paid, { action: 'remove' }),
    leave: leave(w.paid.client, 'teams', w.team.id),
    kick: member(w.coach.client, w.paid, 'team', w.team.id, { status: 'removed' }),
    promote: member(w.o1.client, w.paid, 'team', w.team.id, { role: 'coach' }),
    deleteAccount: deleteAccount(w.paid.client),
    narrow: edit(w.o1.client, w.event.id, { visibility: 'organization' }),
    smaller: edit(w.o1.client, w.event.id, { maximumAttendeeCapacity: 1 }),
    larger: async () => {
      const answer = await edit(w.o2.client, w.event.id, { maximumAttendeeCapacity: 3 })();
      if (answer.status === 200) w.most.seats = 3;
      return answer;
    },
    free: price(null),
    pay,
    waitingCancels: cancel(w.waiting.client, w.event.id),
    absence: () =>
      w.paid.client.call('POST /api/users/me/absences', {
        body: { id: uuid(), from: '2026-11-22', to: '2026-12-20', note: null },
      }),
    ...aroundPayments(w),
  };
}

/** A place whose payment is under way. */
function paying(w: World): Acts {
  const { cancel, deleteAccount, leave, member, decide, edit, pay, begin, price } = requestsOf(w);
  return {
    pay,
    payAgain: pay,
    cancel: cancel(w.paying.client, w.event.id),
    family: begin(w.paying.client, { offerId: w.family.id }),
    begin: begin(w.paying.phone, {}),
    cash: begin(w.paying.phone, { provider: 'cash' }),
    remove: decide(w.coach.client, w.event.id, w.paying, { action: 'remove' }),
    leave: leave(w.paying.client, 'teams', w.team.id),
    kick: member(w.coach.client, w.paying, 'team', w.team.id, { status: 'removed' }),
    promote: member(w.o1.client, w.paying, 'team', w.team.id, { role: 'coach' }),
    deleteAccount: deleteAccount(w.paying.client),
    free: price(null),
    dearer: price(2000),
    postpone: edit(w.coach.client, w.event.id, { eventStatus: 'EventPostponed' }),
    paidCancels: cancel(w.paid.client, w.event.id),
    smaller: edit(w.o1.client, w.event.id, { maximumAttendeeCapacity: 1 }),
    ...aroundPayments(w),
  };
}

/** Someone asks for a place at an event where a coach decides. */
function asking(w: World): Acts {
  const { reply, cancel, deleteAccount, leave, member, decide, edit } = requestsOf(w);
  return {
    approve: decide(w.coach.client, w.asked.id, w.asking, { action: 'approve' }),
    approve2: decide(w.o1.client, w.asked.id, w.asking, { action: 'approve' }),
    reject: decide(w.o2.client, w.asked.id, w.asking, { action: 'reject' }),
    giveUp: cancel(w.asking.client, w.asked.id),
    declined: reply(w.asking.phone, w.asked.id, 'declined'),
    leave: leave(w.asking.client, 'teams', w.team.id),
    kick: member(w.coach.client, w.asking, 'team', w.team.id, { status: 'removed' }),
    promote: member(w.o1.client, w.asking, 'team', w.team.id, { role: 'coach' }),
    deleteAccount: deleteAccount(w.asking.client),
    organizerReplies: decide(w.coach.client, w.asked.id, w.waiting, {
      action: 'reply',
      response: 'attending',
    }),
    open: edit(w.o1.client, w.asked.id, { joinPolicy: 'open' }),
    'coach leaves': leave(w.coach.client, 'teams', w.team.id),
  };
}

/** The two owners of the club, and those of a team without a club. */
function owners(w: World): Acts {
  const { deleteAccount, leave, member } = requestsOf(w);
  return {
    'o1 leaves': leave(w.o1.client, 'organizations', w.club.id),
    'o2 leaves': leave(w.o2.client, 'organizations', w.club.id),
    'o1 removes o2': member(w.o1.phone, w.o2, 'organization', w.club.id, { status: 'removed' }),
    'o2 removes o1': member(w.o2.phone, w.o1, 'organization', w.club.id, { status: 'removed' }),
    'o1 lowers o2': member(w.o1.phone, w.o2, 'organization', w.club.id, { role: 'admin' }),
    'o2 lowers o1': member(w.o2.phone, w.o1, 'organization', w.club.id, { role: 'coach' }),
    'o1 steps down': member(w.o1.phone, w.o1, 'organization', w.club.id, { role: 'admin' }),
    'o1 deletes': deleteAccount(w.o1.client),
    'o2 deletes': deleteAccount(w.o2.client),
    'i1 leaves': leave(w.i1.client, 'teams', w.independent.id),
    'i2 leaves': leave(w.i2.client, 'teams', w.independent.id),
    'i1 removes i2': member(w.i1.phone, w.i2, 'team', w.independent.id, { status: 'removed' }),
    'i2 removes i1': member(w.i2.phone, w.i1, 'team', w.independent.id, { status: 'removed' }),
    'i1 deletes': deleteAccount(w.i1.client),
    'i2 deletes': deleteAccount(w.i2.client),
    'coach kicked': member(w.o1.phone, w.coach, 'team', w.team.id, { status: 'removed' }),
    'coach kicked again': member(w.o2.phone, w.coach, 'team', w.team.id, { status: 'removed' }),
    'coach leaves': leave(w.coach.client, 'teams', w.team.id),
  };
}

/** A guest at the pitch, and the attendance there. */
function guest(w: World): Acts {
  const { deleteAccount, leave, member, mark, joinGuest, at } = requestsOf(w);
  return {
    'join paid': joinGuest(w.coach.client, w.paid),
    'join paid again': joinGuest(w.o1.client, w.paid),
    'join paying': joinGuest(w.o2.client, w.paying),
    'mark guest': mark(w.coach.phone, w.guest.id),
    'mark guest 2': mark(w.o1.phone, w.guest.id),
    'mark paid': mark(w.coach.phone, w.paid.id),
    many: () =>
      w.o1.phone.call('PUT /api/events/{id}/attendance', {
        ...at(w.pitch.id),
        body: {
          marks: [w.paid.id, w.guest.id, w.paying.id].map((personId) => ({ personId, status: 'present' })),
        },
      }),
    'guest again': () =>
      w.o2.phone.call('POST /api/events/{id}/guests', {
        ...at(w.pitch.id),
        body: { id: w.guest.id, name: w.guest.name, status: 'present' },
      }),
    leave: leave(w.paid.client, 'teams', w.team.id),
    kick: member(w.coach.client, w.paid, 'team', w.team.id, { status: 'removed' }),
    deleteAccount: deleteAccount(w.paid.client),
    deletePaying: deleteAccount(w.paying.client),
    'delete event': () => w.o1.client.call('DELETE /api/events/{id}', at(w.pitch.id)),
  };
}

/** An invitation to the team. */
function invited(w: World): Acts {
  const { at, deleteAccount, leave, member } = requestsOf(w);
  return {
    accept: () => w.invited.client.call('PUT /api/teams/{id}/membership', { ...at(w.team.id), body: {} }),
    accept2: () => w.invited.phone.call('PUT /api/teams/{id}/membership', { ...at(w.team.id), body: {} }),
    decline: leave(w.invited.phone, 'teams', w.team.id),
    withdraw: () =>
      w.coach.client.call('DELETE /api/teams/{id}/invitations/{invitationId}', {
        params: { id: w.team.id, invitationId: w.invitation.id },
      }),
    again: () =>
      w.coach.phone.call('POST /api/teams/{id}/invitations', {
        ...at(w.team.id),
        body: { username: w.invited.username, role: 'trainee' },
      }),
    asCoach: () =>
      w.o1.phone.call('POST /api/teams/{id}/invitations', {
        ...at(w.team.id),
        body: { username: w.invited.username, role: 'coach' },
      }),
    'coach kicked': member(w.o1.phone, w.coach, 'team', w.team.id, { status: 'removed' }),
    deleteAccount: deleteAccount(w.invited.phone),
    'coach deletes account': deleteAccount(w.coach.phone),
  };
}

/** The sessions and the password of one account. */
function session(w: World): Acts {
  const { reply, deleteAccount } = requestsOf(w);
  return {
    everywhere: () => w.paid.phone.call('DELETE /api/users/me/sessions'),
    refresh: () => w.paid.client.call('POST /api/auth/refresh'),
    refresh2: () => {
      const copy = createClient(w.server);
      for (const [name, value] of w.paid.client.cookies) copy.cookies.set(name, value);
      return copy.call('POST /api/auth/refresh');
    },
    refreshPhone: () => w.paid.phone.call('POST /api/auth/refresh'),
    logout: () => w.paid.client.call('POST /api/auth/logout'),
    login: () =>
      createClient(w.server).call('POST /api/auth/login', { body: { username: w.paid.username, password } }),
    reset: async () => {
      const token = await w.server.database.db.transaction().execute((trx) =>
        issueOneTimeToken(trx, {
          userId: w.paid.id,
          purpose: 'resetPassword',
          expiresAt: new Date(w.server.now().getTime() + 600_000),
        }),
      );
      const call = () =>
        createClient(w.server).call('POST /api/auth/reset-password', {
          body: { password: 'another long passphrase', confirmPassword: 'another long passphrase' },
          headers: { Authorization: `Bearer ${token}` },
        });
      const both = await Promise.all([call(), call()]);
      return both.find(({ status }) => status >= 500) ?? both[0];
    },
    change: () =>
      w.paid.phone.call('POST /api/auth/reset-password', {
        body: { password: 'a third long passphrase', confirmPassword: 'a third long passphrase' },
      }),
    deleteAccount: deleteAccount(w.paid.client),
    attend: reply(w.paid.phone, w.pitch.id, 'attending'),
  };
}

/** What may happen to any paid place. */
function aroundPayments(w: World): Acts {
  const { deleteAccount, leave, cancelEvent, jobs } = requestsOf(w);
  return {
    cancelEvent,
    'o1 deletes account': deleteAccount(w.o1.client),
    'coach deletes account': deleteAccount(w.coach.client),
    'coach leaves': leave(w.coach.client, 'teams', w.team.id),
    jobs,
  };
}
