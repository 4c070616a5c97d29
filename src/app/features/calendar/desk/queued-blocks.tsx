// Queued new events, copies and moves as blocks, at their new times.

import type { QueuedWrite } from '../../../data/outbox/outbox.ts';
import { planningPath } from '../../../data/outbox/planned.ts';
import { useOutbox } from '../../../data/outbox/use-outbox.ts';
import { dayText } from '../../../format/intl.ts';
import { dayNumberIn, wallTime } from '../../../format/wall-clock.ts';
import { t } from '../../../words/t.ts';
import type { Day } from '../days.ts';
import type { Entry } from '../entries.ts';
import { type TeamBook, teamOf } from '../teams.ts';
import { placeOf } from './ghosts.ts';
import { type Spoken, timesText } from './span-words.ts';
import { movedSpan, piecesOf, type Span } from './spans.ts';

type QueuedBlock = { id: string; name: string; span: Span; path: string; slot: string };

function queuedBlockOf(
  write: QueuedWrite,
  entries: ReadonlyMap<string, Entry>,
  teams: TeamBook,
): QueuedBlock | null {
  const { id, call, body, params, refusal } = write;
  const path = planningPath(write);
  const entry = entries.get(String(params.id ?? ''));
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const startsAt = text(body.startsAt) ?? entry?.startsAt;
  const endsAt = text(body.endsAt) ?? entry?.endsAt;
  const isTimed = body.startsAt !== undefined || body.endsAt !== undefined;
  if (!isTimed || refusal !== null || path === null || !startsAt || !endsAt) return null;
  const isCopy = call === 'POST /api/events/{id}/duplicate';
  return {
    id,
    path,
    name: text(body.name) ?? entry?.name ?? t('Event'),
    span:
      isCopy && entry
        ? copiedSpan(entry, startsAt)
        : { startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) },
    slot: entry ? teamOf(entry, teams).look.slot : 'tn',
  };
}

/** The span of a copy: as long as its original on the original's clock, as on the server. */
function copiedSpan(original: Entry, startsAt: string): Span {
  const { timeZone, startMs } = original;
  const minutes = wallTime(timeZone, startsAt) - wallTime(timeZone, startMs);
  return movedSpan(original, { days: 0, minutes });
}

export function QueuedBlocks({
  days,
  entries,
  teams,
  spoken,
}: {
  days: readonly Day[];
  entries: ReadonlyMap<string, Entry>;
  teams: TeamBook;
  spoken: Spoken;
}) {
  const queued = useOutbox().flatMap((write) => queuedBlockOf(write, entries, teams) ?? []);
  return queued.flatMap(({ id, name, span, path, slot }) =>
    piecesOf(span, days, spoken.timeZone).map((piece) => (
      <a
        key={`${id} ${piece.column}`}
        href={path}
        className={`ghost waits ${slot}`}
        // As wide as the day: a queued write may be of several teams.
        style={placeOf(piece, 0, 1)}
      >
        <b>{name}</b>
        <span>{timesText(span, spoken)}</span>
        <em>{t('Not sent yet')}</em>
        <span className="sr">
          {dayText(spoken.locale, 'longDay', dayNumberIn(spoken.timeZone, span.startMs))}
        </span>
      </a>
    )),
  );
}
