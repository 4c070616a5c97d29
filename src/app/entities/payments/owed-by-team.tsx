// Loads "Going to all" where a team asks about several dates.
import { lazy, Suspense, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { Skeleton } from '../../ui/page/state.tsx';

const OwedTeams = lazy(async () => ({ default: (await import('./owed-teams.tsx')).OwedTeams }));

export type OwedProps = {
  /** The rows of the list. */
  events: readonly MyEventSummary[];
  /** Those of them that are not answered yet. */
  due: readonly MyEventSummary[];
  /** The list has more than these rows. */
  hasMore: boolean;
  /** All of a team's were answered; leave this in place, because it says the result. */
  onAnswer?: (() => void) | undefined;
};

export function OwedByTeam(props: OwedProps) {
  const ids = props.due.flatMap(({ askingTeams = [] }) => askingTeams.map(({ id }) => id));
  const [wasShown, setWasShown] = useState(false);
  if (!wasShown && new Set(ids).size < ids.length) setWasShown(true);
  return wasShown ? (
    // In its place, so that the rows below do not move.
    <Suspense fallback={<Skeleton h="11" mb="2.5" rounded="md" />}>
      <OwedTeams {...props} />
    </Suspense>
  ) : null;
}
