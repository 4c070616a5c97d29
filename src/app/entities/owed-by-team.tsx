// Loads "Going to all" where a team asks about several dates.
import { lazy, Suspense, useState } from 'react';
import type { MyEventSummary } from '../../contract/events/events.ts';
import { Skeleton } from '../ui/page/state.tsx';

const OwedTeams = lazy(async () => ({ default: (await import('./owed-teams.tsx')).OwedTeams }));

/** `events`: the replies due. */
export function OwedByTeam({ events }: { events: readonly MyEventSummary[] }) {
  const ids = events.flatMap(({ askingTeams = [] }) => askingTeams.map(({ id }) => id));
  const [wasShown, setWasShown] = useState(false);
  if (!wasShown && new Set(ids).size < ids.length) setWasShown(true);
  return wasShown ? (
    // In its place, so that the rows below do not move.
    <Suspense fallback={<Skeleton h="11" mb="2.5" rounded="md" />}>
      <OwedTeams events={events} />
    </Suspense>
  ) : null;
}
