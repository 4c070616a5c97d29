// Payments that are really made: when each is looked at again, numbers of receipts without gaps, and what the sandbox, a
// payment provider of our own, keeps for itself. One payment of a registration is open at a time.

export const payments = `
alter table payments add column check_after INSTANT;
alter table payments add column checkout_expires_at INSTANT;
create unique index payments_open on payments(registration_id)
  where state in ('requiresPayment', 'requiresAction', 'processing', 'failed', 'offlineDue');
create index payments_due on payments(check_after) where check_after is not null;

alter table refunds add column approved_at INSTANT;
alter table refunds add column try_after INSTANT;
alter table refunds add column attempts INT not null default 0;
update refunds set approved_at = created_at;
update refunds set try_after = created_at where state in ('requested', 'pending')
  and payment_id in (select p.id from payments p where p.provider <> 'offline');
create index refunds_due on refunds(try_after) where try_after is not null;

create unique index ledger_entries_once on ledger_entries(transaction_id, account);
create index ledger_entries_payment on ledger_entries(payment_id);
drop index ledger_entries_transaction;

create table receipt_counters (
  year TEXT primary key,
  last INT not null
);
insert into receipt_counters (year, last)
  select substr(receipt_number, 3, 4), max(cast(substr(receipt_number, 8) as integer)) from payments
  where receipt_number like 'S-____-______' group by substr(receipt_number, 3, 4);

create table sandbox_checkouts (
  ref TEXT primary key,
  payment_id ID not null unique,
  amount_minor INT not null,
  currency TEXT not null,
  description TEXT not null,
  return_path TEXT not null,
  state TEXT not null,
  settles_at INSTANT,
  news TEXT not null default 'now',
  expires_at INSTANT not null,
  created_at INSTANT not null
);
create table sandbox_refunds (
  ref TEXT primary key,
  refund_id ID not null unique,
  checkout_ref TEXT not null references sandbox_checkouts(ref),
  amount_minor INT not null,
  state TEXT not null,
  created_at INSTANT not null
);
create index sandbox_refunds_checkout on sandbox_refunds(checkout_ref);
create table sandbox_webhooks (
  id TEXT primary key,
  body TEXT not null,
  times INT not null default 1,
  deliver_after INSTANT not null,
  attempts INT not null default 0
);
create index sandbox_webhooks_due on sandbox_webhooks(deliver_after);
`;
