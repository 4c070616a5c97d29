// The form of an event: what a coach needs in a few lines, and everything else folded in groups that show their value.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { activities, activityNames } from '../../../contract/activities.ts';
import type { MyEvent } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { eventKinds, joinPolicies, levels } from '../../../contract/words.ts';
import { countryOfLanguage } from '../../format/countries.ts';
import { deviceZone, useNow, useViewer } from '../../format/use-viewer.ts';
import { kindName, levelName } from '../../format/words.ts';
import { FormError, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { ActionBar, LongForm, Ticks } from '../../ui/long-form.tsx';
import { BareInput, BareSelect, Group, Line, RowError, Rows, useRowField } from '../../ui/rows.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { type Errors, type GroupName, groupsWith, strayMessages } from './body.ts';
import { currencyOf } from './currency.ts';
import { withKind } from './defaults.ts';
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
import { OffersField } from './offers-field.tsx';
import { PlaceField } from './place-field.tsx';
import { type Owners, useOwnerFacts, usePlaces } from './sources.tsx';
import type { EventValues, RosterVisibility, Visibility } from './values.ts';
import { WhenField } from './when-field.tsx';

const Fault = chakra('p', { base: { color: 'danger', fontSize: 'sm', fontWeight: '500' } });

export type FormErrors = { form: string | null; fields: Errors };

export type EventFormProps = {
  values: EventValues;
  errors: FormErrors;
  /** Who can own it. */
  owners: Owners;
  userId: string;
  /** The event as it is; null for a new one. */
  event: MyEvent | null;
  /** Above the form: what waits, what was found, what collides. */
  notes?: ReactNode;
  /** At the thumb. */
  bar: ReactNode;
  onChange: (fields: Partial<EventValues>) => void;
  onOwner: (owner: string) => void;
  onSubmit: () => void;
};

export function EventForm(props: EventFormProps) {
  const { values, errors, owners, userId, event, notes, bar, onChange, onOwner, onSubmit } = props;
  const { locale, timeZone } = useViewer();
  const now = useNow();
  const zone = timeZone ?? deviceZone();
  const places = usePlaces();
  const facts = useOwnerFacts(values.owner);
  const form = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState<ReadonlySet<GroupName>>(new Set());
  const name = useRowField(errors.fields.name);
  const owner = useRowField(errors.fields.owner ?? errors.fields.teamIds);

  useEffect(() => {
    const wrong = groupsWith(errors.fields);
    if (wrong.length > 0) setOpen((before) => new Set([...before, ...wrong]));
  }, [errors]);
  // After the groups that hold it have opened.
  useEffect(() => {
    if (Object.keys(errors.fields).length === 0) return;
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    return () => clearTimeout(timer);
  }, [errors]);

  const text = (key: TextKey, path: string) => ({
    name: key,
    value: values[key],
    error: errors.fields[path],
    autoComplete: 'off',
    onChange: (change: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [key]: change.target.value }),
  });
  const group = (key: GroupName) => ({
    name: key,
    isOpen: open.has(key),
    onToggle: (isOpen: boolean) =>
      setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key))),
  });
  const leaders = leaderChoices(values, event, facts.coaches, userId);

  return (
    <LongForm
      ref={form}
      noValidate
      onSubmit={(submit: FormEvent) => {
        submit.preventDefault();
        onSubmit();
      }}
    >
      {notes}
      <Rows>
        <Line label="Team" htmlFor={owner.control.id}>
          <BareSelect
            {...owner.control}
            w="full"
            name="owner"
            value={values.owner}
            onChange={(change: React.ChangeEvent<HTMLSelectElement>) => onOwner(change.target.value)}
          >
            {owners.options}
          </BareSelect>
          <RowError id={owner.errorId} message={errors.fields.owner ?? errors.fields.teamIds} />
        </Line>
        <Line label="Name" htmlFor={name.control.id}>
          <BareInput
            {...name.control}
            w="full"
            name="name"
            autoComplete="off"
            maxLength={limits.nameMax}
            placeholder="What is it called?"
            value={values.name}
            onChange={(change: React.ChangeEvent<HTMLInputElement>) =>
              onChange({ name: change.target.value })
            }
          />
          <RowError id={name.errorId} message={errors.fields.name} />
          <BareSelect
            isSmall
            name="kind"
            aria-label="Kind"
            value={values.kind}
            onChange={(change: React.ChangeEvent<HTMLSelectElement>) => {
              const kind = eventKinds.find((one) => one === change.target.value);
              if (kind) onChange(withKind(values, kind));
            }}
          >
            {eventKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind)}
              </option>
            ))}
          </BareSelect>
        </Line>
        <WhenField
          values={values}
          errors={errors.fields}
          locale={locale}
          deviceZone={zone}
          now={now}
          onChange={onChange}
        />
        <PlaceField
          values={values}
          errors={errors.fields}
          places={places}
          current={event?.place ?? null}
          locale={locale}
          deviceZone={zone}
          fresh={{
            region: facts.region ?? '',
            countryCode: places[0]?.countryCode ?? countryOfLanguage(locale) ?? '',
          }}
          onChange={onChange}
        />
      </Rows>
      <h2>More</h2>
      <Rows>
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
            offers={values.offers}
            errors={errors.fields}
            currency={currencyOf(countryOfLanguage(locale))}
            locale={locale}
            onChange={(offers) => onChange({ offers })}
          />
        </Group>
        <Group {...group('who')} label="Who" value={whoText(values)}>
          <SelectField
            label="Who sees it"
            name="visibility"
            value={values.visibility}
            error={errors.fields.visibility}
            onChange={(change) => onChange({ visibility: change.currentTarget.value as Visibility })}
          >
            {(Object.keys(visibilityNames) as Visibility[])
              .filter((one) => one === values.visibility || facts.visibilities.includes(one))
              .map((one) => (
                <option key={one} value={one}>
                  {visibilityNames[one]}
                </option>
              ))}
          </SelectField>
          <SelectField
            label="How people join"
            name="joinPolicy"
            value={values.joinPolicy}
            error={errors.fields.joinPolicy}
            onChange={(change) => {
              const policy = joinPolicies.find((one) => one === change.currentTarget.value);
              if (policy) onChange({ joinPolicy: policy });
            }}
          >
            {joinPolicies.map((one) => (
              <option key={one} value={one}>
                {joinNames[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Who sees the names of those who come"
            name="rosterVisibility"
            value={values.rosterVisibility}
            error={errors.fields.rosterVisibility}
            onChange={(change) =>
              onChange({ rosterVisibility: change.currentTarget.value as RosterVisibility })
            }
          >
            {Object.entries(rosterNames).map(([one, words]) => (
              <option key={one} value={one}>
                {words}
              </option>
            ))}
          </SelectField>
        </Group>
        <Group {...group('replies')} label="Replies" value={repliesText(values, locale)}>
          <TextField
            label="Answers wanted until"
            type="datetime-local"
            hint="We remind those who haven't answered two days before. Later answers still count."
            {...text('due', 'repliesDueAt')}
          />
          <TextField
            label="Last moment to reply"
            type="datetime-local"
            hint="Leave it empty to take replies until it ends."
            {...text('closes', 'registrationClosesAt')}
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
            error={errorUnder(errors.fields, 'accessibilitySupport')}
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
        <Group {...group('leaders')} label="Leaders" value={leadersText(leaders, values.leaderIds)}>
          <Ticks>
            <legend>Who leads it</legend>
            {leaders.map(({ id, name: person }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={values.leaderIds.includes(id)}
                  onChange={(change) =>
                    onChange({
                      leaderIds: change.currentTarget.checked
                        ? [...values.leaderIds, id]
                        : values.leaderIds.filter((one) => one !== id),
                    })
                  }
                />
                {person}
              </label>
            ))}
            {errors.fields.leaderIds ? <Fault role="alert">{errors.fields.leaderIds}</Fault> : null}
          </Ticks>
        </Group>
        <Group {...group('ages')} label="For whom" value={agesText(values)}>
          <div className="pair">
            <TextField label="From age" inputMode="numeric" {...text('ageMin', 'ageMin')} />
            <TextField label="To age" inputMode="numeric" {...text('ageMax', 'ageMax')} />
          </div>
          <SelectField
            label="Level"
            name="level"
            value={values.level}
            error={errors.fields.level}
            onChange={(change) =>
              onChange({ level: levels.find((one) => one === change.currentTarget.value) ?? '' })
            }
          >
            <option value="">All levels</option>
            {levels.map((one) => (
              <option key={one} value={one}>
                {levelName(one)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Activity"
            name="activities"
            value={values.activities[0] ?? ''}
            error={errorUnder(errors.fields, 'activities')}
            onChange={(change) => {
              const activity = activityNames.find((one) => one === change.currentTarget.value);
              onChange({ activities: activity ? [activity] : [] });
            }}
          >
            <option value="">{values.teamIds.length > 0 ? 'That of the team' : 'None'}</option>
            {activityNames.map((one) => (
              <option key={one} value={one}>
                {activities[one].name}
              </option>
            ))}
          </SelectField>
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
      <ActionBar data-action-bar>
        <FormError
          message={[errors.form, ...strayMessages(errors.fields)].filter(Boolean).join(' ') || null}
        />
        {bar}
      </ActionBar>
    </LongForm>
  );
}

type TextKey = {
  [K in keyof EventValues]: string extends EventValues[K] ? K : never;
}[keyof EventValues];

/** A list's own message, or that of the first of its lines that was refused. */
const errorUnder = (errors: Errors, name: string) =>
  errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];

type Person = { id: string; name: string };

function leaderChoices(
  { leaderIds }: EventValues,
  event: MyEvent | null,
  coaches: readonly Person[],
  userId: string,
): Person[] {
  const known = new Map([...coaches, ...(event?.leaders ?? [])].map(({ id, name }) => [id, name]));
  known.set(userId, 'You');
  for (const id of leaderIds) if (!known.has(id)) known.set(id, 'Someone else');
  return [...known].map(([id, name]) => ({ id, name }));
}

const leadersText = (leaders: readonly Person[], chosen: readonly string[]): string =>
  leaders
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(', ') || 'No one named';
