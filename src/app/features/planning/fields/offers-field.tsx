// The prices of a place: several in one currency, each with its refund deadline.
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { t } from '../../../words/t.ts';
import type { Errors } from '../form/body.ts';
import { amountHint } from '../form/event-words.ts';
import type { EventValues, OfferValues } from '../form/values.ts';
import { currencies } from './currency.ts';
import { RefundField } from './refund-field.tsx';

const Offer = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3.5',
    // On narrow screens a frame would take too much width.
    pb: '3.5',
    borderBottomWidth: '1px',
    borderColor: 'border',
    sm: { p: '3.5', borderWidth: '1px', rounded: 'md' },
    '& .pair': {
      display: 'grid',
      gap: '3',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7rem), 1fr))',
    },
    '& .cash': { mx: { base: '-4', sm: '-3.5' }, my: '-2' },
  },
});
const Fault = chakra('p', { base: { color: 'danger', fontSize: 'sm', fontWeight: '500' } });

export function OffersField({
  values,
  errors,
  currency: usual,
  onChange,
}: {
  values: EventValues;
  errors: Errors;
  /** The currency of a first price. */
  currency: string;
  onChange: (offers: OfferValues[]) => void;
}) {
  const { offers } = values;
  const box = useRef<HTMLDivElement>(null);
  const currency = offers[0]?.currency ?? usual;
  const set = (index: number, fields: Partial<OfferValues>) =>
    onChange(offers.map((offer, at) => (at === index ? { ...offer, ...fields } : offer)));
  const add = () => {
    const name = offers.length === 0 ? t('Standard') : '';
    onChange([
      ...offers,
      { id: '', name, amount: '', currency, refund: 'P2D', cash: false, eligibility: '' },
    ]);
    // After the new price is rendered.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLInputElement>(`[name="offers.${offers.length}.amount"]`)?.focus(),
    );
  };
  const known = currencies.includes(currency) ? currencies : [currency, ...currencies];
  return (
    <chakra.div ref={box} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
      {offers.map((offer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prices have no other key before they are saved, and keep their order
        <Offer key={index} role="group" aria-label={t('Price {number}', { number: index + 1 })}>
          <TextField
            label={t('Who pays this price')}
            name={`offers.${index}.name`}
            autoComplete="off"
            maxLength={limits.nameMax}
            placeholder={t('Member, non-member, sibling …')}
            value={offer.name}
            error={errors[`offers.${index}.name`]}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <div className="pair">
            <TextField
              label={t('Price')}
              name={`offers.${index}.amount`}
              inputMode="decimal"
              autoComplete="off"
              placeholder={amountHint(currency)}
              value={offer.amount}
              error={errors[`offers.${index}.price.amountMinor`] ?? errors[`offers.${index}.price`]}
              onChange={(event) => set(index, { amount: event.currentTarget.value })}
            />
            {index === 0 ? (
              <SelectField
                label={t('Currency')}
                name="currency"
                value={currency}
                error={errors[`offers.${index}.price.currency`]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  onChange(offers.map((one) => ({ ...one, currency: value })));
                }}
              >
                {known.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </SelectField>
            ) : null}
          </div>
          <RefundField
            name={`offers.${index}.refund`}
            refund={offer.refund}
            values={values}
            error={errors[`offers.${index}.refundUntil`]}
            onChange={(refund) => set(index, { refund })}
          />
          <div className="cash">
            <SwitchRow
              label={t('Cash on the spot is fine')}
              checked={offer.cash}
              onChange={(event) => set(index, { cash: event.currentTarget.checked })}
            />
          </div>
          <div>
            <Button
              look="outline"
              px="3"
              aria-label={t('Remove price {number}', { number: index + 1 })}
              onClick={() => {
                onChange(offers.filter((_, at) => at !== index));
                box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
              }}
            >
              {t('Remove')}
            </Button>
          </div>
        </Offer>
      ))}
      {errors.offers ? <Fault role="alert">{errors.offers}</Fault> : null}
      {offers.length === 0 ? <p>{t('Free for everyone.')}</p> : null}
      {offers.length < limits.offersMax ? (
        <div>
          <Button look="outline" px="3" data-add onClick={add}>
            {offers.length === 0 ? t('Add a price') : t('Add another price')}
          </Button>
        </div>
      ) : null}
    </chakra.div>
  );
}
