// The members of the event's teams and of their clubs who are not on the attendance list. Saved ahead with the list, so that it
// works without a connection.
import type { EventPerson } from '../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import type { MarkedPerson } from '../../data/outbox/marks.ts';
import { useResource } from '../../data/resources/use-resource.ts';

/** `isMissing`: they are neither on this device nor can they be loaded. `canAddGuests`: until the server has said otherwise. */
export function useOtherPeople(
  event: Pick<MyEvent, 'id'>,
  listed: readonly MarkedPerson[],
): { people: EventPerson[]; isLoading: boolean; isMissing: boolean; canAddGuests: boolean } {
  const { data, error } = useResource(
    'GET /api/events/{id}/people',
    { params: { id: event.id } },
    { excludedFromFreshness: true },
  );
  const known = new Set(listed.map(({ user }) => user.id));
  return {
    people: data?.items.filter(({ id }) => !known.has(id)) ?? [],
    isLoading: !data && !error,
    isMissing: !data && Boolean(error),
    canAddGuests: data?.canAddGuests ?? true,
  };
}
