// The replies as tiles with counts; a tile with someone in it opens their names.
import { chakra } from '@chakra-ui/react/styled-system';
import { useViewer } from '../../../format/use-viewer.ts';
import { countText } from '../../../format/words.ts';

import type { ListId, Tile } from './reply-groups.ts';

const Tiles = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    mt: '2',
    mb: '1',
    '& > div': {
      position: 'relative',
      flex: '1 0 4.75rem',
      display: 'flex',
      flexDirection: 'column-reverse',
      px: '3',
      py: '2',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'md',
    },
    '& dt, & button': { fontSize: 'xs', fontWeight: '600', color: 'fg.muted', whiteSpace: 'nowrap' },
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
        <div key={id}>
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
