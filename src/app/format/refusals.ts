// Refusals of the server in words. Pure.
import type { RefusalReason } from '../../contract/values/words.ts';
import { type Message, msg, t } from '../words/t.ts';

const reasons: Record<RefusalReason, Message> = {
  event_full: msg('It filled up meanwhile.'),
  event_over: msg('This event is over.'),
  event_cancelled: msg('This event was cancelled.'),
  event_postponed: msg('This event is postponed. You can answer once it has a new date.'),
  not_published: msg('This event is not open to replies any more.'),
  registration_not_open: msg('Registration is not open yet.'),
  registration_closed: msg('Registration has closed.'),
  invitation_only: msg('This event is by invitation only.'),
  too_young: msg('You are younger than those it is for.'),
  too_old: msg('You are older than those it is for.'),
  online_payment_only: msg(
    'They have no account to pay online with, and this event takes no payment on site. Allow cash in its price first.',
  ),
  paid_one_by_one: msg('This date costs money. Answer it on its own page.'),
  offer_fixed: msg('Your place keeps the price it was taken at. Give it up first to choose another.'),
  not_pending: msg('This request was answered already.'),
  not_waitlisted: msg('They are not on the waitlist any more.'),
};
const problems: Record<string, Message> = {
  stale_version: msg('Someone changed this meanwhile. Look again and decide.'),
  not_found: msg('It was deleted, or you have no access to it any more.'),
  gone: msg('It was taken down.'),
};

/** `code` and `message` as the server sent them; `message` is the fallback for codes without a text here. */
export function refusalText({ code, message }: { code: string; message: string }): string {
  const known = (reasons as Record<string, Message>)[code] ?? problems[code];
  return known ? t(known) : message || t('The server refused this.');
}
