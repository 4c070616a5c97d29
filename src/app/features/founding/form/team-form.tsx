// The form of a team: the few lines that a coach needs, and all other fields in folded groups that show their
// value.

import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { activityNames } from '../../../../contract/values/activities.ts';
import { levels, teamRosterVisibilities } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { activityChoices } from '../../../format/words/activity.ts';
import { levelName } from '../../../format/words/vocabulary.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/forms/choice-field.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { BareSelect, Group, Line, RowError, Rows, useRowField } from '../../../ui/forms/rows.tsx';
import { useGroups } from '../../../ui/forms/use-groups.ts';
import { t } from '../../../words/t.ts';
import { ColorField, FormFrame, GroupPreview } from './form-parts.tsx';
import { AboutGroups, NameLine, WhoFields } from './shared-fields.tsx';
import type { FormErrors } from './use-group-form.ts';
import type { TeamValues } from './values.ts';
import { forWhomText, rosterNames, whoText } from './words.ts';

/** The folded group of each field that is in one. */
const groupOf = {
  level: 'whom',
  ageMin: 'whom',
  ageMax: 'whom',
  season: 'season',
  region: 'region',
  description: 'about',
  visibility: 'who',
  openness: 'who',
  rosterVisibility: 'who',
} as const;
const shown = [...Object.keys(groupOf), 'name', 'activity', 'organizationId', 'color'];

const Fixed = chakra('p', { base: { px: '2', py: '2.5', fontWeight: '600', lineHeight: '1.5rem' } });

type Choice = { id: string; name: string };

export function TeamForm({
  values,
  errors,
  clubs,
  club,
  logo,
  logoField,
  notes,
  buttons,
  onChange,
  onSubmit,
}: {
  values: TeamValues;
  errors: FormErrors;
  /** The organizations to choose from; null for an existing team, whose organization cannot change. */
  clubs: readonly Choice[] | null;
  /** The name of an existing team's organization. */
  club?: string | null;
  logo: string | null;
  logoField: ReactNode;
  notes: ReactNode;
  buttons: ReactNode;
  onChange: (fields: Partial<TeamValues>) => void;
  onSubmit: () => void;
}) {
  const shared = { values, errors: errors.fields, onChange };
  const activity = useRowField(errors.fields.activity);
  const organization = useRowField(errors.fields.organizationId);
  const group = useGroups(errors, groupOf);
  const text = (key: 'ageMin' | 'ageMax' | 'season') => ({
    name: key,
    value: values[key],
    error: errors.fields[key],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [key]: event.target.value }),
  });
  const played = values.activity || undefined;
  return (
    <FormFrame errors={errors} shown={shown} notes={notes} buttons={buttons} onSubmit={onSubmit}>
      <GroupPreview name={values.name} activity={played} color={values.color || null} logo={logo} />
      <Rows>
        <NameLine {...shared} />
        <Line label={t('Activity')} htmlFor={activity.control.id}>
          <BareSelect
            {...activity.control}
            w="full"
            name="activity"
            value={values.activity}
            onChange={(event: React.ChangeEvent<HTMLSelectElement>) =>
              onChange({ activity: activityNames.find((one) => one === event.target.value) ?? '' })
            }
          >
            {values.activity === '' ? <option value="">{t('Choose…')}</option> : null}
            {activityChoices().map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </BareSelect>
          <RowError id={activity.errorId} message={errors.fields.activity} />
        </Line>
        {clubs === null ? (
          club ? (
            <Line label={t('Organization')}>
              <Fixed>{club}</Fixed>
            </Line>
          ) : null
        ) : (
          <Line label={t('Organization')} htmlFor={organization.control.id}>
            <BareSelect
              {...organization.control}
              w="full"
              name="organizationId"
              value={values.organizationId}
              onChange={(event: React.ChangeEvent<HTMLSelectElement>) =>
                onChange({ organizationId: event.target.value })
              }
            >
              <option value="">{t('No organization')}</option>
              {clubs.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </BareSelect>
            <RowError id={organization.errorId} message={errors.fields.organizationId} />
            {clubs.length === 0 ? (
              <ButtonLink look="quiet" to="/my/organizations/new" fontSize="sm" px="2">
                {t('Create an organization first')}
              </ButtonLink>
            ) : null}
          </Line>
        )}
        <ColorField value={values.color} activity={played} onChange={(color) => onChange({ color })} />
        {logoField}
      </Rows>
      <h2>{t('More')}</h2>
      <Rows>
        <Group {...group('whom')} label={t("Who it's for")} value={forWhomText(values)}>
          <ChoiceField
            label={t('Level')}
            name="level"
            value={values.level}
            error={errors.fields.level}
            options={[['', t('All levels')], ...levels.map((one) => [one, levelName(one)] as const)]}
            onChoose={(level) => onChange({ level })}
          />
          <div className="pair">
            <TextField label={t('From age')} inputMode="numeric" {...text('ageMin')} />
            <TextField label={t('To age')} inputMode="numeric" {...text('ageMax')} />
          </div>
        </Group>
        <Group {...group('season')} label={t('Season')} value={values.season || t('No season')}>
          <TextField
            label={t('Season')}
            maxLength={limits.seasonMax}
            placeholder="2026/27"
            hint={t('When it ends, you can take the team into the next one.')}
            {...text('season')}
          />
        </Group>
        <AboutGroups {...shared} group={group} />
        <Group {...group('who')} label={t('Who')} value={whoText(values)}>
          <WhoFields {...shared} noun="team" joinHint={t('People with the invite link can always join.')} />
          <ChoiceField
            label={t('Who sees the names of members')}
            name="rosterVisibility"
            value={values.rosterVisibility}
            error={errors.fields.rosterVisibility}
            options={teamRosterVisibilities.map((one) => [one, t(rosterNames[one])])}
            onChoose={(rosterVisibility) => onChange({ rosterVisibility })}
          />
        </Group>
      </Rows>
    </FormFrame>
  );
}
