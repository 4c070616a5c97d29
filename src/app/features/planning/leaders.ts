// Who leads an event: who can be named, and their names. Pure.
import type { MyEvent } from '../../../contract/events.ts';
import type { EventValues } from './values.ts';

type Person = { id: string; name: string };

/** The coaches of its teams, those who are named already, and the person who plans. */
export function leaderChoices(
  { leaderIds }: Pick<EventValues, 'leaderIds'>,
  event: Pick<MyEvent, 'leaders'> | null,
  coaches: readonly Person[],
  userId: string,
): Person[] {
  const known = new Map([...coaches, ...(event?.leaders ?? [])].map(({ id, name }) => [id, name]));
  known.set(userId, 'You');
  for (const id of leaderIds) if (!known.has(id)) known.set(id, 'Someone else');
  return [...known].map(([id, name]) => ({ id, name }));
}

export const leadersText = (leaders: readonly Person[], chosen: readonly string[]): string =>
  leaders
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(', ') || 'No one named';
