// The roster of an event as a table for a desk, for those who run it: printed, and as a file.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { urlOf } from '../../../data/http/call.ts';
import { isTakenAway } from '../../../data/http/problem.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { FileLink } from '../../../entities/statistics/file-link.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { shortDay, timeRange } from '../../../format/when.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Link, useRouteId } from '../../../ui/navigation/router.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { RosterTable } from './roster-table.tsx';

const Files = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '@media print': { display: 'none' } },
});

export function RosterPage() {
  const id = useRouteId();
  const params = { id };
  const event = useResource('GET /api/events/{id}', { params });
  const list = useResource('GET /api/events/{id}/attendance', { params });
  const retry = () => {
    void event.mutate();
    void list.mutate();
  };
  const frame = (children: ReactNode, action?: ReactNode) => (
    <Screen wide action={action}>
      {children}
    </Screen>
  );
  if (event.error && !event.data)
    return <Unloaded error={event.error} onRetry={retry} noun="event" explore="/explore/events" />;
  if (isTakenAway(list.error) || (event.data && !event.data.can.manageRegistrations))
    return frame(
      <EmptyState
        icon="users"
        title={t("You can't see this roster")}
        action={<ButtonLink to={`/my/events/${id}`}>{t('See the event')}</ButtonLink>}
      >
        {t('Only the people who run this event can see its roster as a table.')}
      </EmptyState>,
    );
  if (event.data && list.data) {
    const { items } = list.data;
    return frame(
      <>
        <EventLine event={event.data} />
        {items.length === 0 ? (
          <EmptyState icon="users" title={t('No one is expected yet')} />
        ) : (
          <RosterTable event={event.data} items={items} />
        )}
      </>,
      items.length === 0 ? null : (
        <Files>
          <FileLink address={urlOf('GET /api/events/{id}/roster.csv', { params })}>{t('CSV')}</FileLink>
          <Button look="outline" onClick={() => print()}>
            {t('Print')}
          </Button>
        </Files>
      ),
    );
  }
  if (list.error) return frame(<ErrorState error={list.error} onRetry={retry} />);
  return frame(
    <div role="status" aria-label={t('Loading')}>
      <Skeleton h="6" mb="3" maxW="24rem" rounded="md" />
      <Skeleton h="24rem" rounded="lg" />
    </div>,
  );
}

const Line = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    mb: '3',
    '& > *': { minW: '0' },
    '& a': { fontWeight: '700', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

function EventLine({ event }: { event: MyEvent }) {
  const { locale } = useViewer();
  const { id, name, startsAt, timeZone, place } = event;
  return (
    <Line>
      <Link to={`/my/events/${id}`}>{name}</Link>
      <span>
        {[shortDay(startsAt, timeZone, locale), timeRange(event, locale), place?.name]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Line>
  );
}
