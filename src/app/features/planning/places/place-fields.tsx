// The fields of a place: of a new one in an event's form, and of one that is edited.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useMemo } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { countriesIn } from '../../../format/countries.ts';
import { knownZones } from '../../../format/wall-clock.ts';
import { ChoiceField } from '../../../ui/forms/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';
import type { Errors } from '../form/body.ts';
import type { NewPlace } from '../form/values.ts';

export const FieldStack = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    '& .pair': {
      display: 'grid',
      gap: '4',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))',
    },
  },
});

export type PlaceValues = Omit<NewPlace, 'id'> & { timeZone: string };

/** `focus`: the field to focus first. `errors` by the names of the fields. */
export function PlaceFields({
  place,
  errors,
  locale,
  deviceZone,
  nameLabel,
  focus,
  isZoneFixed = false,
  onChange,
  children,
}: {
  place: PlaceValues;
  errors: Errors;
  locale: string;
  deviceZone: string;
  nameLabel: string;
  focus: 'name' | 'address' | null;
  /** Others run events here by this zone's clock, so it cannot change. */
  isZoneFixed?: boolean;
  onChange: (fields: Partial<PlaceValues>) => void;
  /** The question about another time zone. */
  children?: ReactNode;
}) {
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const zones = useMemo(
    () => [...new Set([...knownZones(), place.timeZone, deviceZone])].sort(),
    [place.timeZone, deviceZone],
  );
  const field = (key: keyof PlaceValues) => ({
    name: key,
    value: place[key],
    error: errors[key],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ [key]: event.target.value }),
  });
  return (
    <>
      <TextField
        label={nameLabel}
        maxLength={limits.nameMax}
        autoFocus={focus === 'name'}
        {...field('name')}
      />
      <TextField
        label={t('Street and number')}
        maxLength={200}
        autoFocus={focus === 'address'}
        {...field('address')}
      />
      <div className="pair">
        <TextField label={t('Town')} maxLength={limits.regionMax} {...field('region')} />
        <SelectField label={t('Country')} {...field('countryCode')}>
          <option value="">{t('Choose a country')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <ChoiceField
        label={t('Time zone')}
        name="timeZone"
        value={place.timeZone}
        error={errors.timeZone}
        hint={
          isZoneFixed
            ? t('Others plan events here too, so this stays. For another time zone, add a new place.')
            : t('The local time there is the one that counts.')
        }
        options={(isZoneFixed ? [place.timeZone] : zones).map((zone) => [zone, zone.replaceAll('_', ' ')])}
        onChoose={(timeZone) => onChange({ timeZone })}
      />
      {children}
      <TextField
        label={t('How to find it (optional)')}
        maxLength={limits.noteMax}
        {...field('directions')}
        placeholder={t('Behind the sports hall, gate B')}
      />
    </>
  );
}
