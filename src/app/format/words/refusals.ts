// Refusals of the server in words. Pure.
import type { RefusalReason } from '../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../words/t.ts';

const reasons: Record<RefusalReason, Message> = {
  event_full: msg("It's full by now."),
  event_over: msg('This event is over.'),
  event_cancelled: msg('This event was cancelled.'),
  event_postponed: msg('This event is postponed. You can answer once it has a new date.'),
  organizer_inactive: msg("The organizer's account isn't active right now, so there are no new replies."),
  not_published: msg("You can't reply to this event any more."),
  registration_not_open: msg('Registration is not open yet.'),
  registration_closed: msg('Registration has closed.'),
  invitation_only: msg('This event is by invitation only.'),
  too_young: msg("You're younger than the age group of this event."),
  too_old: msg("You're older than the age group of this event."),
  birth_date_needed: msg('This event has an age limit. Add your birth date, then answer again.'),
  online_payment_only: msg(
    "They have no account, so they can't pay online, and this event doesn't take cash. Allow cash in its price first.",
  ),
  paid_one_by_one: msg('This date costs money. Answer it on its own page.'),
  offer_fixed: msg('Your place keeps its price. To choose another price, give up your place first.'),
  not_pending: msg('Someone already answered this request.'),
  not_waitlisted: msg("They're not on the waitlist any more."),
};
const problems: Record<string, Message> = {
  stale_version: msg('Someone changed this in the meantime. Have a look, then decide.'),
  not_found: msg("It's deleted, or you can't see it any more."),
  gone: msg('It was taken down.'),
};

type Refused = { code: string; message: string; fields?: readonly { message: string }[] | undefined };

/**
 * `code`, `message` and `fields` as the server sent them. Codes without a text here take the messages of the fields, because
 * `message` only says that there are some, and else `message`.
 */
export function refusalText({ code, message, fields = [] }: Refused): string {
  const known = (reasons as Record<string, Message>)[code] ?? problems[code];
  if (known) return t(known);
  const ofFields = [...new Set(fields.map((field) => sentence(field.message)))].join(' ');
  return ofFields || message || t("The server didn't accept this.");
}

/** Messages of fields have no full stop. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
