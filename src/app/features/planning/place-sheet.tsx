// Editing a place: one change for all events to come. What is typed is kept on the device until it is saved.

import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useState } from 'react';
import type { OwnPlace } from '../../../contract/planning.ts';
import { callApi } from '../../data/call.ts';
import { keepDraft, readDraft } from '../../data/draft.ts';
import { ApiError, formErrors } from '../../data/problem.ts';
import { tellSettled } from '../../data/settled.ts';
import { deviceZone, useViewer } from '../../format/use-viewer.ts';
import { countOf } from '../../format/words.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { placeComplaints } from './body.ts';
import { type FormErrors, noErrors } from './form-errors.ts';
import { FieldStack, PlaceFields, type PlaceValues } from './place-fields.tsx';

const keys = ['name', 'address', 'region', 'countryCode', 'timeZone', 'directions'] as const;

const valuesOf = (place: OwnPlace): PlaceValues => ({
  name: place.name,
  address: place.address,
  region: place.region,
  countryCode: place.countryCode,
  timeZone: place.timeZone,
  directions: place.directions ?? '',
});

const changedElsewhere: FormErrors = {
  form: 'This place was changed somewhere else meanwhile. Check it, then save again.',
  fields: {},
};

const isTyped = (value: unknown): value is Partial<PlaceValues> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, text]) => keys.some((one) => one === key) && typeof text === 'string');

export function PlaceSheet({
  place,
  userId,
  onSaved,
  onStale,
  onClose,
}: {
  place: OwnPlace;
  userId: string;
  onSaved: (place: OwnPlace) => void;
  /** It was changed elsewhere: `place` is to be asked for again. */
  onStale: () => void;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  const draft = `place ${place.id}`;
  const [typed, setTyped] = useState(() => readDraft(userId, draft, isTyped) ?? {});
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const values = { ...valuesOf(place), ...typed };
  const { upcomingCount: count } = place;

  const keep = (next: Partial<PlaceValues>) => {
    setTyped(next);
    keepDraft(userId, draft, Object.keys(next).length === 0 ? null : next);
  };
  const save = async (close: () => void) => {
    const fields = placeComplaints(values);
    setErrors({ form: null, fields });
    if (busy || Object.keys(fields).length > 0) return;
    setBusy(true);
    try {
      const { directions, ...rest } = typed;
      const saved = await callApi('PATCH /api/places/{id}', {
        params: { id: place.id },
        body: {
          version: place.version,
          ...rest,
          ...(directions !== undefined && { directions: directions.trim() || null }),
        },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
      keep({});
      tellSettled();
      onSaved(saved);
      close();
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale_version';
      setErrors(isStale ? changedElsewhere : formErrors(error));
      if (isStale) onStale();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet title="Edit this place" onClose={onClose}>
      {(close) => (
        <chakra.form
          noValidate
          onSubmit={(submit: FormEvent) => {
            submit.preventDefault();
            void save(close);
          }}
        >
          <FieldStack>
            <Notice icon="calendar">
              {count === 0
                ? 'No event to come takes place here.'
                : `${countOf(count, 'event to come takes', 'events to come take', locale)} place here and will show the change.`}
            </Notice>
            <PlaceFields
              place={values}
              errors={errors.fields}
              locale={locale}
              deviceZone={deviceZone()}
              nameLabel="Name"
              focus={null}
              isZoneFixed={count > 0}
              onChange={(fields) => keep({ ...typed, ...fields })}
            />
            <FormError message={errors.form} />
            <div className="foot">
              <Button type="submit" busy={busy}>
                {busy ? 'Saving…' : 'Save'}
              </Button>
              <Button
                look="outline"
                onClick={() => {
                  keep({});
                  close();
                }}
              >
                {Object.keys(typed).length > 0 ? 'Discard' : 'Cancel'}
              </Button>
            </div>
          </FieldStack>
        </chakra.form>
      )}
    </Sheet>
  );
}
