// The place of an event or a series.
import type { PublicEvent } from '../../../contract/events/events.ts';
import { addressWithTown } from '../../../contract/values/address.ts';
import { Fact } from '../../ui/facts.tsx';
import { t } from '../../words/t.ts';

/** The place on OpenStreetMap: by coordinates, else by name, address and town. */
export function mapLink(place: NonNullable<PublicEvent['place']>): string {
  const { latitude, longitude, name } = place;
  if (latitude !== null && longitude !== null)
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  const query = [name, addressWithTown(place)].filter(Boolean).join(', ');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}

/** The place of an event or a series, as a fact with a map link. */
export function Where({
  event: { place, attendanceMode, meetingPoint = null },
}: {
  event: Pick<PublicEvent, 'place' | 'attendanceMode'> & { meetingPoint?: string | null };
}) {
  if (!place)
    return attendanceMode === 'online' ? null : (
      <Fact icon="map-pin" title={t('The place will follow')} lines={[meetingPoint]} />
    );
  return (
    <Fact
      icon="map-pin"
      title={place.name}
      lines={[
        addressWithTown(place),
        meetingPoint && t('Meet: {meetingPoint}', { meetingPoint }),
        place.directions,
      ]}
      aside={
        <a
          href={mapLink(place)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('Map of {name}, in a new tab', { name: place.name })}
        >
          {t('Map')}
        </a>
      }
    />
  );
}
