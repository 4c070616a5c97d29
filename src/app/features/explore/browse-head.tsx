// The header of every explore list: title, filters, kinds, search and quick filters.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Answer } from '../../../contract/api.ts';
import { HeaderTools } from '../../entities/people/header-tools.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { countText } from '../../format/words/vocabulary.ts';
import { t } from '../../words/t.ts';
import { type Chip, FilterChips, KindTabs } from './filters/chips.tsx';
import { FilterButton } from './filters/filter-button.tsx';
import { countFilters, type Kind } from './filters/filters.ts';
import { SearchField } from './filters/search-field.tsx';

/** The line with the title and the tools, on all explore pages. */
export const Head = chakra('header', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    pt: { base: '3', lg: '6' },
    pb: '1',
    '& > .title': {
      flex: '1 1 min-content',
      minW: '0',
      fontSize: { base: '2xl', lg: '3xl' },
      lineHeight: '1.15',
      fontWeight: '800',
      letterSpacing: '-0.015em',
      _focusVisible: { outline: 'none' },
    },
  },
});

/** `isMain`: the list is the subject of the page, not beside an event. */
export function BrowseHead({
  kind,
  overview,
  filters,
  chips,
  extra,
  organizerName,
  isMain = true,
}: {
  kind: Kind;
  overview: Answer<'GET /api/explore/facets'> | undefined;
  filters: object;
  chips: Chip[];
  extra: Chip[];
  /** Set where the list is of one organizer. */
  organizerName?: string | undefined;
  isMain?: boolean;
}) {
  const { locale } = useViewer();
  const total = overview?.counts[kind];
  const label =
    total === undefined
      ? t(
          'Search {kind, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
          { kind },
        )
      : t(
          'Search {count} {kind, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
          { count: countText(total, locale), kind },
        );
  return (
    <>
      <Head>
        {isMain ? (
          <h1 className="title" tabIndex={-1}>
            {t('Explore')}
          </h1>
        ) : (
          <h2 className="title">{t('Explore')}</h2>
        )}
        <HeaderTools />
        <FilterButton
          kind={kind}
          count={countFilters(filters)}
          facets={overview?.facets}
          organizerName={organizerName}
        />
      </Head>
      <KindTabs kind={kind} />
      <SearchField label={label} />
      <chakra.div mt="2">
        <FilterChips label={t('Quick filters')} chips={chips} extra={extra} />
      </chakra.div>
    </>
  );
}

/** The column of the explore lists. */
export const Column = chakra('div', {
  base: {
    '--gutter': { base: '1rem', sm: '1.25rem', lg: '2rem' },
    px: 'var(--gutter)',
    pb: '10',
    w: 'full',
    maxW: '44rem',
    mx: { base: 'auto', lg: '0' },
  },
  variants: {
    pane: { true: { xl: { '--gutter': '1rem', ps: '2rem' } } },
    wide: { true: { maxW: '72rem' } },
  },
});
