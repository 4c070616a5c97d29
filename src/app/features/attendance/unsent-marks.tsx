// The marks of an event that are not sent yet: how many, and the list of them. Rendered once the latest
// mark is painted.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { marksIn } from '../../data/outbox/marks.ts';
import type { QueuedWrite } from '../../data/outbox/outbox.ts';
import { useOutboxRead } from '../../data/outbox/use-outbox.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { Badge } from '../../ui/badge.tsx';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { useMarkRows } from './use-marks.ts';

export const loadExport = () => import('../../entities/outbox/marks-export.tsx');
const MarksExport = lazy(async () => ({ default: (await loadExport()).MarksExport }));

export function UnsentBadge({ eventId }: { eventId: string }) {
  const rows = useMarkRows(eventId);
  // Marks, as in the list below: a row may have those of a whole team.
  const waiting = useMemo(
    () => rows.filter(({ refusal }) => refusal === null).flatMap(marksIn).length,
    [rows],
  );
  const count = useDeferredValue(waiting);
  return useMemo(
    () => (count > 0 ? <Badge tone="warn">{t('{count} to be sent', { count })}</Badge> : null),
    [count],
  );
}

const maxNamed = 3;

/** Who was refused, and why; people with the same reason in one sentence. */
function refusedText(refused: readonly QueuedWrite[]): string {
  const namesBy = new Map<string, Set<string>>();
  for (const row of refused) {
    const reason = row.refusal ? refusalText(row.refusal) : '';
    const names = marksIn(row).map(({ person }) => person.name);
    namesBy.set(reason, new Set([...(namesBy.get(reason) ?? []), ...names]));
  }
  return [...namesBy]
    .map(([reason, names]) => {
      const more = names.size - maxNamed;
      const named = [...names].slice(0, maxNamed);
      return t('{names}: not accepted. {reason}', {
        names: [...named, ...(more > 0 ? [t('{count} more', { count: more })] : [])].join(', '),
        reason,
      });
    })
    .join(' ');
}

/** The server refuses the marks of a list one after the other. Within this time they are announced together. */
const togetherMs = 1000;

/** Announces marks that are refused while the page shows their event. */
function useRefusalsAnnounced(rows: readonly QueuedWrite[]): void {
  // Rows that are read from the device at the start were announced before.
  const isRead = useOutboxRead();
  const known = useRef<ReadonlySet<string> | null>(null);
  const latest = useRef<{ refused: readonly QueuedWrite[]; at: number }>({ refused: [], at: 0 });
  useEffect(() => {
    if (!isRead) return;
    const refused = rows.filter(({ refusal }) => refusal !== null);
    const before = known.current;
    known.current = new Set(refused.map(({ id }) => id));
    const added = before ? refused.filter(({ id }) => !before.has(id)) : [];
    if (added.length === 0) return;
    const now = performance.now();
    const together = now - latest.current.at < togetherMs ? latest.current.refused : [];
    latest.current = { refused: [...together, ...added], at: now };
    announce(refusedText(latest.current.refused));
  }, [rows, isRead]);
}

/** Marks that wait or were refused. `name`: of the event, if known. `pt`: the space above them. */
export function UnsentMarks({ eventId, name, pt }: { eventId: string; name: string | null; pt: string }) {
  const all = useMarkRows(eventId);
  useRefusalsAnnounced(all);
  const rows = useDeferredValue(all);
  return useMemo(
    () =>
      rows.length > 0 ? (
        <chakra.div pt={pt}>
          <Suspense fallback={null}>
            <MarksExport rows={rows} name={name} />
          </Suspense>
        </chakra.div>
      ) : null,
    [rows, name, pt],
  );
}
