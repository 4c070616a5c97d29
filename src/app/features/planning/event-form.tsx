// The form of an event: what a coach needs in a few lines, and everything else folded in groups that show their value.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { eventKinds } from '../../../contract/words.ts';
import { countryOfLanguage } from '../../format/countries.ts';
import { deviceZone, useNow, useViewer } from '../../format/use-viewer.ts';
import { kindName } from '../../format/words.ts';
import { FormError } from '../../ui/field.tsx';
import { strayMessages } from './body.ts';
import { withKind } from './defaults.ts';
import { EventGroups } from './event-groups.tsx';
import type { FormErrors } from './form-errors.ts';
import { PlaceField } from './place-field.tsx';
import { BareInput, BareSelect, Line, RowError, Rows, useRowField } from './rows.tsx';
import { type Owners, useOwnerFacts, usePlaces } from './sources.tsx';
import type { Picture } from './use-picture.ts';
import type { EventValues } from './values.ts';
import { WhenField } from './when-field.tsx';

const Form = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    // What has the focus is never under the bar.
    '& :is(input, select, textarea, summary, button)': { scrollMarginBottom: '9rem' },
    '& > h2': { fontSize: 'lg', fontWeight: '700', mt: '3', mb: '-1' },
    '& .pair': {
      display: 'grid',
      gap: '4',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7rem), 1fr))',
    },
    '& .switch': { mx: '-4', my: '-2' },
  },
});
/** What stands at the thumb while the form is filled in. */
const Bar = chakra('div', {
  base: {
    // Where it would cover most of a small window, or one with large text, it stands at the end.
    '@media (min-height: 36rem)': { position: 'sticky', bottom: '0', zIndex: '5' },
    mx: { base: '-4', sm: '-5', lg: '0' },
    px: { base: '4', sm: '5', lg: '0' },
    pt: '3',
    pb: 'max(0.75rem, env(safe-area-inset-bottom))',
    bg: 'bg',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& .about': { fontSize: 'sm', color: 'fg.muted', textAlign: 'center', pb: '2' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2.5' },
    '& .ways > .main': { flex: '1 1 10rem' },
    '& > [role=alert]:not(:empty)': { pb: '3' },
  },
});

export type EventFormProps = {
  values: EventValues;
  errors: FormErrors;
  /** Who can own it. */
  owners: Owners;
  userId: string;
  picture: Picture;
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
  const { values, owners, event, notes, bar, onChange, onOwner, onSubmit } = props;
  const { fault } = props.picture;
  const errors = useMemo(
    () =>
      fault === null ? props.errors : { ...props.errors, fields: { ...props.errors.fields, image: fault } },
    [props.errors, fault],
  );
  const { locale, timeZone } = useViewer();
  const now = useNow();
  const zone = timeZone ?? deviceZone();
  const places = usePlaces();
  const facts = useOwnerFacts(values.owner);
  const form = useRef<HTMLFormElement>(null);
  const name = useRowField(errors.fields.name);
  const owner = useRowField(errors.fields.owner);

  // After the groups that hold it have opened.
  useEffect(() => {
    if (Object.keys(errors.fields).length === 0) return;
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    return () => clearTimeout(timer);
  }, [errors]);

  return (
    <Form
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
          <RowError id={owner.errorId} message={errors.fields.owner} />
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
      <EventGroups {...props} errors={errors} facts={facts} locale={locale} />
      <Bar data-action-bar>
        <FormError
          message={[errors.form, ...strayMessages(errors.fields)].filter(Boolean).join(' ') || null}
        />
        {bar}
      </Bar>
    </Form>
  );
}
