// My absences that are not over, and those that are queued on this device, for the screens that show them.
import type { Absence } from '../../../contract/events/absences.ts';
import { waitingAbsences } from '../../data/outbox/absences.ts';
import { useOutbox } from '../../data/outbox/use-outbox.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { dayIn } from '../../format/when.ts';

/** `items`: present and future ones by their first day; empty while the viewer's day is unknown. */
export function useAbsences() {
  const { timeZone, now } = useViewer();
  const { data, isLoading } = useResource('GET /api/users/me/absences', {}, { excludedFromFreshness: true });
  const today = now === null || timeZone === null ? null : dayIn(timeZone, now);
  const isCurrent = ({ to, endedAt }: Absence) => endedAt === null && today !== null && to >= today;
  const known = new Set(data?.items.map(({ id }) => id));
  return {
    isLoading,
    today,
    items: data?.items.filter(isCurrent) ?? [],
    // An absence that was sent may be in the answer before it has left the outbox.
    waiting: waitingAbsences(useOutbox()).filter(({ id }) => !known.has(id)),
  };
}
