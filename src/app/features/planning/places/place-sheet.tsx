// Edits a place for all its future events. The draft is stored on the device until it is saved.

import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useRef, useState } from 'react';
import type { OwnPlace } from '../../../../contract/events/places.ts';
import { type EventTimes, eventTimesChoices } from '../../../../contract/values/enums.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { useReadOnly } from '../../../data/forms/use-read-only.ts';
import { formErrors } from '../../../data/http/write-problems.ts';
import { type QueuedWrite, readQueued, write } from '../../../data/outbox/outbox.ts';
import { plannedSubject } from '../../../data/outbox/planned.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { useFootInView } from '../../../ui/dialogs/use-foot-in-view.ts';
import { FormError } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../words/t.ts';
import { placeErrors } from '../form/body.ts';
import { errorsOfRefusal, type FormErrors, noErrors } from '../form/form-errors.ts';
import { EventTimesChoice } from './event-times-choice.tsx';
import { FieldStack, PlaceFields, type PlaceValues } from './place-fields.tsx';

type Typed = Partial<PlaceValues & { eventTimes: EventTimes }>;
const keys = ['name', 'address', 'region', 'countryCode', 'timeZone', 'directions', 'eventTimes'] as const;

const valuesOf = (place: OwnPlace): PlaceValues => ({
  name: place.name,
  address: place.address,
  region: place.region,
  countryCode: place.countryCode,
  timeZone: place.timeZone,
  directions: place.directions ?? '',
});

const savedText = (name: string) => t('{name} is saved for all upcoming events.', { name });

const changedElsewhere = (): FormErrors => ({
  form: t('This place has changed in the meantime. Check it, then save again.'),
  fields: {},
});

const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([key, text]) =>
      keys.some((one) => one === key) &&
      typeof text === 'string' &&
      (key !== 'eventTimes' || eventTimesChoices.some((one) => one === text)),
  );

/** The changes of a queued edit, as form values. */
function typedIn(queued: QueuedWrite | null): Typed {
  const entries = Object.entries(queued?.body ?? {}).filter(([key]) => keys.some((one) => one === key));
  const typed = Object.fromEntries(entries.map(([key, value]) => [key, value ?? '']));
  return isTyped(typed) ? typed : {};
}

export function PlaceSheet({
  place,
  userId,
  onSaved,
  onWaiting,
  onStale,
  onClose,
}: {
  place: OwnPlace;
  userId: string;
  /** Called when it is saved. `said` is announced. */
  onSaved: (said: string) => void;
  /** Called when the edit is queued on this device. */
  onWaiting: () => void;
  /** Called when it was changed elsewhere: reload `place`. */
  onStale: () => void;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  const draft = `place ${place.id}`;
  const [typed, setTyped] = useState(() => readDraft(userId, draft, isTyped) ?? {});
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useReadOnly(form, busy);
  useFootInView(form, errors.form && errors);
  const subject = plannedSubject.editPlace(place.id);
  const { upcomingCount: count, nextEvent } = place;
  /** The form with what is queued. */
  const formOf = (queued: QueuedWrite | null) => {
    const changed: Typed = { ...typedIn(queued), ...typed };
    const values = { ...valuesOf(place), ...changed };
    return { changed, values, isAsked: nextEvent !== null && values.timeZone !== place.timeZone };
  };
  const { changed, values, isAsked } = formOf(useQueued(subject));

  const setAndStore = (next: Typed) => {
    setTyped(next);
    saveDraft(userId, draft, Object.keys(next).length === 0 ? null : next);
  };
  const type = (fields: Typed) => {
    // The sheet closes once it is saved, so what is typed until then would be lost.
    if (!busy) setAndStore({ ...typed, ...fields });
  };
  const refuse = (wrong: FormErrors) => {
    setErrors(wrong);
    focusInvalid(form.current);
  };
  const save = async (close: () => void) => {
    if (busy) return;
    setBusy(true);
    try {
      const { changed, values, isAsked } = formOf(await readQueued(subject));
      const fields = placeErrors(values);
      if (isAsked && !changed.eventTimes) fields.eventTimes = t('Choose one of the two.');
      refuse({ form: null, fields });
      if (Object.keys(fields).length > 0) return;
      const { directions, eventTimes, ...rest } = changed;
      // This write contains the queued changes, so it replaces them, or follows them if they were sent.
      const sent = await write({
        call: 'PATCH /api/places/{id}',
        params: { id: place.id },
        body: {
          version: place.version,
          ...rest,
          ...(directions !== undefined && { directions: directions.trim() || null }),
          ...(isAsked && { eventTimes }),
        },
        subject,
        title: t('Changes to {name}', { name: place.name }),
        said: (saved) => savedText(saved.name),
      });
      if (sent.kind === 'refused') {
        const isStale = sent.code === 'stale_version';
        refuse(isStale ? changedElsewhere() : errorsOfRefusal(sent));
        setAndStore(changed);
        if (isStale) onStale();
        return;
      }
      setAndStore({});
      if (sent.kind === 'done') onSaved(savedText(sent.answer.name));
      else onWaiting();
      close();
    } catch (error) {
      refuse(formErrors(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet title={t('Edit this place')} onClose={onClose}>
      {(close) => (
        <chakra.form
          ref={form}
          noValidate
          onSubmit={(submit: FormEvent) => {
            submit.preventDefault();
            void save(close);
          }}
        >
          <FieldStack>
            <Notice icon="calendar">
              {count === 0
                ? t('There are no upcoming events here.')
                : t(
                    '{count, plural, one {# upcoming event takes} other {# upcoming events take}} place here and will show the change.',
                    { count },
                  )}
            </Notice>
            <PlaceFields
              place={values}
              errors={errors.fields}
              locale={locale}
              deviceZone={deviceZone()}
              nameLabel={t('Name')}
              focus={null}
              isZoneFixed={count > 0 && !nextEvent}
              onChange={type}
            >
              {isAsked && nextEvent ? (
                <EventTimesChoice
                  next={nextEvent}
                  timeZone={values.timeZone}
                  locale={locale}
                  chosen={changed.eventTimes}
                  error={errors.fields.eventTimes}
                  onChoose={(eventTimes) => {
                    const { eventTimes: _, ...fields } = errors.fields;
                    setErrors({ ...errors, fields });
                    type({ eventTimes });
                  }}
                />
              ) : null}
            </PlaceFields>
            <FormError message={errors.form} />
            <div className="foot">
              <Button type="submit" busy={busy}>
                {busy ? t('Saving…') : t('Save')}
              </Button>
              <Button
                look="outline"
                onClick={() => {
                  setAndStore({});
                  close();
                }}
              >
                {Object.keys(typed).length > 0 ? t('Discard') : t('Cancel')}
              </Button>
            </div>
          </FieldStack>
        </chakra.form>
      )}
    </Sheet>
  );
}
