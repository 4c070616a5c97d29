// Says yes to many dates with one tap, and follows these replies until the server has answered all of them.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer } from '../../../contract/api.ts';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { onAnswer, type QueuedWrite, type Sent, write } from '../../data/outbox/outbox.ts';
import { eventOfReply, replyTo } from '../../data/outbox/replies.ts';
import { isSeriesReplyFor, replyToUnanswered } from '../../data/outbox/series-replies.ts';
import { useOutbox } from '../../data/outbox/use-outbox.ts';
import { dayIn } from '../../format/when.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { t } from '../../words/t.ts';

type Dates = readonly MyEventSummary[];
/** One queued write. */
type Part = { subject: string; dates: Dates; send: () => Promise<Sent<ReplyCall>> };
type ReplyCall = 'PUT /api/events/{id}/registration' | 'PUT /api/series/{id}/registration';
/** What became of a date; `refusedFor`: why it was refused, in words. */
type Outcome = { isGoing: boolean; refusedFor: string | null };
type Refused = { date: MyEventSummary; reason: string };

/** `isPart`: the team may ask about more dates. */
type Batch = { teamId: string; dates: Dates; isPart: boolean };
type SentBatch = Batch & { parts: Part[] };

const dayOf = ({ timeZone, startsAt }: MyEventSummary) => dayIn(timeZone, startsAt);

/** One write for each run of dates of a series that no other date of `all` interrupts, else one for each date. */
function partsOf(dates: Dates, all: Dates): Part[] {
  const wanted = new Set(dates.map(({ id }) => id));
  return [...Map.groupBy(all, ({ id, series }) => series?.id ?? id).values()].flatMap((group) => {
    const runs: MyEventSummary[][] = [[]];
    for (const date of group.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)))
      if (wanted.has(date.id)) runs.at(-1)?.push(date);
      else runs.push([]);
    return runs.flatMap((run) => partOfRun(run) ?? run.map(partOfOne));
  });
}

/** Null where one call cannot answer the dates. */
function partOfRun(dates: Dates): Part | null {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first?.series || !last || first === last) return null;
  const about = t('{count, plural, one {# date} other {# dates}}: {name}', {
    count: dates.length,
    name: first.name,
  });
  const reply = replyToUnanswered(first.series.id, { from: dayOf(first), to: dayOf(last) }, about);
  return { subject: reply.subject, dates, send: () => write({ ...reply, said: null }) };
}

function partOfOne(date: MyEventSummary): Part {
  const subject = `registration:${date.id}`;
  const reply = replyTo(date, 'attending', { leadsTo: 'place' });
  return { subject, dates: [date], send: () => write({ ...reply, subject, said: null }) };
}

/** The outcomes by date in the answer to a part. */
function outcomesOf({ dates }: Part, answer: Answer<ReplyCall>): [string, Outcome][] {
  const items = 'items' in answer ? answer.items : dates.map(({ id }) => ({ ...answer, eventId: id }));
  return items.map(({ eventId, outcome, reason = 'refused', registration }) => [
    eventId,
    {
      isGoing: outcome !== 'refused' && registration?.state === 'confirmed',
      refusedFor: outcome === 'refused' ? refusalText({ code: reason, message: '' }) : null,
    },
  ]);
}

const allRefused = ({ dates }: Part, refusedFor: string): [string, Outcome][] =>
  dates.map(({ id }) => [id, { isGoing: false, refusedFor }]);

/** Without dates that are answered again, because the reply to them was taken back. */
function withoutDates(sent: readonly SentBatch[], ids: ReadonlySet<string>): SentBatch[] {
  const others = (dates: Dates) => dates.filter(({ id }) => !ids.has(id));
  return sent
    .map((batch) => ({
      ...batch,
      dates: others(batch.dates),
      parts: batch.parts
        .map((part) => ({ ...part, dates: others(part.dates) }))
        .filter((part) => part.dates.length > 0),
    }))
    .filter(({ dates }) => dates.length > 0);
}

