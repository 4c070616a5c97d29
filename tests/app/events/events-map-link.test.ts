// The map link of a place.
import { expect, it } from 'vitest';
import { mapLink } from '../../../src/app/features/events/where.tsx';

const place = {
  id: '01a128a3-0000-7000-8000-000000000001',
  name: 'Café & pitch',
  address: 'Strandlaan 24',
  region: 'Ghent',
  countryCode: 'BE',
  latitude: 51.03,
  longitude: 3.68,
  directions: null,
};

it('the map link marks the coordinates if they are known', () => {
  expect(mapLink(place)).toBe('https://www.openstreetmap.org/?mlat=51.03&mlon=3.68#map=17/51.03/3.68');
});

it('the map link also works on the equator', () => {
  expect(mapLink({ ...place, latitude: 0, longitude: 0 })).toContain('mlat=0&mlon=0');
});

it('the map link searches for name, address and town without coordinates', () => {
  expect(mapLink({ ...place, latitude: null })).toBe(
    'https://www.openstreetmap.org/search?query=Caf%C3%A9%20%26%20pitch%2C%20Strandlaan%2024%2C%20Ghent',
  );
});
