// The choice of a price, where there are several.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Offer } from '../../../../contract/events/events.ts';
import { priceText } from '../../../format/money.ts';
import { Choices } from '../../../ui/forms/choices.tsx';
import { t } from '../../../words/t.ts';

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
    <chakra.div mt="3">
      <Choices
        legend={t('Which price is right for you?')}
        name="offer"
        chosen={chosen}
        onChoose={onChoose}
        options={offers.map(({ id, name, price, eligibility }) => ({
          value: id,
          label: name,
          detail: eligibility,
          aside: priceText(price, locale),
        }))}
      />
    </chakra.div>
  );
}