/** What is said counts all batches of this visit that are answered: the others may stay queued for long. */
export function useGoingToAll() {
  const outbox = useOutbox();
  const [sent, setSent] = useState<readonly SentBatch[]>([]);
  const parts = sent.flatMap((batch) => batch.parts);
  /** Until the first replies are answered, or it is clear that they stay queued. */
  const [isSending, setSending] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [said, setSaid] = useState<{ text: string; isLate?: boolean } | null>(null);
  const record = (found: [string, Outcome][]) => setOutcomes((before) => new Map([...before, ...found]));
  const hear = useEffectEvent((row: QueuedWrite, answer: unknown) => {
    const part = parts.find(({ subject }) => subject === row.subject);
    if (part) record(outcomesOf(part, answer as Answer<ReplyCall>));
  });
  useEffect(() => onAnswer((row, answer) => hear(row, answer)), []);

  const rowOf = ({ subject }: Part) => outbox.findLast((row) => row.subject === subject);
  // Those that were refused after the page had stopped waiting are in the outbox.
  const refusedLate = parts.flatMap((part): [string, Outcome][] => {
    const refusal = rowOf(part)?.refusal;
    return refusal ? allRefused(part, refusalText(refusal)) : [];
  });
  const known = new Map([...outcomes, ...refusedLate]);
  const sending = (isSending && sent.at(-1)) || null;
  const answered = sent.filter(
    (batch) => batch !== sending && !batch.parts.some((part) => rowOf(part)?.refusal === null),
  );
  const dates = answered.flatMap((batch) => batch.dates);
  const refused = dates.flatMap((date): Refused[] => {
    const reason = known.get(date.id)?.refusedFor;
    return reason ? [{ date, reason }] : [];
  });

  const sayResult = useEffectEvent(() => {
    const going = dates.filter(({ id }) => known.get(id)?.isGoing).length;
    const sentences =
      going === dates.length && !answered.some(({ isPart }) => isPart)
        ? [t("You're going to all {done}.", { done: going })]
        : [
            ...(going > 0
              ? [t("You're going to {going, plural, one {# date} other {# dates}}.", { going })]
              : []),
            ...(refused.length > 0
              ? [
                  t(
                    '{refused, plural, one {# event needs its own reply.} other {# events need their own replies.}}',
                    { refused: refused.length },
                  ),
                ]
              : []),
          ];
    // The line said that they are queued.
    const text = sentences.join(' ');
    setSaid((before) => (text ? { text, isLate: before !== null } : null));
  });
  useEffect(() => {
    if (answered.length > 0) sayResult();
  }, [answered.length]);

  return {
    said,
    refused,
    /** The team whose dates are being answered, and these dates. */
    sending,
    /** Whether the date is not answered, neither by what the outbox holds nor by what the list does not know yet. */
    isOpen: (date: MyEventSummary) =>
      !outbox.some((row) => eventOfReply(row) === date.id || isSeriesReplyFor(row, date)) &&
      !sending?.dates.some(({ id }) => id === date.id) &&
      !known.has(date.id),
    /** `all`: every date of the list, also of other teams and those that need a look. */
    answer: async (batch: Batch, all: Dates) => {
      const added = partsOf(batch.dates, all);
      setSaid(null);
      const ids = new Set(batch.dates.map(({ id }) => id));
      setSent((before) => [...withoutDates(before, ids), { ...batch, parts: added }]);
      setSending(true);
      const areWaiting = await Promise.all(
        added.map(async (part) => {
          try {
            const result = await part.send();
            if (result.kind === 'waiting') return true;
            record(
              result.kind === 'done'
                ? outcomesOf(part, result.answer)
                : allRefused(part, refusalText(result)),
            );
          } catch (error) {
            // It could be neither stored nor sent.
            record(allRefused(part, error instanceof Error ? error.message : String(error)));
          }
          return false;
        }),
      );
      if (areWaiting.includes(true)) setSaid({ text: t('Saved on this device, will be sent') });
      setSending(false);
    },
  };
}
