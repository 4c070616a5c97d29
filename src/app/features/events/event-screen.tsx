// /events/:id and /my/events/:id: the event as the person signed in sees it.
import { useParams } from 'react-router';
import { MyEventDetails } from './my-event.tsx';

export function EventScreen() {
  const { id = '' } = useParams();
  // Another event starts anew: half a note for one is not one for the next.
  return <MyEventDetails key={id} id={id} isMain />;
}
