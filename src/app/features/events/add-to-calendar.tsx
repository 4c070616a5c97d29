// A download link for the event as an iCalendar file.

import { useAction } from '../../data/forms/use-action.ts';
import { callApi } from '../../data/http/call.ts';
import { useSession } from '../../data/session/session.ts';
import { t } from '../../words/t.ts';

export function AddToCalendar({ eventId }: { eventId: string }) {
  const isSignedIn = useSession().status === 'signedIn';
  const { failure, run } = useAction();
  const address = `/api/events/${isSignedIn ? '' : 'public/'}${eventId}/calendar.ics`;
  // A link cannot refresh an expired session, a call can: so refresh first, then fetch the file.
  const renewFirst = async (event: React.MouseEvent) => {
    event.preventDefault();
    if (await run(() => callApi('GET /api/auth/session', {}))) location.assign(address);
  };
  return (
    <>
      <a href={address} download onClick={isSignedIn ? (event) => void renewFirst(event) : undefined}>
        {t('Add to calendar')}
      </a>
      <span role="alert">{failure ? ` ${failure}` : null}</span>
    </>
  );
}
