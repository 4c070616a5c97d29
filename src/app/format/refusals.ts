// Refusals of the server in words. Pure.
import type { RefusalReason } from '../../contract/values/words.ts';

const reasons: Record<RefusalReason, string> = {
  event_full: 'It filled up meanwhile.',
  event_over: 'This event is over.',
  event_cancelled: 'This event was cancelled.',
  event_postponed: 'This event is postponed. You can answer once it has a new date.',
  not_published: 'This event is not open to replies any more.',
  registration_not_open: 'Registration is not open yet.',
  registration_closed: 'Registration has closed.',
  invitation_only: 'This event is by invitation only.',
  too_young: 'You are younger than those it is for.',
  too_old: 'You are older than those it is for.',
  online_payment_only:
    'They have no account to pay online with, and this event takes no payment on site. Allow cash in its price first.',
  paid_one_by_one: 'This date costs money. Answer it on its own page.',
  offer_fixed: 'Your place keeps the price it was taken at. Give it up first to choose another.',
  not_pending: 'This request was answered already.',
  not_waitlisted: 'They are not on the waitlist any more.',
};
const problems: Record<string, string> = {
  stale_version: 'Someone changed this meanwhile. Look again and decide.',
  not_found: 'It was deleted, or you have no access to it any more.',
  gone: 'It was taken down.',
};

/** `code` and `message` as the server sent them; `message` is the fallback for codes without a text here. */
export function refusalText({ code, message }: { code: string; message: string }): string {
  return (
    (reasons as Record<string, string>)[code] ?? problems[code] ?? (message || 'The server refused this.')
  );
}
