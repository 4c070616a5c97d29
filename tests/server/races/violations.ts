// The invariants of docs/product.md, read from the database after a round.
import type { World } from './world.ts';

const sum = (rows: { amount_minor: number }[]) =>
  rows.reduce((total, row) => total + Number(row.amount_minor), 0);

export async function violations(w: World): Promise<string[]> {
  const { server } = w;
  const { db } = server.database;
  const found: string[] = [];
  const at = server.now().toISOString();
  for (const id of [w.event.id, w.asked.id]) {
    const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
    const rows = await db.selectFrom('registrations').selectAll().where('event_id', '=', id).execute();
    const held = rows.filter(
      (row) =>
        row.state === 'confirmed' ||
        ((row.state === 'pendingPayment' || row.state === 'offered') && (row.hold_expires_at ?? '') > at),
    );
    const limit = event?.maximum_attendee_capacity ?? 99;
    if (held.length > Math.max(limit, id === w.event.id ? 2 : 1))
      found.push(`${held.length} seats of ${limit}`);
    const isOpen = event?.event_status === 'EventScheduled';
    const waits = rows.filter((row) => row.state === 'waitlisted');
    if (isOpen && waits.length > 0 && held.length < limit && (await isRun(w)))
      found.push(`${waits.length} wait, ${held.length} of ${limit} held`);
    for (const row of rows) {
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', row.person_id)
        .executeTakeFirst();
      const ties = await db
        .selectFrom('memberships')
        .select('id')
        .where('person_id', '=', row.person_id)
        .where((or) => or.or([or('team_id', '=', w.team.id), or('organization_id', '=', w.club.id)]))
        .where('status', '=', 'active')
        .execute();
      const isHeld = held.includes(row) || row.state === 'waitlisted' || row.state === 'pendingApproval';
      if (isHeld && ties.length === 0)
        found.push(`${nameOf(w, row.person_id)} is ${row.state} without a role`);
      if (isHeld && user?.suspended_at)
        found.push(`${nameOf(w, row.person_id)} has left and is ${row.state}`);
      const payments = await db
        .selectFrom('payments')
        .selectAll()
        .where('registration_id', '=', row.id)
        .execute();
      let kept = 0;
      for (const payment of payments) {
        const refunds = await db
          .selectFrom('refunds')
          .selectAll()
          .where('payment_id', '=', payment.id)
          .execute();
        const back = sum(
          refunds.filter((one) => one.approved_at !== null && !['failed', 'declined'].includes(one.state)),
        );
        if (back > payment.amount_minor) found.push(`${back} of ${payment.amount_minor} goes back`);
        const made = await db
          .selectFrom('sandbox_checkouts as c')
          .leftJoin('sandbox_refunds as r', 'r.checkout_ref', 'c.ref')
          .select(['c.state', 'c.amount_minor', 'r.amount_minor as back'])
          .where('c.payment_id', '=', payment.id)
          .execute();
        const taken = made[0]?.state === 'succeeded' ? made[0].amount_minor : 0;
        const returned = made.reduce((total, one) => total + (one.back ?? 0), 0);
        if (returned !== back && payment.provider === 'sandbox')
          found.push(`${back} was promised and ${returned} went back`);
        if (taken > returned && payment.provider === 'sandbox') kept += 1;
        if (taken > 0 !== (payment.state === 'succeeded')) found.push(`taken ${taken}, ${payment.state}`);
        const entries = await db
          .selectFrom('ledger_entries')
          .selectAll()
          .where('payment_id', '=', payment.id)
          .execute();
        if (sum(entries) !== 0) found.push('the ledger is not zero');
        if (
          payment.provider === 'sandbox' &&
          sum(entries.filter((one) => one.account === 'sandbox')) !== taken - returned
        )
          found.push('the ledger is not what the provider has');
        const isOpenPayment = ['requiresPayment', 'requiresAction', 'failed', 'offlineDue'].includes(
          payment.state,
        );
        if (isOpenPayment && !held.includes(row))
          found.push(`a ${payment.state} payment of a ${row.state} place`);
      }
      // Five days ahead with a promise of two: everything goes back for a place that is given up.
      if (kept > 0 && row.state !== 'confirmed')
        found.push(`${nameOf(w, row.person_id)} paid and is ${row.state}`);
      if (kept > 1) found.push('charged twice');
    }
  }
  for (const [column, id] of [
    ['organization_id', w.club.id],
    ['team_id', w.independent.id],
  ] as const) {
    const owners = await db
      .selectFrom('memberships')
      .select('id')
      .where(column, '=', id)
      .where('role', '=', 'owner')
      .where('status', '=', 'active')
      .execute();
    const members = await db
      .selectFrom('memberships')
      .select('id')
      .where(column, '=', id)
      .where('status', '=', 'active')
      .execute();
    if (owners.length === 0 && members.length > 0) found.push(`no owner of ${column}`);
  }
  const guest = await db
    .selectFrom('event_guests')
    .selectAll()
    .where('id', '=', w.guest.id)
    .executeTakeFirst();
  const marks = await db
    .selectFrom('attendance')
    .select('person_id')
    .where('event_id', '=', w.pitch.id)
    .execute();
  if (guest?.joined_id && marks.some((mark) => mark.person_id === w.guest.id))
    found.push('a joined guest has marks');
  for (const user of [w.paid, w.paying, w.asking, w.invited, w.coach, w.o1, w.o2, w.i1, w.i2]) {
    const row = await db
      .selectFrom('users')
      .select('suspended_at')
      .where('id', '=', user.id)
      .executeTakeFirst();
    if (!row?.suspended_at) continue;
    for (const table of ['sessions', 'invitations'] as const) {
      const left = await db.selectFrom(table).select('id').where('user_id', '=', user.id).execute();
      if (left.length > 0) found.push(`${table} of ${nameOf(w, user.id)}, whose account is deleted`);
    }
    const left = await db.selectFrom('memberships').select('id').where('person_id', '=', user.id).execute();
    if (left.length > 0) found.push(`a membership of ${nameOf(w, user.id)}, whose account is deleted`);
  }
  const invited = await db
    .selectFrom('memberships')
    .select('status')
    .where('person_id', '=', w.invited.id)
    .where('team_id', '=', w.team.id)
    .execute();
  if (invited.length > 1) found.push('two memberships');
  return found;
}

const isRun = async (w: World) => {
  const { db } = w.server.database;
  const runs = await db
    .selectFrom('memberships')
    .select('id')
    .where('status', '=', 'active')
    .where((or) =>
      or.or([
        or('organization_id', '=', w.club.id),
        or.and([or('team_id', '=', w.team.id), or('role', '=', 'coach')]),
      ]),
    )
    .execute();
  return runs.length > 0;
};
const nameOf = (w: World, id: string) =>
  Object.entries(w).find(([, one]) => (one as { id?: string })?.id === id)?.[0] ?? id;
