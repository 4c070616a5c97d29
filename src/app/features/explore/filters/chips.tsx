// Rows of short links that scroll sideways: the kinds of lists, and quick filters.
import { chakra } from '@chakra-ui/react/styled-system';
import { type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Link, MarkedLink } from '../../../ui/navigation/router.tsx';
import { type Message, msg, t } from '../../../words/t.ts';
import { useListPlace } from '../list-place.tsx';
import { type Kind, withFilter } from './filters.ts';

/** A row that fades out at its end, for which its last item leaves room, while there is more. */
export const sideways = {
  display: 'flex',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  overscrollBehaviorX: 'contain',
  whiteSpace: 'nowrap',
  ps: 'var(--gutter)',
  '&::after': {
    content: '""',
    flex: 'none',
    position: 'sticky',
    right: '0',
    w: '10',
    ms: 'calc(var(--gap) * -1)',
    pointerEvents: 'none',
    bgImage: 'linear-gradient(to right, transparent, var(--bg))',
  },
  '--gap': '0px',
  gap: 'var(--gap)',
} as const;

/** Scrolls a row sideways to its current item. Only the row scrolls, never the page. */
function useShowCurrent<T extends HTMLElement>(current: string): RefObject<T | null> {
  const row = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is set
  useEffect(() => {
    const set = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !set) return;
    const { left, right } = row.current.getBoundingClientRect();
    const box = set.getBoundingClientRect();
    const room = 48;
    if (box.right > right - room) row.current.scrollLeft += box.right - right + room;
    else if (box.left < left + room) row.current.scrollLeft += box.left - left - room;
  }, [current]);
  return row;
}

const ChipRow = chakra('ul', {
  base: {
    ...sideways,
    '--gap': '0.5rem',
    py: '1',
    mx: 'calc(var(--gutter) * -1)',
    scrollPaddingInline: 'var(--gutter)',
    '& li': { flex: 'none' },
    // A touch target of 44 px that looks smaller.
    '& a': { display: 'flex', alignItems: 'center', minH: 'target', outlineOffset: '-2px', rounded: 'full' },
    '& span': {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      px: '3.5',
      minH: '2.25rem',
      rounded: 'full',
      fontSize: 'sm',
      fontWeight: '500',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      transition: 'background-color 120ms',
    },
    '& a:hover span': { borderColor: 'border.strong' },
    // Room for a day in any engine's format, so that the layout does not move on hydration.
    '& .day': { minW: '24ch', justifyContent: 'space-between' },
    '& a[aria-current] span': {
      bg: 'bg.strong',
      color: 'fg.strong',
      borderColor: 'transparent',
      fontWeight: '600',
    },
  },
});

/** `isDay`: the label is formatted by Intl. */
export type Chip = { name: string; value: string; label: string; isDay?: boolean };
/** A chip of a constant. */
export type NamedChip = Omit<Chip, 'label'> & { label: Message };

export const named = (chip: NamedChip): Chip => ({ ...chip, label: t(chip.label) });

/** Filters as links: each sets or removes one. `extra`: set filters that are not among the quick ones. */
export function FilterChips({ label, chips, extra }: { label: string; chips: Chip[]; extra: Chip[] }) {
  const { path, params } = useListPlace();
  // The quick filters may load later than the rest.
  const row = useShowCurrent<HTMLUListElement>(`${params} ${chips.length}`);
  return (
    <ChipRow ref={row} aria-label={label}>
      {extra.map(({ name, label: text, isDay }) => (
        <li key={name}>
          <Link
            to={path + withFilter(params, name, null)}
            aria-current="true"
            aria-label={t('Remove filter: {filter}', { filter: text })}
          >
            <span className={isDay ? 'day' : undefined}>
              {text}
              <Icon name="x" size={14} />
            </span>
          </Link>
        </li>
      ))}
      {chips.map(({ name, value, label: text }) => {
        const isSet = params.get(name) === value;
        return (
          <li key={`${name}=${value}`}>
            <Link
              to={path + withFilter(params, name, isSet ? null : value)}
              aria-current={isSet ? 'true' : undefined}
            >
              <span>{text}</span>
            </Link>
          </li>
        );
      })}
    </ChipRow>
  );
}

const Tabs = chakra('nav', {
  base: {
    mx: 'calc(var(--gutter) * -1)',
    mb: '3',
    '& ul': {
      ...sideways,
      ps: 'calc(var(--gutter) - 0.5rem)',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      minH: 'target',
      px: '2',
      fontSize: 'sm',
      fontWeight: '600',
      color: 'fg.muted',
      outlineOffset: '-3px',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      _hover: { color: 'fg' },
      '&[aria-current]': { color: 'fg', borderColor: 'brand' },
    },
  },
});

export const kinds: readonly [Kind, Message][] = [
  ['events', msg('Events')],
  ['teams', msg('Teams')],
  ['organizations', msg('Organizations')],
  ['organizers', msg('Organizers')],
  ['members', msg('Members')],
];

const tabs: readonly [Kind | '', Message][] = [['', msg('All')], ...kinds];

const pathOf = (kind: Kind | '') => `/explore${kind && `/${kind}`}`;

/** Links between the explore pages; they keep the search text. */
export function KindTabs({ kind }: { kind: Kind | '' }) {
  const { params } = useListPlace();
  const q = params.get('q');
  const search = q ? `?${new URLSearchParams({ q })}` : '';
  // On the page of an event beside the list, the list's own kind.
  const kindAt = (path: string) => (tabs.find(([name]) => path === pathOf(name)) ?? [kind])[0];
  return (
    <Tabs aria-label={t('What to explore')}>
      <ul ref={useShowCurrent<HTMLUListElement>(kind)}>
        {tabs.map(([name, label]) => (
          <li key={name}>
            <MarkedLink
              to={pathOf(name) + search}
              current={(path) => (kindAt(path) === name ? 'page' : undefined)}
            >
              {t(label)}
            </MarkedLink>
          </li>
        ))}
      </ul>
    </Tabs>
  );
}
