// /explore: search over everything, and a shelf for each kind.

import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Answer } from '../../../contract/api.ts';
import { listLimits } from '../../../contract/values/list-limits.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { EventRow } from '../../entities/events/event-card.tsx';
import { CardList } from '../../entities/lists/card-list.tsx';
import { CardSkeletons } from '../../entities/lists/card-skeletons.tsx';
import { HeaderTools } from '../../entities/people/header-tools.tsx';
import { MemberRow, OrganizationRow, OrganizerRow, TeamRow } from '../../entities/people/people-cards.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { activityName } from '../../format/words/activity.ts';
import { countText } from '../../format/words/vocabulary.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link, useQuery } from '../../ui/navigation/router.tsx';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/page/state.tsx';
import { FieldLines } from '../../ui/sports-field/field-lines.tsx';
import { t } from '../../words/t.ts';
import { Column, Head } from './browse-head.tsx';
import { KindTabs, kinds, sideways } from './filters/chips.tsx';
import { type Kind, readSearch } from './filters/filters.ts';
import { SearchField } from './filters/search-field.tsx';

type Overview = Answer<'GET /api/explore'>;

const Shelf = chakra('section', {
  base: {
    mt: '6',
    '& > .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: '1' },
    '& h2': { fontSize: 'lg', fontWeight: '700' },
    '& h2 span': { color: 'fg.muted', fontWeight: '500', fontVariantNumeric: 'tabular-nums' },
    '& .head a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      px: '2',
      me: '-2',
      color: 'brand',
      fontWeight: '600',
      fontSize: 'sm',
      rounded: 'sm',
    },
  },
});

const oneLine = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** The first rows of a kind. On a phone three compact ones, so that a screen shows what kinds there are. */
const Rows = chakra(CardList, {
  base: {
    gap: { base: '2', md: '2.5' },
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(2, minmax(0, 1fr))',
      lg: 'repeat(3, minmax(0, 1fr))',
    },
    mdDown: {
      '& > li:nth-of-type(n + 4)': { display: 'none' },
      '& .body': { py: '2' },
      '& .line': oneLine,
      '& .line:nth-of-type(n + 3), & .line + .line:has(+ .foot)': { display: 'none' },
      '& .foot .line': { display: 'block' },
      '& .foot:has(.badge)': { pt: '1' },
      '& .face': { w: '3.5rem' },
      '& .face .day': { fontSize: '1.375rem' },
    },
  },
});

export function ExploreScreen() {
  useDocumentTitle(t('Explore'));
  const q = readSearch(useQuery());
  const { locale } = useViewer();
  const { data, error, isLoading, mutate } = useResource('GET /api/explore', { query: { q } });
  const shelves = data && shelvesOf(data, q, locale);
  const found = shelves?.map(({ title, count }) => `${title} ${count}`).join(', ');
  return (
    <Column wide>
      <Head>
        <h1 className="title" tabIndex={-1}>
          {t('Explore')}
        </h1>
        <HeaderTools />
      </Head>
      <KindTabs kind="" />
      <SearchField label={t('Search everything')} />
      <p role="status" className="sr">
        {q ? (found === '' ? t('Nothing found') : found) : ''}
      </p>
      {data && shelves ? (
        <Shelves overview={data} shelves={shelves} q={q} />
      ) : error && !isLoading ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <CardSkeletons rows="event" label={t('Loading')} />
      )}
    </Column>
  );
}

type KindOfShelf = { kind: Kind; title: string; count: string };

/** The kinds that have rows. The counts are up to a minute older than the rows. */
function shelvesOf(overview: Overview, q: string | undefined, locale: string): KindOfShelf[] {
  return kinds
    .filter(([kind]) => overview[kind].length > 0)
    .map(([kind, title]) => {
      const count = Math.max(overview.counts[kind], overview[kind].length);
      const orMore = q && count >= listLimits.searchCountMax ? '+' : '';
      return { kind, title: t(title), count: countText(count, locale) + orMore };
    });
}

