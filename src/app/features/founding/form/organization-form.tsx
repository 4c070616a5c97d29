// The form of an organization: name, color and logo in a few lines, and all other fields in folded groups
// that show their value.

import type { ReactNode } from 'react';
import { activityNames } from '../../../../contract/values/activities.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { activityChoices } from '../../../format/words/activity.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { Group, Rows } from '../../../ui/forms/rows.tsx';
import { Ticks } from '../../../ui/forms/ticks.tsx';
import { useGroups } from '../../../ui/forms/use-groups.ts';
import { t } from '../../../words/t.ts';
import { ColorField, errorUnder, FormFrame, GroupPreview } from './form-parts.tsx';
import { AboutGroups, NameLine, WhoFields } from './shared-fields.tsx';
import type { FormErrors } from './use-group-form.ts';
import type { OrganizationValues } from './values.ts';
import { activitiesText, contactText, whoText } from './words.ts';

/** The folded group of each field that is in one. */
const groupOf = {
  activities: 'activities',
  region: 'region',
  description: 'about',
  url: 'contact',
  email: 'contact',
  telephone: 'contact',
  address: 'contact',
  visibility: 'who',
  openness: 'who',
} as const;
const shown = [...Object.keys(groupOf), 'name', 'color'];

export function OrganizationForm({
  values,
  errors,
  logo,
  logoField,
  notes,
  buttons,
  onChange,
  onSubmit,
}: {
  values: OrganizationValues;
  errors: FormErrors;
  logo: string | null;
  logoField: ReactNode;
  notes: ReactNode;
  buttons: ReactNode;
  onChange: (fields: Partial<OrganizationValues>) => void;
  onSubmit: () => void;
}) {
  const shared = { values, errors: errors.fields, onChange };
  const group = useGroups(errors, groupOf);
  const text = (key: 'url' | 'email' | 'telephone' | 'address') => ({
    name: key,
    value: values[key],
    error: errors.fields[key],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [key]: event.target.value }),
  });
  const [first] = values.activities;
  const activitiesError = errorUnder(errors.fields, 'activities');
  return (
    <FormFrame errors={errors} shown={shown} notes={notes} buttons={buttons} onSubmit={onSubmit}>
      <GroupPreview name={values.name} activity={first} color={values.color || null} logo={logo} />
      <Rows>
        <NameLine {...shared} />
        <ColorField value={values.color} activity={first} onChange={(color) => onChange({ color })} />
        {logoField}
      </Rows>
      <h2>{t('More')}</h2>
      <Rows>
        <Group {...group('activities')} label={t('Activities')} value={activitiesText(values)}>
          <Ticks
            legend={t('What people do there (up to ten)')}
            choices={activityChoices()}
            chosen={values.activities}
            error={activitiesError}
            onChange={(chosen) =>
              onChange({ activities: activityNames.filter((one) => chosen.includes(one)) })
            }
          />
        </Group>
        <AboutGroups {...shared} group={group} />
        <Group {...group('contact')} label={t('Contact')} value={contactText(values)}>
          <TextField
            label={t('Website')}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            placeholder="https://"
            {...text('url')}
          />
          <TextField
            label={t('E-mail')}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            hint={t('Everyone who sees the organization sees its contact details.')}
            {...text('email')}
          />
          <TextField
            label={t('Phone')}
            type="tel"
            inputMode="tel"
            maxLength={limits.phoneMax}
            {...text('telephone')}
          />
          <TextField label={t('Address')} {...text('address')} />
        </Group>
        <Group {...group('who')} label={t('Who')} value={whoText(values)}>
          <WhoFields {...shared} noun="organization" />
        </Group>
      </Rows>
    </FormFrame>
  );
}
