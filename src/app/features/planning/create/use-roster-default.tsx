// Who sees the names at a new event: coaches only, where the roster of one of its teams is for coaches.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useResource } from '../../../data/resources/use-resource.ts';
import type { EventValues } from '../form/values.ts';

/** The default values for these teams. `reads` has to be rendered: it reads the teams. */
export function useRosterDefault(
  values: EventValues,
  teamIds: readonly string[],
): { values: EventValues; reads: ReactNode } {
  const [forCoaches, setForCoaches] = useState<ReadonlySet<string>>(new Set());
  const onForCoaches = useCallback((id: string) => setForCoaches((before) => new Set([...before, id])), []);
  const isNarrowed = values.rosterVisibility === 'participants' && teamIds.some((id) => forCoaches.has(id));
  return {
    values: isNarrowed ? { ...values, rosterVisibility: 'coaches' } : values,
    reads: teamIds.map((id) => <TeamRead key={id} id={id} onForCoaches={onForCoaches} />),
  };
}

/** Reads one team: a component, because a hook cannot be called in a loop. */
function TeamRead({ id, onForCoaches }: { id: string; onForCoaches: (id: string) => void }) {
  const { data } = useResource('GET /api/teams/{id}', { params: { id } }, { excludedFromFreshness: true });
  const isForCoaches = data?.rosterVisibility === 'coaches';
  useEffect(() => {
    if (isForCoaches) onForCoaches(id);
  }, [id, isForCoaches, onForCoaches]);
  return null;
}
