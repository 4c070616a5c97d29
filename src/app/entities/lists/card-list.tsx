// The styles of all cards, set once on the list or on a container of many lists: rows are plain elements with
// class names, so that a long list costs no styling work per row.
import { chakra } from '@chakra-ui/react/styled-system';

const focusRing = { outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' };

export const cardLook = {
  '& .card': {
    position: 'relative',
    display: 'flex',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    h: 'full',
    transition: 'border-color 120ms, background-color 120ms',
    '@media (hover: hover)': { '&:hover': { borderColor: 'border.strong' } },
    '&:active': { bg: 'bg.subtle' },
    // As high as its row of the list, unless there is something below it in the same item.
    '&:not(:only-child)': { h: 'auto' },
  },
  // The whole card is the link: its hit area is the card, its name stays short.
  '& .name a': {
    outline: 'none',
    '&::after': { content: '""', position: 'absolute', inset: '0', rounded: 'lg' },
    '&:focus-visible::after': focusRing,
  },
  '& .name': { fontSize: 'md', fontWeight: '700', lineHeight: '1.3', color: 'fg' },
  '& .body': {
    flex: '1',
    minW: '0',
    px: '3',
    py: '2.5',
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
  },
  '& .line': { fontSize: 'sm', lineHeight: '1.45', color: 'fg.muted' },
  '& .line s': { opacity: '0.85' },
  '& .foot': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    columnGap: '3',
    mt: 'auto',
    fontSize: 'sm',
    lineHeight: '1.45',
  },
  // A long name wraps.
  '& .foot .line': { minW: '0' },
  '& .badge + .price': { pb: '0.5' },
  '& .foot:has(.badge)': { pt: '1.5' },
  '& .price': { flexShrink: '0', ms: 'auto', fontWeight: '700', fontVariantNumeric: 'tabular-nums' },
  '& .price.free': { color: 'fg.muted', fontWeight: '400' },
  '& .badge': {
    px: '2.5',
    py: '0.5',
    rounded: 'full',
    fontSize: 'xs',
    fontWeight: '700',
    borderWidth: '1px',
    borderColor: 'transparent',
  },
  '& .badge.good': { bg: 'brand.subtle', color: 'brand.subtle.fg' },
  '& .badge.warn': { bg: 'warn.subtle', color: 'warn' },
  '& .badge.bad': { bg: 'danger.subtle', color: 'danger' },
  '& .badge.plain': { borderColor: 'border', color: 'fg' },
  // Above the link that covers the whole card, with a target higher than the text.
  '& .badge.leads': {
    position: 'relative',
    borderColor: 'border.button',
    color: 'brand',
    '&::before': { content: '""', position: 'absolute', insetInline: '-0.5rem', insetBlock: '-0.75rem' },
  },
  // The field art: behind the date of an event, behind the initials of a group.
  '& .face': {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    flexShrink: '0',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    w: '4.75rem',
    color: 'white',
    textAlign: 'center',
    fontSize: 'xs',
    fontWeight: '700',
    lineHeight: '1.2',
  },
  '& .face .field-lines': { zIndex: '-1', w: 'full', h: 'full' },
  '& .face .day': {
    fontSize: '1.75rem',
    lineHeight: '1.15',
    fontWeight: '800',
    letterSpacing: '-0.02em',
    fontVariantNumeric: 'tabular-nums',
  },
  // With large text on a phone the words need the whole width.
  '@media (max-width: 18em)': {
    '& .card:has(> .face)': { flexDirection: 'column' },
    '& .face': { flexDirection: 'row', alignItems: 'baseline', gap: '2', w: 'full', py: '1' },
  },
  '& .face .initials': { fontSize: 'xl', fontWeight: '800', letterSpacing: '0.02em' },
  '& .face img': { position: 'absolute', inset: '0', w: 'full', h: 'full', objectFit: 'cover' },
  // Above the link that covers the whole card.
  '& .further': {
    position: 'relative',
    alignSelf: 'flex-start',
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'target',
    mb: '-1.5',
    pe: '3',
    fontSize: 'sm',
    fontWeight: '600',
    color: 'brand',
    rounded: 'sm',
  },
  '& .person': { alignItems: 'center', ps: '3' },
  '& .off .name, & .off .name a': { textDecoration: 'line-through', color: 'fg.muted' },
  '& .off .face': { filter: 'grayscale(1)' },
  '& .chosen': { borderColor: 'brand', boxShadow: 'inset 0 0 0 1px var(--brand)' },
} as const;

const farRow = { contentVisibility: 'auto', containIntrinsicSize: 'auto none auto 7.25rem' } as const;

/** A list of cards, one below the other. */
export const listLook = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2.5',
  // Rows outside the viewport are not rendered until they come near. Not so the first rows: a guess at their
  // height would show as a jump.
  '& > li:nth-of-type(n + 9)': farRow,
} as const;

/** The rows of a later page: none of them is in view when it loads. */
export const laterRows = { '& > li': farRow } as const;

/** A list of rows from this folder, one below the other. */
export const CardList = chakra('ul', {
  base: { ...listLook, ...cardLook },
  variants: {
    rows: { group: { '& > li:nth-of-type(n + 9)': { containIntrinsicSize: 'auto none auto 6.25rem' } } },
  },
});
