// /events/:id and /my/events/:id: the event as the person signed in sees it.

import { useRouteId } from '../../ui/page/router.tsx';
import { MyEventDetails } from './reply/my-event.tsx';

export { loadParts } from './event-facts.tsx';

export function EventScreen() {
  const id = useRouteId();
  // Another event starts anew: half a note for one is not one for the next.
  return <MyEventDetails key={id} id={id} isMain />;
}
