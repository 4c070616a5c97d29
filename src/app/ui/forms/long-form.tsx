// The frame of a form of many rows: its column, and a sticky action bar at the bottom.
import { chakra } from '@chakra-ui/react/styled-system';

export const LongForm = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    // The focused control is never under the bar.
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
/** The actions of the form, in reach of the thumb while the form is filled in. */
export const ActionBar = chakra('div', {
  base: {
    // In a small window, or with large text, the bar would cover most of it: there it is not sticky.
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
    // Where they wrap, each has a line of its own, and fills it.
    '& .ways > *': { flexGrow: '1' },
    '& .ways > .main': { flex: '999 1 10rem' },
    '& > [role=alert]:not(:empty)': { pb: '3' },
  },
});