function Shelves({
  overview,
  shelves,
  q,
}: {
  overview: Overview;
  shelves: KindOfShelf[];
  q: string | undefined;
}) {
  const viewer = useViewer();
  const base = useSession().user ? '/events/' : '/events/public/';
  const { events, teams, organizations, organizers, members, facets } = overview;
  if (shelves.length === 0)
    return q ? (
      <EmptyState
        icon="search"
        title={t('Nothing found')}
        action={
          <ButtonLink to="/explore" look="outline">
            {t('Clear search')}
          </ButtonLink>
        }
      >
        {t("We can't find anything called “{q}”. Try a shorter word.", { q })}
      </EmptyState>
    ) : (
      <EmptyState icon="compass" title={t('Nothing here yet')}>
        {t('What clubs and coaches publish will show up here.')}
      </EmptyState>
    );
  const rows: Record<Kind, ReactNode> = {
    events: events.map((event) => (
      <EventRow key={event.id} event={event} to={base + event.id} viewer={viewer} />
    )),
    teams: teams.map((item) => <TeamRow key={item.id} item={item} viewer={viewer} />),
    organizations: organizations.map((item) => <OrganizationRow key={item.id} item={item} viewer={viewer} />),
    organizers: organizers.map((item) => <OrganizerRow key={item.id} item={item} viewer={viewer} />),
    members: members.map((item) => <MemberRow key={item.id} item={item} viewer={viewer} />),
  };
  return (
    <>
      {q ? null : <ActivityTiles facets={facets} />}
      {shelves.map((shelf) => (
        <KindShelf key={shelf.kind} {...shelf} q={q}>
          {rows[shelf.kind]}
        </KindShelf>
      ))}
    </>
  );
}

function KindShelf({
  kind,
  title,
  count,
  q,
  children,
}: KindOfShelf & { q: string | undefined; children: ReactNode }) {
  return (
    <Shelf aria-label={title}>
      <div className="head">
        <h2>
          {title} <span>{count}</span>
        </h2>
        <Link
          to={`/explore/${kind}${q ? `?${new URLSearchParams({ q })}` : ''}`}
          aria-label={t(
            'See all {kind, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
            { kind },
          )}
        >
          {t('See all')}
        </Link>
      </div>
      <Rows>{children}</Rows>
    </Shelf>
  );
}

const Tiles = chakra('ul', {
  base: {
    ...sideways,
    '--gap': '0.625rem',
    mx: 'calc(var(--gutter) * -1)',
    py: '1',
    '& li': { flex: 'none' },
    '& a': {
      position: 'relative',
      isolation: 'isolate',
      overflow: 'hidden',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'flex-end',
      whiteSpace: 'normal',
      w: '8.25rem',
      minH: '5.5rem',
      px: '3',
      py: '2.5',
      rounded: 'lg',
      color: 'white',
      fontSize: 'sm',
      fontWeight: '700',
      lineHeight: '1.2',
      outlineOffset: '-4px',
      _focusVisible: { outlineColor: 'white' },
    },
    '& a small': { fontSize: 'xs', fontWeight: '500', mt: '0.5' },
    '& .field-lines': { zIndex: '-1' },
  },
});

/** The activities as field art; each links to its events. */
function ActivityTiles({ facets }: { facets: Overview['facets'] }) {
  if (facets.activities.length === 0) return null;
  return (
    <Shelf aria-label={t('Activities')}>
      <div className="head">
        <h2>{t('Activities')}</h2>
      </div>
      <Tiles>
        {facets.activities.map(({ activity, count }) => (
          <li key={activity}>
            <Link to={`/explore/events?activity=${activity}`}>
              <FieldLines activity={activity} crop="hero" />
              {activityName(activity)}
              <small>{t('{count, plural, one {# event} other {# events}}', { count })}</small>
            </Link>
          </li>
        ))}
      </Tiles>
    </Shelf>
  );
}
