// The next events of a group or a person, on their page.
import type { ReactNode } from 'react';
import type { EventSummary } from '../../../contract/events/events.ts';
import { useSession } from '../../data/session/session.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { Section } from '../../ui/page/section.tsx';
import { t } from '../../words/t.ts';
import { CardList } from '../lists/card-list.tsx';
import { EventRow } from './event-card.tsx';

/** Nothing where there are none. */
export function UpcomingEvents({ events, more }: { events: readonly EventSummary[]; more?: ReactNode }) {
  const viewer = useViewer();
  const base = useSession().user ? '/events/' : '/events/public/';
  if (events.length === 0) return null;
  return (
    <Section title={t('Coming up')} more={more}>
      <CardList>
        {events.map((event) => (
          <EventRow key={event.id} event={event} to={base + event.id} viewer={viewer} />
        ))}
      </CardList>
    </Section>
  );
}
