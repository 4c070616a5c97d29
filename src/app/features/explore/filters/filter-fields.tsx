// The fields of the filter sheets: single choice, checkbox, region. Uncontrolled: values are read from the
// form.

import { type ReactNode, useId } from 'react';
import { type Activity, activityNames } from '../../../../contract/values/activities.ts';
import { activityChoices, activityName } from '../../../format/words/activity.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { ActivityIcon } from '../../../ui/icons/remote-icon.tsx';
import { t } from '../../../words/t.ts';
import { useListPlace } from '../list-place.tsx';

type Option = { value: string; label: ReactNode };

/** One of several options, or `any`. */
export function Choice({
  name,
  legend,
  any,
  options,
}: {
  name: string;
  legend: string;
  any: string;
  options: readonly Option[];
}) {
  const chosen = useListPlace().params.get(name) ?? '';
  const known = options.some(({ value }) => value === chosen) ? chosen : '';
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="pills">
        {[{ value: '', label: any }, ...options].map(({ value, label }) => (
          <label key={value} className="pill">
            <input type="radio" name={name} value={value} defaultChecked={value === known} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One checkbox among others. */
export function Tick({ name, label }: { name: string; label: string }) {
  const isSet = useListPlace().params.get(name) === 'true';
  return (
    <label className="pill">
      <input type="checkbox" name={name} value="true" defaultChecked={isSet} />
      <span>{label}</span>
    </label>
  );
}

/** The activities that have events, with their counts; all of them while that is unknown. */
export function ActivityChoice({
  facets,
}: {
  facets: readonly { activity: Activity; count?: number }[] | undefined;
}) {
  const chosen = useListPlace().params.get('activity');
  const shown = [...(facets ?? activityChoices().map(({ id }) => ({ activity: id, count: undefined })))];
  const missing = activityNames.find((name) => name === chosen);
  if (missing && !shown.some(({ activity }) => activity === missing))
    shown.unshift({ activity: missing, count: 0 });
  return (
    <Choice
      name="activity"
      legend={t('Activity')}
      any={t('Any')}
      options={shown.map(({ activity, count }) => ({
        value: activity,
        label: (
          <>
            <ActivityIcon activity={activity} />
            {activityName(activity)}
            {count === undefined ? null : <small>{count}</small>}
          </>
        ),
      }))}
    />
  );
}

/** Any region can be typed; those with events are suggested. */
export function RegionField({ regions }: { regions: readonly { region: string }[] | undefined }) {
  const id = useId();
  const region = useListPlace().params.get('region') ?? '';
  return (
    <>
      <TextField
        label={t('Region')}
        name="region"
        list={id}
        defaultValue={region}
        maxLength={80}
        autoComplete="off"
      />
      <datalist id={id}>
        {regions?.map(({ region: name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** A filter without a field in the sheet that stays set. */
export function HiddenFilter({ name }: { name: string }) {
  const value = useListPlace().params.get(name);
  return value ? <input type="hidden" name={name} value={value} /> : null;
}
