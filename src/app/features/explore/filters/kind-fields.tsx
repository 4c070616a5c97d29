// The fields of the filter sheet, by kind of list.
import { eventKinds, levels } from '../../../../contract/values/words.ts';
import { kindName, levelName } from '../../../format/words.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { useListPlace } from '../list-place.tsx';
import { type Facets, whenNames } from './event-filters.ts';
import { ActivityChoice, Choice, HiddenFilter, RegionField, Tick } from './filter-fields.tsx';
import type { Kind } from './filters.ts';
import { memberTypes, organizerTypes } from './group-filters.ts';

type FieldsProps = { facets: Facets; organizerName: string | undefined };

export function KindFields({ kind, facets, organizerName }: FieldsProps & { kind: Kind }) {
  if (kind === 'events') return <EventFields facets={facets} organizerName={organizerName} />;
  return (
    <>
      {kind === 'members' ? <Choice name="type" legend="Who" any="Everyone" options={memberTypes} /> : null}
      {kind === 'organizers' ? <Choice name="kind" legend="Who" any="All" options={organizerTypes} /> : null}
      {kind === 'teams' ? <TeamFields /> : null}
      {/* The counts are of events, so other lists do not show them. */}
      <ActivityChoice facets={facets?.activities.map(({ activity }) => ({ activity }))} />
      <RegionField regions={facets?.regions} />
    </>
  );
}

function TeamFields() {
  return (
    <>
      <HiddenFilter name="organization" />
      <fieldset>
        <legend>Only</legend>
        <div className="pills">
          <Tick name="accepting" label="Taking members" />
        </div>
      </fieldset>
      <Choice
        name="level"
        legend="Level"
        any="Any"
        options={levels.map((level) => ({ value: level, label: levelName(level) }))}
      />
    </>
  );
}

/** The fields for events. `organizerName`: set where the list is of one organizer. */
function EventFields({ facets, organizerName }: FieldsProps) {
  const { params } = useListPlace();
  const organizer = params.get('organizer');
  const isNewest = params.get('sort') === 'newest';
  return (
    <>
      <Choice
        name="when"
        legend="When"
        any="Any day"
        options={Object.entries(whenNames).map(([value, label]) => ({ value, label }))}
      />
      <div className="pair">
        <TextField label="From" type="date" name="from" defaultValue={params.get('from') ?? ''} />
        <TextField label="Until" type="date" name="to" defaultValue={params.get('to') ?? ''} />
      </div>
      <ActivityChoice facets={facets?.activities} />
      <Choice
        name="price"
        legend="Price"
        any="Any"
        options={[
          { value: 'free', label: 'Free' },
          { value: 'paid', label: 'With a price' },
        ]}
      />
      <fieldset>
        <legend>Only</legend>
        <div className="pills">
          <Tick name="hasPlaces" label="With places left" />
          <Tick name="online" label="Online" />
          <Tick name="oncePerSeries" label="Each series once" />
        </div>
      </fieldset>
      <RegionField regions={facets?.regions} />
      <Choice
        name="level"
        legend="Level"
        any="Any"
        options={levels.map((level) => ({ value: level, label: levelName(level) }))}
      />
      <Choice
        name="kind"
        legend="Kind"
        any="Any"
        options={eventKinds.map((kind) => ({ value: kind, label: kindName(kind) }))}
      />
      {organizer ? (
        <fieldset>
          <legend>Organizer</legend>
          <div className="pills">
            <label className="pill">
              <input type="checkbox" name="organizer" value={organizer} defaultChecked />
              <span>{organizerName ?? 'One organizer'}</span>
            </label>
          </div>
        </fieldset>
      ) : null}
      <fieldset>
        <legend>Order</legend>
        <div className="pills">
          <label className="pill">
            <input type="radio" name="sort" value="" defaultChecked={!isNewest} />
            <span>Soonest first</span>
          </label>
          <label className="pill">
            <input type="radio" name="sort" value="newest" defaultChecked={isNewest} />
            <span>Newest first</span>
          </label>
        </div>
      </fieldset>
    </>
  );
}
