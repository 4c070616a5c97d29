// The form of an event: the few lines that a coach needs, and all other fields in folded groups that show
// their value.
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { type EventKind, eventKinds } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { markTyping } from '../../../data/forms/session-drafts.ts';
import { useReadOnly } from '../../../data/forms/use-read-only.ts';
import { deviceZone, useNow, useViewer } from '../../../format/use-viewer.ts';
import { kindName } from '../../../format/words/vocabulary.ts';
import { FormError } from '../../../ui/forms/field.tsx';
import { ActionBar, LongForm } from '../../../ui/forms/long-form.tsx';
import { BareInput, BareSelect, Line, RowError, Rows, useRowField } from '../../../ui/forms/rows.tsx';
import { t } from '../../../words/t.ts';
import type { Picture } from '../fields/use-picture.ts';
import { WhenField } from '../fields/when-field.tsx';
import { PlaceField } from '../places/place-field.tsx';
import { strayMessages } from './body.ts';
import { EventGroups } from './event-groups.tsx';
import type { FormErrors, SentErrors } from './form-errors.ts';
import { type Owners, useHomeCountry, useOwnerFacts, usePlaces } from './sources.tsx';
import type { EventValues } from './values.ts';

export type EventFormProps = {
  values: EventValues;
  errors: SentErrors;
  /** The possible owners. */
  owners: Owners;
  userId: string;
  picture: Picture;
  /** It takes no input. */
  isSaving: boolean;
  /** The existing event; null for a new one. */
  event: MyEvent | null;
  /** The row after When: the recurrence. */
  repeat: ReactNode;
  /** Leaves out the folded groups. */
  isShort?: boolean;
  /** Above the form: queued writes, the restored draft, conflicts. */
  notes?: ReactNode;
  /** The content of the sticky action bar. */
  bar: ReactNode;
  onChange: (fields: Partial<EventValues>) => void;
  onOwner: (owner: string) => void;
  onKind: (kind: EventKind) => void;
  onSubmit: () => void;
};

const withFault = (errors: FormErrors, fault: string | null): FormErrors =>
  fault === null ? errors : { ...errors, fields: { ...errors.fields, image: fault } };

export function EventForm(props: EventFormProps) {
  const {
    values,
    owners,
    event,
    repeat,
    isShort = false,
    notes,
    bar,
    onChange,
    onOwner,
    onKind,
    onSubmit,
  } = props;
  const { fault } = props.picture;
  const sent = useMemo(() => withFault(props.errors.sent, fault), [props.errors.sent, fault]);
  const errors: SentErrors = { ...withFault(props.errors, fault), sent };
  const { locale, timeZone } = useViewer();
  const now = useNow();
  const zone = timeZone ?? deviceZone();
  const { places } = usePlaces();
  const facts = useOwnerFacts(values.owner);
  const home = useHomeCountry(locale);
  const country = values.newPlace?.countryCode ?? places.find(({ id }) => id === values.place)?.countryCode;
  const form = useRef<HTMLFormElement>(null);
  useReadOnly(form, props.isSaving);
  const name = useRowField(errors.fields.name);
  const owner = useRowField(errors.fields.owner);

  useEffect(() => {
    if (Object.keys(sent.fields).length > 0) focusInvalid(form.current);
  }, [sent]);

  return (
    <LongForm
      ref={form}
      noValidate
      onInput={(input: FormEvent<HTMLFormElement>) => markTyping(input.currentTarget)}
      onSubmit={(submit: FormEvent) => {
        submit.preventDefault();
        onSubmit();
      }}
    >
      {notes}
      <Rows>
        <Line label={t('Team')} htmlFor={owner.control.id}>
          <BareSelect
            {...owner.control}
            w="full"
            name="owner"
            value={values.owner}
            onChange={(change: React.ChangeEvent<HTMLSelectElement>) => onOwner(change.target.value)}
          >
            {owners.options}
          </BareSelect>
          <RowError id={owner.errorId} message={errors.fields.owner} />
        </Line>
        <Line label={t('Name')} htmlFor={name.control.id}>
          <BareInput
            {...name.control}
            w="full"
            name="name"
            autoComplete="off"
            maxLength={limits.nameMax}
            placeholder={t('What is it called?')}
            value={values.name}
            onChange={(change: React.ChangeEvent<HTMLInputElement>) =>
              onChange({ name: change.target.value })
            }
          />
          <RowError id={name.errorId} message={errors.fields.name} />
          <BareSelect
            isSmall
            name="kind"
            aria-label={t('Kind')}
            value={values.kind}
            onChange={(change: React.ChangeEvent<HTMLSelectElement>) => {
              const kind = eventKinds.find((one) => one === change.target.value);
              if (kind) onKind(kind);
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
        {repeat}
        <PlaceField
          values={values}
          errors={errors.fields}
          places={places}
          current={event?.place ?? null}
          locale={locale}
          deviceZone={zone}
          fresh={{
            region: facts.region ?? '',
            countryCode: places[0]?.countryCode ?? home,
          }}
          onChange={onChange}
        />
      </Rows>
      {isShort ? null : (
        <>
          <h2>{t('More')}</h2>
          <EventGroups {...props} errors={errors} facts={facts} country={country ?? home} locale={locale} />
        </>
      )}
      <ActionBar data-action-bar>
        <FormError
          message={[errors.form, ...strayMessages(errors.fields, !isShort)].filter(Boolean).join(' ') || null}
        />
        {bar}
      </ActionBar>
    </LongForm>
  );
}
