// The fields of the filter sheet, by kind of list.
import { eventKinds, levels } from '../../../../contract/values/enums.ts';
import { kindName, levelName } from '../../../format/words/vocabulary.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';
import { useListPlace } from '../list-place.tsx';
import { named } from './chips.tsx';
import { type Facets, whenNames } from './event-filters.ts';
import { ActivityChoice, Choice, HiddenFilter, RegionField, Tick } from './filter-fields.tsx';
import type { Kind } from './filters.ts';
import { memberTypes, organizerTypes } from './group-filters.ts';

type FieldsProps = { facets: Facets; organizerName: string | undefined };

export function KindFields({ kind, facets, organizerName }: FieldsProps & { kind: Kind }) {
  if (kind === 'events') return <EventFields facets={facets} organizerName={organizerName} />;
  return (
    <>
      {kind === 'members' ? (
        <Choice name="type" legend={t('Who')} any={t('Everyone')} options={memberTypes.map(named)} />
      ) : null}
      {kind === 'organizers' ? (
        <Choice name="kind" legend={t('Who')} any={t('All')} options={organizerTypes.map(named)} />
      ) : null}
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
        <legend>{t('Only')}</legend>
        <div className="pills">
          <Tick name="accepting" label={t('Taking members')} />
        </div>
      </fieldset>
      <Choice
        name="level"
        legend={t('Level')}
        any={t('Any')}
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
        legend={t('When')}
        any={t('Any day')}
        options={Object.entries(whenNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <div className="pair">
        <TextField label={t('From')} type="date" name="from" defaultValue={params.get('from') ?? ''} />
        <TextField label={t('Until')} type="date" name="to" defaultValue={params.get('to') ?? ''} />
      </div>
      <ActivityChoice facets={facets?.activities} />
      <Choice
        name="price"
        legend={t('Price')}
        any={t('Any')}
        options={[
          { value: 'free', label: t('Free') },
          { value: 'paid', label: t('With a price') },
        ]}
      />
      <fieldset>
        <legend>{t('Only')}</legend>
        <div className="pills">
          <Tick name="hasPlaces" label={t('With places left')} />
          <Tick name="online" label={t('Online')} />
          <Tick name="oncePerSeries" label={t('Each series once')} />
        </div>
      </fieldset>
      <RegionField regions={facets?.regions} />
      <Choice
        name="level"
        legend={t('Level')}
        any={t('Any')}
        options={levels.map((level) => ({ value: level, label: levelName(level) }))}
      />
      <Choice
        name="kind"
        legend={t('Kind')}
        any={t('Any')}
        options={eventKinds.map((kind) => ({ value: kind, label: kindName(kind) }))}
      />
      {organizer ? (
        <fieldset>
          <legend>{t('Organizer')}</legend>
          <div className="pills">
            <label className="pill">
              <input type="checkbox" name="organizer" value={organizer} defaultChecked />
              <span>{organizerName ?? t('One organizer')}</span>
            </label>
          </div>
        </fieldset>
      ) : null}
      <fieldset>
        <legend>{t('Order')}</legend>
        <div className="pills">
          <label className="pill">
            <input type="radio" name="sort" value="" defaultChecked={!isNewest} />
            <span>{t('Soonest first')}</span>
          </label>
          <label className="pill">
            <input type="radio" name="sort" value="newest" defaultChecked={isNewest} />
            <span>{t('Newest first')}</span>
          </label>
        </div>
      </fieldset>
    </>
  );
}
