// Asks before a draft is published from its page.
import type { MyEvent } from '../../../../contract/events/events.ts';
import { serverNow } from '../../../data/http/clock.ts';
import type { Preview } from '../../../data/outbox/planned.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { PublishSheet } from '../../../entities/events/publish-sheet.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { fullRange } from '../../../format/when.ts';
import { publishingText, publishingWarnings, seenText, termsLines } from '../../../format/words/planning.ts';

export function PublishEvent({
  event,
  preview,
  busy,
  onPublish,
  onClose,
}: {
  event: MyEvent;
  preview: Preview;
  busy: boolean;
  /** Gets the sentence about who is asked. */
  onPublish: (asked: string) => void;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  const teamIds = event.teams.map(({ id }) => id);
  // Of another owner's event its coaches are asked, too.
  const only = teamIds.length === 1 && event.owner?.id === teamIds[0] ? teamIds[0] : undefined;
  const team = useResource('GET /api/teams/{id}', only ? { params: { id: only } } : null, {
    excludedFromFreshness: true,
  }).data;
  const about = { visibility: event.visibility, teamIds, repeats: event.series !== null };
  const { place } = event;
  const notified = publishingText(preview, about, team ?? null);
  return (
    <PublishSheet
      name={event.name}
      count={event.series && (preview === 'unknown' ? event.series.count : preview.dates)}
      lines={[
        fullRange(event, locale, serverNow()),
        ...(place ? [place.name] : []),
        ...termsLines(
          {
            capacity: event.maximumAttendeeCapacity,
            hasWaitlist: event.waitlistEnabled,
            offers: event.offers,
          },
          locale,
        ),
      ]}
      seen={seenText(about, event.teams[0]?.name ?? event.organizer?.name ?? null)}
      notified={notified}
      warnings={publishingWarnings(preview, event.startsAt, serverNow())}
      busy={busy}
      failure={null}
      onPublish={() => onPublish(notified)}
      onClose={onClose}
    />
  );
}
