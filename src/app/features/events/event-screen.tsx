// /events/:id and /my/events/:id: the event as a signed-in person sees it.

import { useRouteId } from '../../ui/navigation/router.tsx';
import { MyEventDetails } from './reply/my-event.tsx';

export { loadParts } from './reply/my-event.tsx';

export function EventScreen() {
  const id = useRouteId();
  // Remounts for another event: half a note for one must not be sent to the next.
  return <MyEventDetails key={id} id={id} isMain />;
}
