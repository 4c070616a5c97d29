// The fields of a new place that is created with its event.
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Line } from '../../../ui/forms/rows.tsx';
import { t } from '../../../words/t.ts';
import type { NewPlace } from '../form/values.ts';
import type { PlaceFieldProps } from './place-field.tsx';
import { FieldStack, PlaceFields } from './place-fields.tsx';

export function NewPlaceFields({
  values,
  errors,
  place,
  locale,
  deviceZone,
  onChange,
}: PlaceFieldProps & { place: NewPlace }) {
  // The combobox in which its name was typed is gone, so the focus moves here.
  const [focus] = useState<'name' | 'address' | null>(
    place.address !== '' ? null : place.name === '' ? 'name' : 'address',
  );
  const of = (key: string) => errors[`place.${key}`] ?? '';
  return (
    <Line label={t('Where')} isWide>
      <FieldStack pe="2" pb="3">
        <PlaceFields
          place={{ ...place, timeZone: values.timeZone }}
          errors={{
            name: of('name') || (errors.place ?? ''),
            address: of('address'),
            region: of('region'),
            countryCode: of('countryCode'),
            timeZone: errors.timeZone ?? of('timeZone'),
            directions: of('directions'),
          }}
          locale={locale}
          deviceZone={deviceZone}
          nameLabel={t('New place')}
          focus={focus}
          onChange={({ timeZone, ...fields }) =>
            onChange(timeZone === undefined ? { newPlace: { ...place, ...fields } } : { timeZone })
          }
        />
        <div>
          <Button look="outline" onClick={() => onChange({ newPlace: null, place: '' })}>
            {t('Choose another place')}
          </Button>
        </div>
      </FieldStack>
    </Line>
  );
}
