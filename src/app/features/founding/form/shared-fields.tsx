// Fields that the forms of teams and organizations share.

import { groupOpennesses, groupVisibilities } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { ChoiceField } from '../../../ui/forms/choice-field.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { BareInput, Group, type GroupState, Line, RowError, useRowField } from '../../../ui/forms/rows.tsx';
import { t } from '../../../words/t.ts';
import { DescriptionField } from './form-parts.tsx';
import type { Errors, GroupValues } from './values.ts';
import { descriptionText, opennessNames, visibilityNames } from './words.ts';

type Shared = {
  values: GroupValues;
  errors: Errors;
  onChange: (fields: Partial<GroupValues>) => void;
};

export function NameLine({ values, errors, onChange }: Shared) {
  const { control, errorId } = useRowField(errors.name);
  return (
    <Line label={t('Name')} htmlFor={control.id}>
      <BareInput
        {...control}
        w="full"
        name="name"
        autoComplete="off"
        maxLength={limits.nameMax}
        placeholder={t('What is it called?')}
        value={values.name}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange({ name: event.target.value })}
      />
      <RowError id={errorId} message={errors.name} />
    </Line>
  );
}

/** The folded groups for region and description. */
export function AboutGroups({
  values,
  errors,
  group,
  onChange,
}: Shared & { group: (name: 'region' | 'about') => GroupState }) {
  return (
    <>
      <Group {...group('region')} label={t('Region')} value={values.region || t('No region')}>
        <TextField
          label={t('Town or region')}
          name="region"
          maxLength={limits.nameMax}
          autoComplete="off"
          value={values.region}
          error={errors.region}
          onChange={(event) => onChange({ region: event.target.value })}
        />
      </Group>
      <Group {...group('about')} label={t('About')} value={descriptionText(values)}>
        <DescriptionField
          value={values.description}
          error={errors.description}
          onChange={(description) => onChange({ description })}
        />
      </Group>
    </>
  );
}

/** `noun`: `team` or `organization`. */
export function WhoFields({
  values,
  errors,
  noun,
  joinHint,
  onChange,
}: Shared & { noun: string; joinHint?: string }) {
  return (
    <>
      <ChoiceField
        label={t('Who sees the {noun, select, team {team} other {organization}}', { noun })}
        name="visibility"
        value={values.visibility}
        error={errors.visibility}
        options={groupVisibilities.map((one) => [one, t(visibilityNames[one])])}
        onChoose={(visibility) => onChange({ visibility })}
      />
      <ChoiceField
        label={t('How people join')}
        name="openness"
        value={values.openness}
        error={errors.openness}
        hint={joinHint}
        options={groupOpennesses.map((one) => [one, t(opennessNames[one])])}
        onChoose={(openness) => onChange({ openness })}
      />
    </>
  );
}
