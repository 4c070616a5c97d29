// The filters of events: the quick ones, those that stand as removable chips, and the fields of the sheet.
import { activities } from '../../../contract/activities.ts';
import type { Answer } from '../../../contract/api.ts';
import { eventKinds, levels } from '../../../contract/words.ts';
import { shortDay } from '../../format/when.ts';
import { kindName, levelName } from '../../format/words.ts';
import { TextField } from '../../ui/field.tsx';
import type { Chip } from './chips.tsx';
import { ActivityChoice, Choice, RegionField, Tick } from './filter-fields.tsx';
import type { QueryOf } from './filters.ts';
import { useListPlace } from './list-place.tsx';

type Facets = Answer<'GET /api/explore'>['facets'] | undefined;
const quickActivities = 8;

export function quickChips(facets: Facets): Chip[] {
  return [
    { name: 'when', value: 'today', label: 'Today' },
    { name: 'when', value: 'weekend', label: 'This weekend' },
    { name: 'price', value: 'free', label: 'Free' },
    { name: 'hasPlaces', value: 'true', label: 'Has places' },
    ...(facets?.activities ?? []).slice(0, quickActivities).map(({ activity }) => ({
      name: 'activity',
      value: activity,
      label: activities[activity].name,
    })),
    { name: 'online', value: 'true', label: 'Online' },
  ];
}

const dayText = (day: string, locale: string) => shortDay(`${day}T12:00:00Z`, 'UTC', locale);
const whenNames = { today: 'Today', tomorrow: 'Tomorrow', weekend: 'This weekend', week: 'The next 7 days' };

/** What is set and not among the quick filters. */
export function setChips(
  filters: QueryOf<'events'>,
  quick: Chip[],
  organizerName: string | undefined,
  locale: string,
): Chip[] {
  const { when, from, to, activity, kind, region, level, price, organizer } = filters;
  const chips: (Chip | null)[] = [
    organizer ? { name: 'organizer', value: organizer, label: organizerName ?? 'One organizer' } : null,
    when ? { name: 'when', value: when, label: whenNames[when] } : null,
    from ? { name: 'from', value: from, label: `From ${dayText(from, locale)}` } : null,
    to ? { name: 'to', value: to, label: `Until ${dayText(to, locale)}` } : null,
    activity ? { name: 'activity', value: activity, label: activities[activity].name } : null,
    kind ? { name: 'kind', value: kind, label: kindName(kind) } : null,
    region ? { name: 'region', value: region, label: region } : null,
    level ? { name: 'level', value: level, label: levelName(level) } : null,
    price ? { name: 'price', value: price, label: price === 'paid' ? 'With a price' : 'Free' } : null,
  ];
  return chips.filter(
    (chip) => chip !== null && !quick.some(({ name, value }) => name === chip.name && value === chip.value),
  ) as Chip[];
}

export function EventFilterFields({
  facets,
  organizerName,
}: {
  facets: Facets;
  organizerName: string | undefined;
}) {
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
