// The marks of an event that are not sent yet: how many, and the list of them. Rendered once the latest
// mark is painted.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { t } from '../../words/t.ts';
import { useMarkRows } from './use-marks.ts';

export const loadExport = () => import('../../entities/outbox/marks-export.tsx');
const MarksExport = lazy(async () => ({ default: (await loadExport()).MarksExport }));

export function UnsentBadge({ eventId }: { eventId: string }) {
  const waiting = useMarkRows(eventId).filter(({ refusal }) => refusal === null).length;
  const count = useDeferredValue(waiting);
  return useMemo(
    () => (count > 0 ? <Badge tone="warn">{t('{count} to be sent', { count })}</Badge> : null),
    [count],
  );
}

/** Marks that wait or were refused. `name`: of the event, if known. `pt`: the space above them. */
export function UnsentMarks({ eventId, name, pt }: { eventId: string; name: string | null; pt: string }) {
  const rows = useDeferredValue(useMarkRows(eventId));
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
