// The invariants of docs/product.md, read from the database after a round, by the subject that they are about.
import type { World } from './world.ts';

/** Descriptions of every violation; empty when all is well. */
export async function violations(w: World): Promise<string[]> {
  const found = [];
  for (const id of [w.event.id, w.asked.id]) {
    const { event, rows, held } = await seatsOf(w, id);
    found.push(...(await wrongSeats(w, { event, rows, held })));
    for (const row of rows) {
      found.push(...(await wrongHolder(w, row, held.includes(row))));
      found.push(...(await wrongPayments(w, row, held.includes(row))));
    }
  }
  found.push(...(await wrongGroups(w)), ...(await wrongAccounts(w)), ...(await wrongGuest(w)));
  return found;
}

type Seats = Awaited<ReturnType<typeof seatsOf>>;
type Registration = Seats['rows'][number];

async function seatsOf({ server }: World, id: string) {
  const { db } = server.database;
  const at = server.now().toISOString();
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  const rows = await db.selectFrom('registrations').selectAll().where('event_id', '=', id).execute();
  const isHold = ({ state, hold_expires_at }: { state: string; hold_expires_at: string | null }) =>
    (state === 'pendingPayment' || state === 'offered') && (hold_expires_at ?? '') > at;
  return { event, rows, held: rows.filter((row) => row.state === 'confirmed' || isHold(row)) };
}

/** No place is given twice, and none is free while someone waits. */
async function wrongSeats(w: World, { event, rows, held }: Seats): Promise<string[]> {
  const limit = event?.maximum_attendee_capacity ?? Number.POSITIVE_INFINITY;
  // A lower limit evicts no one.
  const most = Math.max(limit, event?.id === w.event.id ? w.most.seats : 1);
  const waiting = rows.filter((row) => row.state === 'waitlisted').length;
  const isOpen = event?.event_status === 'EventScheduled' && (await isRun(w));
  return [
    held.length > most && `${held.length} seats of ${most} are held`,
    isOpen &&
      waiting > 0 &&
      held.length < limit &&
      `${waiting} wait while ${held.length} of ${limit} are held`,
  ].filter((words) => words !== false);
}

/** Whether someone is left who runs the events: without anyone they take no replies. */
async function isRun({ server, club, team }: World): Promise<boolean> {
  const runs = await server.database.db
    .selectFrom('memberships')
    .select('id')
    .where('status', '=', 'active')
    .where((or) =>
      or.or([
        or('organization_id', '=', club.id),
        or.and([or('team_id', '=', team.id), or('role', '=', 'coach')]),
      ]),
    )
    .execute();
  return runs.length > 0;
}

/** Only people with a role and an account hold a place, wait or ask: the events are private. */
async function wrongHolder(w: World, { person_id, state }: Registration, isHeld: boolean): Promise<string[]> {
  if (!isHeld && state !== 'waitlisted' && state !== 'pendingApproval') return [];
  const { db } = w.server.database;
  const user = await db
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', person_id)
    .executeTakeFirst();
  const roles = await db
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', person_id)
    .where((or) => or.or([or('team_id', '=', w.team.id), or('organization_id', '=', w.club.id)]))
    .where('status', '=', 'active')
    .execute();
  const name = nameOf(w, person_id);
  return [
    roles.length === 0 && `${name} is ${state} without a role`,
    user?.suspended_at && `${name} is ${state} and the account is deleted`,
  ].filter((words) => typeof words === 'string');
}

const openPaymentStates = ['requiresPayment', 'requiresAction', 'failed', 'offlineDue'];

/** Someone who is charged has the place, and is charged once. */
async function wrongPayments(w: World, row: Registration, isHeld: boolean): Promise<string[]> {
  const payments = await w.server.database.db
    .selectFrom('payments')
    .selectAll()
    .where('registration_id', '=', row.id)
    .execute();
  const found = [];
  let charged = 0;
  for (const payment of payments) {
    const { taken, returned } = await moneyAtSandbox(w, payment.id);
    if (taken > returned && payment.provider === 'sandbox') charged += 1;
    found.push(...(await wrongMoney(w, payment, { taken, returned })));
    if (openPaymentStates.includes(payment.state) && !isHeld)
      found.push(`a ${payment.state} payment of a ${row.state} place`);
  }
  // The start is five days ahead and the refund promise ends two days before: a place that is given up is refunded.
  if (charged > 0 && row.state !== 'confirmed')
    found.push(`${nameOf(w, row.person_id)} paid and is ${row.state}`);
  if (charged > 1) found.push(`${nameOf(w, row.person_id)} is charged ${charged} times`);
  return found;
}

