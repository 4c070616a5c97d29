// The fields of my profile, each with its audience.

import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useMemo } from 'react';
import { activityNames } from '../../../../contract/values/activities.ts';
import { levels, type ProfileField } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { countriesIn } from '../../../format/countries.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { activityChoices } from '../../../format/words/activity.ts';
import { levelName } from '../../../format/words/vocabulary.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';
import { AudienceField } from './audience-field.tsx';
import type { ProfileKey, ProfileValues } from './edits.ts';
import { languagesIn } from './languages.ts';
import { PickList } from './pick-list.tsx';
import { isAdult, publicFields } from './view-as.ts';

const Fields = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '6', p: '4' },
});
const Pair = chakra('div', {
  base: { display: 'grid', gap: '4', sm: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
});
const Fixed = chakra('div', {
  base: {
    '& .label': { fontWeight: '600', fontSize: 'sm' },
    '& .note': { fontSize: 'sm', color: 'fg.muted' },
  },
});

export type FormProps = {
  values: ProfileValues;
  errors: Record<string, string>;
  email: string;
  isCoach: boolean;
  onType: <K extends ProfileKey>(key: K, value: ProfileValues[K]) => void;
};

export function ProfileForm(props: FormProps) {
  const { values, errors, onType, email, isCoach } = props;
  const { locale } = useViewer();
  const activityOptions = useMemo(() => activityChoices().map(({ id, name }) => ({ code: id, name })), []);
  // A string, because each answer of the server brings a new array.
  const spoken = values.languages.join(' ');
  const languageOptions = useMemo(
    () => languagesIn(locale, spoken ? spoken.split(' ') : []),
    [locale, spoken],
  );
  // Memoised: hundreds of options that no keystroke changes.
  const countryOptions = useMemo(
    () =>
      countriesIn(locale).map(({ code, callingCode, name }) => (
        <option key={code} value={code}>
          {name} (+{callingCode})
        </option>
      )),
    [locale],
  );
  const seen = (field: ProfileField, what: string) => <AudienceField {...props} field={field} what={what} />;
  return (
    <>
      <Panel title={t('About you')}>
        <Fields>
          <TextField
            label={t('Name')}
            name="name"
            autoComplete="name"
            maxLength={limits.nameMax}
            value={values.name}
            onChange={(event) => onType('name', event.currentTarget.value)}
            hint={t('People see it wherever you take part.')}
            error={errors.name}
          />
          <div>
            <TextArea
              label={t('About me')}
              name="bio"
              maxLength={limits.bioMax}
              value={values.bio}
              onChange={(event) => onType('bio', event.currentTarget.value)}
              error={errors.bio}
            />
            {seen('bio', t('what you write about yourself'))}
          </div>
          <div>
            <TextField
              label={t('Town or region')}
              name="region"
              autoComplete="address-level2"
              maxLength={limits.regionMax}
              value={values.region}
              onChange={(event) => onType('region', event.currentTarget.value)}
              error={errors.region}
            />
            {seen('region', t('your town or region'))}
          </div>
          <PickList
            label={t('Languages')}
            noun="language"
            options={languageOptions}
            chosen={values.languages}
            max={limits.languagesMax}
            onChange={(chosen) => onType('languages', chosen)}
            error={errors.languages}
          >
            {seen('languages', t('your languages'))}
          </PickList>
        </Fields>
      </Panel>
      <Panel title={t('Sport')}>
        <Fields>
          <PickList
            label={t('Activities')}
            noun="activity"
            options={activityOptions}
            chosen={values.activities}
            max={activityOptions.length}
            onChange={(chosen) =>
              onType(
                'activities',
                activityNames.filter((name) => chosen.includes(name)),
              )
            }
            error={errors.activities}
          >
            {seen('activities', t('your activities'))}
          </PickList>
          <div>
            <SelectField
              label={t('Level')}
              name="level"
              value={values.level}
              onChange={(event) =>
                onType('level', levels.find((level) => level === event.currentTarget.value) ?? '')
              }
              error={errors.level}
            >
              <option value="">{t('Not given')}</option>
              {levels.map((level) => (
                <option key={level} value={level}>
                  {levelName(level)}
                </option>
              ))}
            </SelectField>
            {seen('level', t('your level'))}
          </div>
          {isCoach ? (
            <div>
              <TextArea
                label={t('Qualifications')}
                name="qualifications"
                hint={t('One per line, for example UEFA C licence.')}
                value={values.qualifications}
                onChange={(event) => onType('qualifications', event.currentTarget.value)}
                error={errorUnder(errors, 'qualifications')}
              />
              {seen('qualifications', t('your qualifications'))}
            </div>
          ) : null}
        </Fields>
      </Panel>
      <Panel title={t('How to reach you')} about={t('Never public.')}>
        <Fields>
          <Fixed>
            <p className="label">{t('E-mail')}</p>
            <p>
              <EmailText text={email} />
            </p>
            {seen('email', t('your e-mail address'))}
          </Fixed>
          <div>
            <Pair>
              <SelectField
                label={t('Country')}
                name="countryCode"
                autoComplete="country"
                value={values.countryCode}
                onChange={(event) => onType('countryCode', event.currentTarget.value)}
                error={errors.countryCode}
              >
                {countryOptions}
              </SelectField>
              <TextField
                label={t('Phone')}
                name="phone"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                value={values.phone}
                onChange={(event) => onType('phone', event.currentTarget.value)}
                error={errors.phone}
              />
            </Pair>
            {seen('phone', t('your phone number'))}
          </div>
        </Fields>
      </Panel>
      <DiscoverySettings {...props} />
    </>
  );
}

/** The list's own error, or that of its first refused line. */
const errorUnder = (errors: Record<string, string>, name: string) =>
  errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];

const listedFields = [...publicFields].length;

function DiscoverySettings({ values, errors, onType }: FormProps) {
  const { now } = useViewer();
  const isOfAge = now !== null && isAdult(values.birthDate || null, now);
  let note: ReactNode = t(
    'People can find you in Explore with your name, picture and up to {count} details: activities, region and qualifications, if everyone may see them.',
    { count: listedFields },
  );
  if (!isOfAge)
    note = values.birthDate
      ? t('You need to be 18 or older to be listed. Your teams and coaches can still see you.')
      : t('You need to be 18 or older for this. Add your birth date first.');
  return (
    <Panel title={t('Who can find you')}>
      <Fields>
        <TextField
          label={t('Birth date')}
          name="birthDate"
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          value={values.birthDate}
          onChange={(event) => onType('birthDate', event.currentTarget.value)}
          hint={t('Only you see it. It shows which events and teams fit your age.')}
          error={errors.birthDate}
        />
      </Fields>
      <SwitchRow
        icon="globe"
        label={t('Public profile')}
        note={note}
        checked={values.isPublic}
        // Switching it off is always possible.
        disabled={!isOfAge && !values.isPublic}
        onChange={(event) => onType('isPublic', event.currentTarget.checked)}
        aria-invalid={errors.isPublic ? true : undefined}
      >
        {errors.isPublic ? (
          <chakra.p color="danger" fontSize="sm" fontWeight="500">
            {errors.isPublic}
          </chakra.p>
        ) : null}
      </SwitchRow>
    </Panel>
  );
}
