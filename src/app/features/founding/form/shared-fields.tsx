// Fields that the forms of teams and organizations share.
import { limits } from '../../../../contract/values/limits.ts';
import { groupOpennesses, groupVisibilities } from '../../../../contract/values/words.ts';
import { ChoiceField } from '../../../ui/forms/choice-field.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { BareInput, Group, type GroupState, Line, RowError, useRowField } from '../../../ui/forms/rows.tsx';
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
    <Line label="Name" htmlFor={control.id}>
      <BareInput
        {...control}
        w="full"
        name="name"
        autoComplete="off"
        maxLength={limits.nameMax}
        placeholder="What is it called?"
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
      <Group {...group('region')} label="Region" value={values.region || 'No region'}>
        <TextField
          label="Town or region"
          name="region"
          maxLength={limits.nameMax}
          autoComplete="off"
          value={values.region}
          error={errors.region}
          onChange={(event) => onChange({ region: event.target.value })}
        />
      </Group>
      <Group {...group('about')} label="About" value={descriptionText(values)}>
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
        label={`Who sees the ${noun}`}
        name="visibility"
        value={values.visibility}
        error={errors.visibility}
        options={groupVisibilities.map((one) => [one, visibilityNames[one]])}
        onChoose={(visibility) => onChange({ visibility })}
      />
      <ChoiceField
        label="How people join"
        name="openness"
        value={values.openness}
        error={errors.openness}
        hint={joinHint}
        options={groupOpennesses.map((one) => [one, opennessNames[one]])}
        onChoose={(openness) => onChange({ openness })}
      />
    </>
  );
}