type Money = { taken: number; returned: number };

async function moneyAtSandbox({ server }: World, paymentId: string): Promise<Money> {
  const rows = await server.database.db
    .selectFrom('sandbox_checkouts as c')
    .leftJoin('sandbox_refunds as r', 'r.checkout_ref', 'c.ref')
    .select(['c.state', 'c.amount_minor', 'r.amount_minor as returned'])
    .where('c.payment_id', '=', paymentId)
    .execute();
  return {
    taken: rows[0]?.state === 'succeeded' ? rows[0].amount_minor : 0,
    returned: rows.reduce((total, { returned }) => total + (returned ?? 0), 0),
  };
}

type Payment = { id: string; provider: string; state: string; amount_minor: number };

async function wrongMoney(w: World, payment: Payment, { taken, returned }: Money): Promise<string[]> {
  const { db } = w.server.database;
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('approved_at', 'is not', null)
    .where('state', 'not in', ['failed', 'declined'])
    .execute();
  const entries = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .execute();
  const promised = sum(refunds);
  const booked = sum(entries.filter(({ account }) => account === 'sandbox'));
  const isOnline = payment.provider === 'sandbox';
  return [
    promised > payment.amount_minor && `${promised} of ${payment.amount_minor} goes back`,
    isOnline && returned !== promised && `${promised} was promised and ${returned} went back`,
    taken > 0 !== (payment.state === 'succeeded') && `${taken} was taken and the payment is ${payment.state}`,
    sum(entries) !== 0 && 'the ledger is not zero',
    isOnline && booked !== taken - returned && `${booked} in the ledger, ${taken - returned} at the provider`,
  ].filter((words) => words !== false);
}

/** A group with members has an owner, and the invited person is a member once. */
async function wrongGroups({ server, club, independent, team, invited }: World): Promise<string[]> {
  const { db } = server.database;
  const found = [];
  for (const [scope, id] of [
    ['organization_id', club.id],
    ['team_id', independent.id],
  ] as const) {
    const members = await db
      .selectFrom('memberships')
      .select('role')
      .where(scope, '=', id)
      .where('status', '=', 'active')
      .execute();
    if (members.length > 0 && !members.some(({ role }) => role === 'owner'))
      found.push(`no owner by ${scope}`);
  }
  const memberships = await db
    .selectFrom('memberships')
    .select('status')
    .where('person_id', '=', invited.id)
    .where('team_id', '=', team.id)
    .execute();
  if (memberships.length > 1) found.push('the invited person has two memberships');
  return found;
}

/** A deleted account leaves no session, invitation or membership. */
async function wrongAccounts(w: World): Promise<string[]> {
  const { db } = w.server.database;
  const people = [w.paid, w.paying, w.waiting, w.asking, w.invited, w.coach, w.o1, w.o2, w.i1, w.i2];
  const ids = people.map(({ id }) => id);
  const deleted = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('suspended_at', 'is not', null)
    .execute();
  const found = [];
  for (const { id } of deleted) {
    const left = {
      session: await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute(),
      invitation: await db.selectFrom('invitations').select('id').where('user_id', '=', id).execute(),
      membership: await db.selectFrom('memberships').select('id').where('person_id', '=', id).execute(),
    };
    for (const [what, rows] of Object.entries(left))
      if (rows.length > 0) found.push(`a ${what} of ${nameOf(w, id)}, whose account is deleted`);
  }
  return found;
}

/** The marks of a guest who has joined are the member's. */
async function wrongGuest({ server, guest, pitch }: World): Promise<string[]> {
  const { db } = server.database;
  const row = await db
    .selectFrom('event_guests')
    .select('joined_id')
    .where('id', '=', guest.id)
    .executeTakeFirst();
  if (!row?.joined_id) return [];
  const marks = await db
    .selectFrom('attendance')
    .select('id')
    .where('event_id', '=', pitch.id)
    .where('person_id', '=', guest.id)
    .execute();
  return marks.length > 0 ? ['a joined guest has marks'] : [];
}

const sum = (rows: readonly { amount_minor: number }[]) =>
  rows.reduce((total, row) => total + Number(row.amount_minor), 0);

const nameOf = (w: World, id: string) =>
  Object.entries(w).find(
    ([, one]) => typeof one === 'object' && one !== null && 'id' in one && one.id === id,
  )?.[0] ?? id;
