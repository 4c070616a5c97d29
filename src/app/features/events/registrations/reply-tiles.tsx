// The replies as tiles with counts; a tile with someone in it opens their names.
import { chakra } from '@chakra-ui/react/styled-system';
import { useViewer } from '../../../format/use-viewer.ts';
import { countText } from '../../../format/words/vocabulary.ts';

import type { ListId, Tile } from './reply-groups.ts';

const Tiles = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(5.5rem, 30%), 1fr))',
    gap: '2',
    mt: '2',
    mb: '1',
    '& > div': {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      minW: '0',
      px: { base: '2', sm: '3' },
      py: '2',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'md',
    },
    '& > [data-tile=confirmed]': { bg: 'brand.subtle', borderColor: 'brand', color: 'brand.subtle.fg' },
    '& > [data-tile=noAnswer]': { bg: 'warn.subtle', borderColor: 'transparent', color: 'warn' },
    '& > [data-tile=confirmed] :is(dt, button), & > [data-tile=noAnswer] :is(dt, button)': {
      color: 'inherit',
    },
    '& dt, & button': { fontSize: 'xs', fontWeight: '600', color: 'fg.muted', lineHeight: '1.3' },
    '& dd': { fontSize: '2xl', fontWeight: '800', lineHeight: '1.15', fontVariantNumeric: 'tabular-nums' },
    '& button': { cursor: 'pointer', textAlign: 'start', _focusVisible: { outline: 'none' } },
    // The button covers the whole tile.
    '& button::after': { content: '""', position: 'absolute', inset: '0', rounded: 'inherit' },
    '& > div:has(button:focus-visible)': {
      outline: '2px solid',
      outlineColor: 'brand',
      outlineOffset: '2px',
    },
    '& > div:has(button:hover)': { borderColor: 'fg.muted' },
  },
});

export function ReplyTiles({ tiles, onOpen }: { tiles: readonly Tile[]; onOpen: (id: ListId) => void }) {
  const { locale } = useViewer();
  return (
    <Tiles>
      {tiles.map(({ id, name, count }) => (
        <div key={id} data-tile={count > 0 ? id : undefined}>
          <dt>
            {count > 0 ? (
              <button type="button" onClick={() => onOpen(id)}>
                {name}
              </button>
            ) : (
              name
            )}
          </dt>
          <dd>{countText(count, locale)}</dd>
        </div>
      ))}
    </Tiles>
  );
}
