// The rows of a list of replies due. A row that was answered stays until the list is opened again, so that no other
// row moves under the thumb that has just tapped, and the answer can be changed. So does one that was answered beside
// the list, on a wide screen.
import { useEffect, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { isSeriesReplyFor } from '../../data/outbox/series-replies.ts';
import { useOutbox } from '../../data/outbox/use-outbox.ts';
import { useResource } from '../../data/resources/use-resource.ts';

/** `listed`: what the list said of the answer when the row was added. */
type Kept = { row: MyEventSummary; listed: string };

/** The answer of a row; a question asked again is another one. */
const answerOf = ({ registration }: Pick<MyEventSummary, 'registration'>) =>
  `${registration?.version ?? 0} ${registration?.reconfirmAskedAt ?? ''}`;

/** The rows of a list of replies due without those that an unsent "Going to all" answers: no thumb is on these. */
export function useUnanswered(found: readonly MyEventSummary[] | undefined) {
  const outbox = useOutbox();
  const isAnswered = (date: MyEventSummary) =>
    !date.registration && outbox.some((row) => row.body.unanswered && isSeriesReplyFor(row, date));
  return found?.filter((date) => !isAnswered(date));
}

/**
 * `items`: what the server lists. `rows`: these, in the order of their dates, and the answered ones that it no longer lists. `chosenId`:
 * of the event beside the list.
 */
export function useKeptRows(items: readonly MyEventSummary[] | undefined, chosenId?: string) {
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const add = (row: MyEventSummary, inList: MyEventSummary) =>
    setKept((before) => new Map([...before, [row.id, { row, listed: answerOf(inList) }]]));
  /** The row as it was answered beside the list, until the list is read again. */
  const answeredBeside = (item: MyEventSummary) => {
    const own = kept.get(item.id);
    return own && own.listed === answerOf(item) && own.listed !== answerOf(own.row) ? own.row : null;
  };
  const listed = items?.map((item) => answeredBeside(item) ?? item);
  const gone = [...kept.values()].flatMap(({ row }) => (items?.some(({ id }) => id === row.id) ? [] : row));
  const rows = gone.length === 0 ? listed : [...(listed ?? []), ...gone].toSorted(byDate);
  const asking = items?.filter((item) => !answeredBeside(item));

  const chosen = rows?.find(({ id }) => id === chosenId);
  const { data: beside } = useResource(
    'GET /api/events/{id}',
    chosen ? { params: { id: chosen.id } } : null,
    { excludedFromFreshness: true },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is read when its answer beside the list changes
  useEffect(() => {
    if (!chosen || !beside || answered.has(chosen.id)) return;
    // Answered before it was shown: only the list is older, and goes on without it.
    if (!kept.has(chosen.id) && answerOf(beside) !== answerOf(chosen)) return;
    const item = items?.find(({ id }) => id === chosen.id);
    add({ ...chosen, registration: beside.registration }, item ?? chosen);
  }, [beside]);

  return {
    rows,
    /** Those that still wait for an answer: the server lists them, and they were not answered here. */
    due: asking?.filter(({ id }) => !answered.has(id)),
    isKept: (id: string) => kept.has(id),
    /** Answered in its row. */
    isAnswered: (id: string) => answered.has(id),
    /** Whether the row asks: not once it was answered beside the list. */
    isOwed: (id: string) => answered.has(id) || (asking?.some((item) => item.id === id) ?? false),
    /** Of a row that was answered here. */
    keep: (row: MyEventSummary) => {
      add(row, row);
      setAnswered((before) => new Set([...before, row.id]));
    },
  };
}

const byDate = (a: MyEventSummary, b: MyEventSummary) =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1);
