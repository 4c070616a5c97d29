// The outcomes of one answer for many dates, in words, with the dates that still need something. Pure.
import type { SeriesReplyAnswer } from '../../../../contract/events/registrations.ts';
import type { RefusalReason, RegistrationState, Response } from '../../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../../words/t.ts';

type Item = SeriesReplyAnswer['items'][number];
/** `label` and `dates`: the dates to look at, and why; empty where nothing is left to do. */
export type Outcome = { text: string; label: string; dates: Pick<Item, 'eventId' | 'startsAt'>[] };

/** `label` where something is left to do. */
type Words = { text: Message; label?: Message };

/** In display order. */
const words = {
  going: { text: msg('{count, plural, one {Going to 1 date.} other {Going to # dates.}}') },
  declined: { text: msg('{count, plural, one {You said no to 1 date.} other {You said no to # dates.}}') },
  maybe: { text: msg('{count, plural, one {You said maybe to 1 date.} other {You said maybe to # dates.}}') },
  waitlisted: {
    text: msg(
      '{count, plural, one {1 is full: you are on the waitlist.} other {# are full: you are on the waitlist.}}',
    ),
    label: msg('On the waitlist'),
  },
  asking: {
    text: msg('{count, plural, one {1 is waiting for approval.} other {# are waiting for approval.}}'),
    label: msg('Waiting for approval'),
  },
  toPay: {
    text: msg('{count, plural, one {1 still needs to be paid.} other {# still need to be paid.}}'),
    label: msg('To pay'),
  },
  priced: {
    text: msg(
      '{count, plural, one {1 costs money: please answer it separately.} other {# cost money: please answer them one by one.}}',
    ),
    label: msg('With a price'),
  },
  full: { text: msg('{count, plural, one {1 is full.} other {# are full.}}'), label: msg('Full') },
  answeredSince: {
    text: msg(
      "{count, plural, one {You've since answered # date differently, and that answer counts.} other {You've since answered # dates differently, and those answers count.}}",
    ),
    label: msg('Answered since'),
  },
  cancelled: { text: msg('{count, plural, one {1 is cancelled.} other {# are cancelled.}}') },
  postponed: { text: msg('{count, plural, one {1 is postponed.} other {# are postponed.}}') },
  closed: {
    text: msg(
      '{count, plural, one {1 is closed for replies right now.} other {# are closed for replies right now.}}',
    ),
    label: msg('Closed'),
  },
  refused: {
    text: msg('{count, plural, one {1 is not open to you.} other {# are not open to you.}}'),
    label: msg('Not open to you'),
  },
} as const satisfies Record<string, Words>;
type Kind = keyof typeof words;

const byReason: Partial<Record<RefusalReason, Kind>> = {
  paid_one_by_one: 'priced',
  event_full: 'full',
  event_cancelled: 'cancelled',
  event_postponed: 'postponed',
  event_over: 'closed',
  organizer_inactive: 'closed',
  not_published: 'closed',
  registration_not_open: 'closed',
  registration_closed: 'closed',
};

const byState: Partial<Record<RegistrationState, Kind>> = {
  confirmed: 'going',
  waitlisted: 'waitlisted',
  pendingApproval: 'asking',
  pendingPayment: 'toPay',
  offered: 'toPay',
};

function kindOf({ outcome, reason, registration }: Item, choice: Response): Kind {
  if (outcome === 'superseded') return 'answeredSince';
  if (outcome === 'refused') return (reason && byReason[reason]) ?? 'refused';
  if (choice !== 'attending') return choice === 'declined' ? 'declined' : 'maybe';
  return (registration && byState[registration.state]) ?? 'going';
}

/** Never empty: says so where the answer was for no date. */
export function outcomesOf({ items }: SeriesReplyAnswer, choice: Response): Outcome[] {
  if (items.length === 0)
    return [{ text: t('There are no dates on these days. Nothing was changed.'), label: '', dates: [] }];
  return (Object.keys(words) as Kind[]).flatMap((kind) => {
    const dates = items.filter((item) => kindOf(item, choice) === kind);
    if (dates.length === 0) return [];
    const { text: message, label: name }: Words = words[kind];
    const text = t(message, { count: dates.length });
    const label = name ? t(name) : '';
    return [
      { text, label, dates: label ? dates.map(({ eventId, startsAt }) => ({ eventId, startsAt })) : [] },
    ];
  });
}
