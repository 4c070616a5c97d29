// Which price one takes a place at, where there are several.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Offer } from '../../../contract/events.ts';
import { priceText } from '../../format/money.ts';

const Choice = chakra('fieldset', {
  base: {
    mt: '3',
    minW: '0',
    '& legend': { fontWeight: '700', fontSize: 'sm', mb: '1.5' },
    '& .offers': { display: 'grid', gap: '2' },
    '& label': {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: 'target',
      px: '3.5',
      py: '2',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border.strong',
      rounded: 'md',
      cursor: 'pointer',
    },
    // The radio itself is the row, so that it is what is touched and focused.
    '& input': { position: 'absolute', inset: '0', appearance: 'none', rounded: 'md', cursor: 'pointer' },
    '& label:has(:checked)': { borderColor: 'brand', boxShadow: 'inset 0 0 0 1px var(--brand)' },
    '& .name': { flex: '1', minW: '0', fontWeight: '600', lineHeight: '1.3' },
    '& small': { display: 'block', fontWeight: '400', fontSize: 'sm', color: 'fg.muted' },
    '& .price': { fontWeight: '700', fontVariantNumeric: 'tabular-nums' },
  },
});

export function OfferChoice({
  offers,
  chosen,
  locale,
  onChoose,
}: {
  offers: readonly Offer[];
  chosen: string | null;
  locale: string;
  onChoose: (id: string) => void;
}) {
  return (
    <Choice>
      <legend>Which price fits you?</legend>
      <div className="offers">
        {offers.map(({ id, name, price, eligibility }) => (
          <label key={id}>
            <input
              type="radio"
              name="offer"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span className="name">
              {name}
              {eligibility ? <small>{eligibility}</small> : null}
            </span>
            <span className="price">{priceText(price, locale)}</span>
          </label>
        ))}
      </div>
    </Choice>
  );
}
