// Events that take no replies or payments for a while. Apart from the other words, which are part of the first load.
import type { PublicEvent } from '../../../contract/events/events.ts';

/** No one can run the event, so it takes no replies and no payments. */
export const isOrganizerInactive = ({ attendingRefusedFor }: Pick<PublicEvent, 'attendingRefusedFor'>) =>
  attendingRefusedFor === 'organizer_inactive';

/** No one can take or pay for a place until there is a new date, or someone runs the event again. */
export const isPaused = (event: Pick<PublicEvent, 'eventStatus' | 'attendingRefusedFor'>) =>
  event.eventStatus === 'EventPostponed' || isOrganizerInactive(event);
