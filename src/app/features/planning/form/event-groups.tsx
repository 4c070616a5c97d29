// The folded groups of an event's form: each shows its value while it is closed.

import { joinPolicies, levels } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { activityChoices } from '../../../format/words/activity.ts';
import { levelName } from '../../../format/words/vocabulary.ts';
import { ChoiceField } from '../../../ui/forms/choice-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/field.tsx';
import { Group, Rows } from '../../../ui/forms/rows.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { useGroups } from '../../../ui/forms/use-groups.ts';
import { t } from '../../../words/t.ts';
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

const rosterVisibilities = Object.keys(rosterNames) as RosterVisibility[];
const shownVisibilities = Object.keys(visibilityNames) as Visibility[];

export function EventGroups(
  props: Pick<EventFormProps, 'values' | 'errors' | 'event' | 'userId' | 'picture' | 'onChange'> & {
    facts: OwnerFacts;
    /** The country of the event's place, else of the person's home. */
    country: string;
    locale: string;
  },
) {
  const { values, errors, event, picture, facts, country, locale, onChange } = props;
  const group = useGroups(errors.sent, groupOfField);
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
      <Group {...group('places')} label={t('Places')} value={placesText(values)}>
        <TextField
          label={t('How many can come')}
          inputMode="numeric"
          hint={t('Leave it empty for no limit.')}
          {...text('capacity', 'maximumAttendeeCapacity')}
        />
        <div className="switch">
          <SwitchRow
            label={t('Waitlist')}
            note={t("When it's full, people can wait. We offer the next free place to the first in line.")}
            checked={values.waitlist}
            onChange={(change) => onChange({ waitlist: change.currentTarget.checked })}
          />
        </div>
      </Group>
      <Group {...group('price')} label={t('Price')} value={priceText(values, locale)}>
        <OffersField
          values={values}
          errors={fields}
          currency={currencyOf(country)}
          onChange={(offers) => onChange({ offers })}
        />
      </Group>
      <Group {...group('who')} label={t('Who')} value={whoText(values)}>
        <ChoiceField
          label={t('Who sees it')}
          {...choice('visibility')}
          options={visibilities.map((one) => [one, t(visibilityNames[one])])}
        />
        <ChoiceField
          label={t('How people join')}
          {...choice('joinPolicy')}
          options={joinPolicies.map((one) => [one, t(joinNames[one])])}
        />
        <ChoiceField
          label={t('Who sees the names of the people coming')}
          {...choice('rosterVisibility')}
          options={rosterVisibilities.map((one) => [one, t(rosterNames[one])])}
        />
      </Group>
      <Group {...group('replies')} label={t('Replies')} value={repliesText(values, locale)}>
        <DeadlineField
          label={t('Please reply by')}
          none={t('Any time')}
          hint={t("Two days before, we remind everyone who hasn't replied. Later replies still count.")}
          {...deadline('due', 'repliesDueAt')}
        />
        <DeadlineField
          label={t('Last chance to reply')}
          none={t('Until it ends')}
          {...deadline('closes', 'registrationClosesAt')}
        />
        <TextField
          label={t('Replies open')}
          type="datetime-local"
          hint={t('Leave it empty to open replies right away.')}
          {...text('opens', 'registrationOpensAt')}
        />
      </Group>
      <Group {...group('bring')} label={t('Bring')} value={bringText(values)}>
        <TextField
          label={t('What to bring')}
          maxLength={limits.noteMax}
          placeholder={t('Shin pads, water')}
          {...text('bring', 'attendeeInstructions')}
        />
        <TextField
          label={t('Meeting point')}
          maxLength={limits.noteMax}
          placeholder={t('At the container')}
          {...text('meetingPoint', 'meetingPoint')}
        />
        <TextArea
          label={t('Accessibility')}
          hint={t('One per line, for example: step-free entrance.')}
          minH="4.5rem"
          {...text('accessibility', 'accessibilitySupport')}
          error={errorUnder(fields, 'accessibilitySupport')}
        />
      </Group>
      <Group {...group('arrive')} label={t('Be there')} value={arriveText(values)}>
        <TextField
          label={t('Minutes before the start')}
          inputMode="numeric"
          placeholder="15"
          {...text('arrive', 'arriveMinutesBefore')}
        />
      </Group>
      <Group {...group('description')} label={t('About')} value={descriptionText(values)}>
        <TextArea
          label={t('Description')}
          maxLength={limits.descriptionMax}
          hint={t('Markdown works: **bold**, lists with dashes, links.')}
          {...text('description', 'description')}
        />
      </Group>
      <Group {...group('picture')} label={t('Picture')} value={pictureText(picture)}>
        <PictureField picture={picture} />
      </Group>
      <LeadersGroup {...props} group={group('leaders')} />
      <Group {...group('ages')} label={t("Who it's for")} value={agesText(values)}>
        <div className="pair">
          <TextField label={t('From age')} inputMode="numeric" {...text('ageMin', 'ageMin')} />
          <TextField label={t('To age')} inputMode="numeric" {...text('ageMax', 'ageMax')} />
        </div>
        <ChoiceField
          label={t('Level')}
          {...choice('level')}
          options={[['', t('All levels')], ...levels.map((one) => [one, levelName(one)] as const)]}
        />
        <ChoiceField
          label={t('Activity')}
          name="activities"
          value={values.activities[0] ?? ''}
          error={errorUnder(fields, 'activities')}
          options={[
            // Only a new event takes the activity of its team.
            ['', event === null && values.teamIds.length > 0 ? t('Same as the team') : t('None')],
            ...activityChoices().map(({ id, name }) => [id, name] as const),
          ]}
          onChoose={(activity) => onChange({ activities: activity ? [activity] : [] })}
        />
      </Group>
      <Group {...group('online')} label={t('Online')} value={onlineText(values)}>
        <TextField
          label={t('Link to join online')}
          type="url"
          inputMode="url"
          placeholder="https://"
          hint={t('Only people with a place can see it.')}
          {...text('onlineUrl', 'onlineUrl')}
        />
      </Group>
    </Rows>
  );
}
