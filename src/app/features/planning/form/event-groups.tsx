// The folded groups of an event's form: each shows its value while it is closed.
import { activities, activityNames } from '../../../../contract/values/activities.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { joinPolicies, levels } from '../../../../contract/values/words.ts';
import { levelName } from '../../../format/words.ts';
import { ChoiceField } from '../../../ui/forms/choice-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/field.tsx';
import { Group, Rows } from '../../../ui/forms/rows.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { useGroups } from '../../../ui/forms/use-groups.ts';
import { currencyOf } from '../fields/currency.ts';
import { DeadlineField } from '../fields/deadline-field.tsx';
import { LeadersGroup } from '../fields/leaders-group.tsx';
import { OffersField } from '../fields/offers-field.tsx';
import { PictureField, pictureText } from '../fields/picture-field.tsx';
import { TeamsGroup } from '../fields/teams-group.tsx';
import { type Errors, groupOfField } from './body.ts';
import type { EventFormProps } from './event-form.tsx';
import {
  agesText,
  arriveText,
  bringText,
  descriptionText,
  joinNames,
  onlineText,
  placesText,
  priceText,
  repliesText,
  rosterNames,
  visibilityNames,
  whoText,
} from './event-words.ts';
import type { OwnerFacts } from './sources.tsx';
import type { EventValues, RosterVisibility, Visibility } from './values.ts';

type TextKey = {
  [K in keyof EventValues]: string extends EventValues[K] ? K : never;
}[keyof EventValues];

/** The list's own error, or that of its first refused line. */
const errorUnder = (errors: Errors, name: string) =>
  errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];

const shownVisibilities = Object.keys(visibilityNames) as Visibility[];

export function EventGroups(
  props: Pick<EventFormProps, 'values' | 'errors' | 'event' | 'userId' | 'picture' | 'onChange'> & {
    facts: OwnerFacts;
    /** The country of the event's place, else of the person's home. */
    country: string;
    locale: string;
  },
) {
  const { values, errors, picture, facts, country, locale, onChange } = props;
  const group = useGroups(errors, groupOfField);
  const { fields } = errors;
  const text = (key: TextKey, path: string) => ({
    name: key,
    value: values[key],
    error: fields[path],
    autoComplete: 'off',
    onChange: (change: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [key]: change.target.value }),
  });
  const deadline = (key: 'due' | 'closes', path: string) => ({
    name: key,
    value: values[key],
    values,
    error: fields[path],
    onChange: (value: string) => onChange({ [key]: value }),
  });
  const choice = <Key extends 'visibility' | 'joinPolicy' | 'rosterVisibility' | 'level'>(key: Key) => ({
    name: key,
    value: values[key],
    error: fields[key],
    onChoose: (value: EventValues[Key]) => onChange({ [key]: value }),
  });
  const visibilities = shownVisibilities.filter(
    (one) => one === values.visibility || facts.visibilities.includes(one),
  );

  return (
    <Rows>
      <TeamsGroup {...props} group={group('teams')} />
      <Group {...group('places')} label="Places" value={placesText(values, locale)}>
        <TextField
          label="How many can come"
          inputMode="numeric"
          hint="Leave it empty for no limit."
          {...text('capacity', 'maximumAttendeeCapacity')}
        />
        <div className="switch">
          <SwitchRow
            label="Waitlist"
            note="When it is full, people can wait. The first in line is offered the next free place."
            checked={values.waitlist}
            onChange={(change) => onChange({ waitlist: change.currentTarget.checked })}
          />
        </div>
      </Group>
      <Group {...group('price')} label="Price" value={priceText(values, locale)}>
        <OffersField
          values={values}
          errors={fields}
          currency={currencyOf(country)}
          onChange={(offers) => onChange({ offers })}
        />
      </Group>
      <Group {...group('who')} label="Who" value={whoText(values)}>
        <ChoiceField
          label="Who sees it"
          {...choice('visibility')}
          options={visibilities.map((one) => [one, visibilityNames[one]])}
        />
        <ChoiceField
          label="How people join"
          {...choice('joinPolicy')}
          options={joinPolicies.map((one) => [one, joinNames[one]])}
        />
        <ChoiceField
          label="Who sees the names of those who come"
          {...choice('rosterVisibility')}
          options={Object.entries(rosterNames) as [RosterVisibility, string][]}
        />
      </Group>
      <Group {...group('replies')} label="Replies" value={repliesText(values, locale)}>
        <DeadlineField
          label="Answers wanted until"
          none="Any time"
          hint="We remind those who haven't answered two days before. Later answers still count."
          {...deadline('due', 'repliesDueAt')}
        />
        <DeadlineField
          label="Last moment to reply"
          none="Until it ends"
          {...deadline('closes', 'registrationClosesAt')}
        />
        <TextField
          label="First moment to reply"
          type="datetime-local"
          hint="Leave it empty to take replies at once."
          {...text('opens', 'registrationOpensAt')}
        />
      </Group>
      <Group {...group('bring')} label="Bring" value={bringText(values)}>
        <TextField
          label="What to bring"
          maxLength={limits.noteMax}
          placeholder="Shin pads, water"
          {...text('bring', 'attendeeInstructions')}
        />
        <TextField
          label="Where to meet"
          maxLength={limits.noteMax}
          placeholder="At the container"
          {...text('meetingPoint', 'meetingPoint')}
        />
        <TextArea
          label="Accessibility"
          hint="One per line, such as: step-free entrance."
          minH="4.5rem"
          {...text('accessibility', 'accessibilitySupport')}
          error={errorUnder(fields, 'accessibilitySupport')}
        />
      </Group>
      <Group {...group('arrive')} label="Be there" value={arriveText(values, locale)}>
        <TextField
          label="Minutes before the start"
          inputMode="numeric"
          placeholder="15"
          {...text('arrive', 'arriveMinutesBefore')}
        />
      </Group>
      <Group {...group('description')} label="About" value={descriptionText(values)}>
        <TextArea
          label="Description"
          maxLength={limits.descriptionMax}
          hint="Markdown works: **bold**, lists with dashes, links."
          {...text('description', 'description')}
        />
      </Group>
      <Group {...group('picture')} label="Picture" value={pictureText(picture)}>
        <PictureField picture={picture} />
      </Group>
      <LeadersGroup {...props} group={group('leaders')} />
      <Group {...group('ages')} label="For whom" value={agesText(values)}>
        <div className="pair">
          <TextField label="From age" inputMode="numeric" {...text('ageMin', 'ageMin')} />
          <TextField label="To age" inputMode="numeric" {...text('ageMax', 'ageMax')} />
        </div>
        <ChoiceField
          label="Level"
          {...choice('level')}
          options={[['', 'All levels'], ...levels.map((one) => [one, levelName(one)] as const)]}
        />
        <ChoiceField
          label="Activity"
          name="activities"
          value={values.activities[0] ?? ''}
          error={errorUnder(fields, 'activities')}
          options={[
            ['', values.teamIds.length > 0 ? 'That of the team' : 'None'],
            ...activityNames.map((one) => [one, activities[one].name] as const),
          ]}
          onChoose={(activity) => onChange({ activities: activity ? [activity] : [] })}
        />
      </Group>
      <Group {...group('online')} label="Online" value={onlineText(values)}>
        <TextField
          label="Where to join online"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Only those with a place see it."
          {...text('onlineUrl', 'onlineUrl')}
        />
      </Group>
    </Rows>
  );
}
