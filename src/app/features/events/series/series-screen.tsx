// /series/:id: what repeats, when and where, its next dates, and one answer for many of them.

import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense } from 'react';
import type { Series } from '../../../../contract/events/series.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { loginPath } from '../../../data/session/redirect-path.ts';
import { sessionNow, useSession } from '../../../data/session/session.ts';
import { useBrowserZone, useViewer } from '../../../format/use-viewer.ts';
import { isSameClock, zoneCity } from '../../../format/when.ts';
import { activityText } from '../../../format/words/activity.ts';
import { seriesTimes } from '../../../format/words/series.ts';
import { kindName } from '../../../format/words/vocabulary.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Link, useRouteId } from '../../../ui/navigation/router.tsx';
import { DetailSkeleton } from '../../../ui/page/detail-skeleton.tsx';
import { Hero } from '../../../ui/page/hero.tsx';
import { loadable } from '../../../ui/page/loadable.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { useDocumentTitle } from '../../../ui/page/screen.tsx';
import { DetailPage, Halves, Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { rich } from '../../../words/rich.ts';
import { t } from '../../../words/t.ts';
import { Where } from '../where.tsx';
import { MyDates, SeriesDates } from './series-dates.tsx';

// Only loaded for people who are signed in: storage of an answer on the device.
const SeriesAnswer = loadable(() => import('./series-answer.tsx'), 'SeriesAnswer');

/** What people who are signed in see. Loaded after the series, it would move the dates. */
export const loadParts = async () =>
  sessionNow().status !== 'anonymous' && Promise.all([SeriesAnswer.load(), MyDates.load()]);

const Act = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    pt: '5',
    '& summary': {
      minH: 'target',
      py: '2.5',
      color: 'brand',
      fontWeight: '600',
      cursor: 'pointer',
      rounded: 'sm',
    },
  },
});

export function SeriesScreen() {
  const id = useRouteId();
  const { data, error, mutate } = useResource('GET /api/series/{id}', { params: { id } });
  useDocumentTitle(data?.name ?? null);
  if (data) return <SeriesView key={id} series={data} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="series" explore="/explore/events" />;
  return <DetailSkeleton label={t('Loading the series')} />;
}

function SeriesView({ series }: { series: Series }) {
  const { id, name, kind, activities: played } = series;
  return (
    <DetailPage>
      <Hero
        activity={played[0]}
        eyebrow={[kindName(kind), activityText(played)].filter(Boolean).join(' · ')}
        title={name}
        tools={<ShareButton title={name} path={`/series/${id}`} />}
      />
      <Halves>
        <div>
          <SeriesFacts series={series} />
          <MyAnswer series={series} />
        </div>
        <SeriesDates series={series} />
      </Halves>
    </DetailPage>
  );
}

function SeriesFacts({ series }: { series: Series }) {
  const { locale, now } = useViewer();
  const { count, cancelled = 0, timeZone, startsAt, organizer, teams } = series;
  const [times, later = ''] = seriesTimes(series, locale, now);
  const zone = useBrowserZone();
  const isElsewhere = zone !== null && !isSameClock(startsAt, timeZone, zone);
  const host = organizer && (
    <Link to={`/${organizer.kind === 'person' ? 'users' : 'organizations'}/${organizer.id}`}>
      {organizer.name}
    </Link>
  );
  return (
    <Facts>
      <Fact
        icon="clock"
        title={times}
        lines={[
          later,
          isElsewhere
            ? t('{city} time, not yours.', { city: zoneCity(timeZone) })
            : t('{city} time.', { city: zoneCity(timeZone) }),
          toComeText(count, cancelled),
        ]}
      />
      <Where event={series} />
      <Fact
        icon="users"
        title={host ? rich('Run by <host></host>', { host: () => host }) : t('Run by its coaches')}
        lines={[
          teams.length > 0 ? (
            <span key="teams">
              {rich('For <teams></teams>', {
                teams: () =>
                  teams.map((team, index) => (
                    <span key={team.id}>
                      {index > 0 ? ', ' : ''}
                      <Link to={`/teams/${team.id}`}>{team.name}</Link>
                    </span>
                  )),
              })}
            </span>
          ) : null,
        ]}
      />
    </Facts>
  );
}

function toComeText(count: number, cancelled: number): string {
  if (count === 0) return t('There are no more dates.');
  if (cancelled === 0) return t('{count, plural, one {# date} other {# dates}} to come.', { count });
  return t(
    '{count, plural, one {One date to come, and it is cancelled.} other {# dates to come, {cancelled} of them cancelled.}}',
    { count, cancelled },
  );
}

/** One answer for many dates, for people who may answer one; organizers are not asked, but may take part. */
function MyAnswer({ series }: { series: Series }) {
  const isSignedIn = useSession().user !== null;
  const { id, count, cancelled, dates } = series;
  if (count === (cancelled ?? 0)) return null;
  if (!isSignedIn)
    return (
      <Act>
        <ButtonLink to={loginPath(`/series/${id}`)}>{t('Sign in to answer')}</ButtonLink>
      </Act>
    );
  if (!dates.some(({ can }) => can.respond || can.register || can.cancelRegistration)) return null;
  const answer = (
    <Suspense fallback={<Skeleton h="48" rounded="lg" />}>
      <SeriesAnswer series={series} />
    </Suspense>
  );
  if (dates.every(({ can }) => can.edit))
    return (
      <Act>
        <details>
          <summary>{t('Take part yourself')}</summary>
          {answer}
        </details>
      </Act>
    );
  return <Section title={t('Your answer')}>{answer}</Section>;
}
