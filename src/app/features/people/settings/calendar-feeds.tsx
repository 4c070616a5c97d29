// My calendar feeds: created here, shown once, and revoked here.
import { lazy, Suspense, useState } from 'react';
import type { Answer } from '../../../../contract/api.ts';
import { callApi } from '../../../data/http/call.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Panel, PanelRow } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';
import type { PartProps } from './settings-screen.tsx';

const NewFeedSheet = lazy(async () => ({
  default: (await import('../../../entities/new-feed-sheet.tsx')).NewFeedSheet,
}));
const ConfirmSheet = lazy(async () => ({
  default: (await import('../../../ui/dialogs/confirm-sheet.tsx')).ConfirmSheet,
}));

type CalendarFeed = Answer<'GET /api/users/me/calendar-feeds'>['items'][number];

export function CalendarFeeds({ settings }: PartProps) {
  const { data, error, mutate } = useResource('GET /api/users/me/calendar-feeds', {});
  const { locale, timeZone } = useViewer();
  const [open, setOpen] = useState<'new' | CalendarFeed | null>(null);
  const zone = timeZone ?? settings.timeZone;
  const when = (at: string) => `${shortDay(at, zone, locale)}, ${clockTime(at, zone, locale)}`;
  return (
    <Panel
      title={t('Calendars')}
      about={t('Your events in the calendar you already use, always up to date.')}
    >
      {data ? (
        data.items.map((feed) => (
          <PanelRow
            key={feed.id}
            icon="calendar"
            note={[
              t('Created {when}', { when: when(feed.createdAt) }),
              feed.lastFetchedAt
                ? t('last read {when}', { when: when(feed.lastFetchedAt) })
                : t('not read yet'),
            ].join(' · ')}
            aside={
              <Button look="outline" onClick={() => setOpen(feed)}>
                {t('Turn off')}
              </Button>
            }
          >
            {feedName(feed)}
          </PanelRow>
        ))
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton h="4rem" />
      )}
      {data?.items.length === 0 ? (
        <PanelRow icon="calendar">{t('None of your calendars shows your events yet.')}</PanelRow>
      ) : null}
      <PanelRow>
        <Button look="outline" shape="wide" onClick={() => setOpen('new')}>
          <Icon name="calendar-plus" size={18} />
          {t('Add to a calendar')}
        </Button>
      </PanelRow>
      <Suspense fallback={null}>
        {open === 'new' ? (
          <NewFeedSheet isCoach={settings.isCoach} onMade={() => mutate()} onClose={() => setOpen(null)} />
        ) : open ? (
          <ConfirmSheet
            title={t('Turn off this calendar link?')}
            action={t('Turn off')}
            busyText={t('Turning off…')}
            said={t('The calendar link is off.')}
            act={async () => {
              await callApi('DELETE /api/users/me/calendar-feeds/{id}', { params: { id: open.id } });
              await mutate();
            }}
            onClose={() => setOpen(null)}
          >
            <p>
              {t('Its address stops working right away. Calendars that use it no longer show your events.')}
            </p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Panel>
  );
}

function feedName({ teams, includeCoaching, includeUnanswered }: CalendarFeed): string {
  const whose =
    teams.length > 0
      ? t('{count, plural, one {# team} other {# teams}}', { count: teams.length })
      : t('All my events');
  const more = [
    includeCoaching ? null : t('without those I run'),
    includeUnanswered ? null : t('only those I replied to'),
  ];
  return [whose, ...more.filter(Boolean)].join(', ');
}
