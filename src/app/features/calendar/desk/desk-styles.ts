// The styles of the week as a planning tool: the moved blocks, and the panel beside the week, never over it.
const ghost = {
  position: 'absolute',
  zIndex: '2',
  top: '0',
  insetInlineStart: '3.25rem',
  w: 'calc((100% - 3.25rem) / var(--days) / var(--parts))',
  px: '1.5',
  py: '1',
  overflow: 'hidden',
  textAlign: 'start',
  fontSize: 'xs',
  lineHeight: '1.3',
  color: 'fg',
  bg: 'color-mix(in srgb, var(--bg-panel) 88%, var(--brand-solid))',
  borderWidth: '2px',
  borderStyle: 'dashed',
  borderColor: 'brand.solid',
  rounded: '8px',
  '& b, & span, & em': { display: 'block' },
  '& b': { fontWeight: '700' },
  '& em': { fontStyle: 'normal', fontWeight: '600', color: 'warn' },
} as const;

/** The page's height without the content above and below the week. */
const deskHeight = 'calc(100dvh - 20rem)';

export const deskStyles = {
  '& [data-desk]': { h: deskHeight },
  '&:has(> .beside > aside)': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 22rem',
    gap: '5',
    '& [data-desk], & > .beside': { h: 'calc(100dvh - 17.5rem)' },
    '& > .beside': {
      minH: '24rem',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      ps: '5',
      borderInlineStartWidth: '1px',
      borderColor: 'border',
    },
  },
  '& .help': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    fontSize: 'sm',
    color: 'fg.muted',
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      minH: 'target',
      px: '1',
      fontWeight: '600',
      cursor: 'pointer',
      textDecoration: 'underline',
    },
    '& dl': { display: 'grid', gap: '1', pb: '3' },
    '& dl > div': { display: 'flex', gap: '2' },
    '& dt': { flex: '0 0 8rem', fontWeight: '600', color: 'fg' },
  },
  '& > .beside > .words': {
    position: 'absolute',
    w: '1px',
    h: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
    // It changes with each step of a drag.
    contain: 'strict',
  },
  '& [data-desk] .grid': { userSelect: 'none', touchAction: 'pan-x pan-y' },
  '& [data-desk] .column': { cursor: 'cell' },
  '& .ghost': ghost,
  // A step of a drag lays out one block and nothing else. A child of the grid itself would have the whole page laid out.
  '& .ghosts': { position: 'absolute', inset: '0', zIndex: '2', pointerEvents: 'none', contain: 'strict' },
  '& .ghosts .ghost': { willChange: 'transform', contain: 'strict' },
  '& .ghosts .ghost[hidden]': { display: 'block', visibility: 'hidden' },
  '& .ghost.slot': {
    cursor: 'cell',
    scrollMarginTop: '6rem',
    opacity: '0',
    _focus: { opacity: '1' },
    '&:not(:focus)': { pointerEvents: 'none' },
  },
  // The event beneath stays readable; the live region says the hours.
  '& .ghost.slot[data-over]': { bg: 'transparent', '& b, & span:not(.sr)': { opacity: '0' } },
  '& .ghost.waits': {
    w: 'calc((100% - 3.25rem) / var(--days))',
    borderColor: 'var(--team)',
    bg: 'bg.panel',
  },
  // A row of its own, over words that are cut off. Not positioned: each press of a pointer would visit a layer per block.
  '& .column a:has(.edge)': { display: 'grid', grid: 'minmax(0, 1fr) 4px / minmax(0, 1fr)' },
  '& .edge': { h: '8px', mx: '-1.5', cursor: 'ns-resize' },
  // Not by opacity, which would repaint the whole week.
  '& .column [data-lifted] a, & .stripes [data-lifted] a': {
    bg: 'bg.panel',
    color: 'fg.muted',
    borderStyle: 'dashed',
    borderColor: 'border',
  },
  '& .grip': { position: 'absolute', w: '1px', h: '1px', pointerEvents: 'none' },
  '& .grip[data-kind=move]': { cursor: 'grabbing' },
  '& .grip[data-kind=resize]': { cursor: 'ns-resize' },
  '& .grip[data-kind=new]': { cursor: 'cell' },
} as const;
