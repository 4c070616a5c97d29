// The outcomes of one answer for many dates, in words, with the dates that still need something. Pure.
import type { SeriesReplyAnswer } from '../../../../contract/events/registrations.ts';
import type { RefusalReason, RegistrationState, Response } from '../../../../contract/values/words.ts';

type Item = SeriesReplyAnswer['items'][number];
/** `label` and `dates`: the dates to look at, and why; empty where nothing is left to do. */
export type Outcome = { text: string; label: string; dates: Pick<Item, 'eventId' | 'startsAt'>[] };

/** `label` where something is left to do. */
type Words = { one: string; many: string; label?: string };

/** `#` is the count. In display order. */
const words = {
  going: { one: 'Going to 1 date.', many: 'Going to # dates.' },
  declined: { one: 'You said no to 1 date.', many: 'You said no to # dates.' },
  maybe: { one: 'You said maybe to 1 date.', many: 'You said maybe to # dates.' },
  waitlisted: {
    one: '1 is full: you are on the waitlist.',
    many: '# are full: you are on the waitlist.',
    label: 'On the waitlist',
  },
  asking: { one: '1 waits for approval.', many: '# wait for approval.', label: 'To be approved' },
  toPay: { one: '1 is to be paid.', many: '# are to be paid.', label: 'To be paid' },
  priced: {
    one: '1 costs something: answer it by itself.',
    many: '# cost something: answer them one by one.',
    label: 'With a price',
  },
  full: { one: '1 is full.', many: '# are full.', label: 'Full' },
  answeredSince: {
    one: '1 you answered otherwise since; that answer counts.',
    many: '# you answered otherwise since; those answers count.',
    label: 'Answered since',
  },
  cancelled: { one: '1 is cancelled.', many: '# are cancelled.' },
  postponed: { one: '1 is postponed.', many: '# are postponed.' },
  closed: { one: '1 takes no answers now.', many: '# take no answers now.', label: 'Closed' },
  refused: { one: '1 is not open to you.', many: '# are not open to you.', label: 'Not open to you' },
} as const satisfies Record<string, Words>;
type Kind = keyof typeof words;

const byReason: Partial<Record<RefusalReason, Kind>> = {
  paid_one_by_one: 'priced',
  event_full: 'full',
  event_cancelled: 'cancelled',
  event_postponed: 'postponed',
  event_over: 'closed',
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
    return [{ text: 'There is no date on these days. Nothing was changed.', label: '', dates: [] }];
  return (Object.keys(words) as Kind[]).flatMap((kind) => {
    const dates = items.filter((item) => kindOf(item, choice) === kind);
    if (dates.length === 0) return [];
    const { one, many, label = '' }: Words = words[kind];
    const text = dates.length === 1 ? one : many.replace('#', String(dates.length));
    return [
      { text, label, dates: label ? dates.map(({ eventId, startsAt }) => ({ eventId, startsAt })) : [] },
    ];
  });
}
