// The frame of a form of many rows: its column, and the bar that stands at the thumb.
import { chakra } from '@chakra-ui/react/styled-system';

export const LongForm = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    // What has the focus is never under the bar.
    '& :is(input, select, textarea, summary, button)': { scrollMarginBottom: '9rem' },
    '& > h2': { fontSize: 'lg', fontWeight: '700', mt: '3', mb: '-1' },
    '& .pair': {
      display: 'grid',
      gap: '4',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7rem), 1fr))',
    },
    '& .switch': { mx: '-4', my: '-2' },
  },
});
/** What stands at the thumb while the form is filled in. */
export const ActionBar = chakra('div', {
  base: {
    // Where it would cover most of a small window, or one with large text, it stands at the end.
    '@media (min-height: 36rem)': { position: 'sticky', bottom: '0', zIndex: '5' },
    mx: { base: '-4', sm: '-5', lg: '0' },
    px: { base: '4', sm: '5', lg: '0' },
    pt: '3',
    pb: 'max(0.75rem, env(safe-area-inset-bottom))',
    bg: 'bg',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& .about': { fontSize: 'sm', color: 'fg.muted', textAlign: 'center', pb: '2' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2.5' },
    '& .ways > .main': { flex: '1 1 10rem' },
    '& > [role=alert]:not(:empty)': { pb: '3' },
  },
});
