// A download link for the event as an iCalendar file.

import { inPageLanguage, useDownload } from '../../data/forms/use-download.ts';
import { useSession } from '../../data/session/session.ts';
import { t } from '../../words/t.ts';

export function AddToCalendar({ eventId }: { eventId: string }) {
  const isSignedIn = useSession().status === 'signedIn';
  const address = `/api/events/${isSignedIn ? '' : 'public/'}${eventId}/calendar.ics`;
  const { failure, download } = useDownload(address);
  return (
    <>
      <a href={inPageLanguage(address)} download onClick={isSignedIn ? download : undefined}>
        {t('Add to calendar')}
      </a>
      <span role="alert">{failure ? ` ${failure}` : null}</span>
    </>
  );
}
