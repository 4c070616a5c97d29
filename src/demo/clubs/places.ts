// Towns with their time zones and sports grounds, at approximately correct coordinates.
import type { Field } from '../../contract/values/activities.ts';
import { fold } from '../../server/db/search-words.ts';
import { dayMs } from '../calendar.ts';
import { type City, type Context, type Place, stamp, type World } from '../world.ts';

/** One ground a line: name | address | latitude longitude | fields | directions. */
type Town = { city: Omit<City, 'places'>; grounds: string };

const towns: Town[] = [
  {
    city: { region: 'Ghent', countryCode: 'BE', timeZone: 'Europe/Brussels', currency: 'EUR' },
    grounds: `
      Blaarmeersen, pitch 3 | Strandlaan 24, 9000 Ghent | 51.0455 3.6902 | pitch hockey rugby | Meet at the container by the bike racks.
      Blaarmeersen, running loop | Zuiderlaan 5, 9000 Ghent | 51.0441 3.6853 | track trail | Start under the big willow, 50 m past the car park.
      Sporthal Tolhuis | Tolhuislaan 83, 9000 Ghent | 51.0652 3.7211 | court futsal handball net mat floor ring | Step-free door on the canal side. Tram 1 stops around the corner.
      Watersportbaan | Yachtdreef 1, 9000 Ghent | 51.0508 3.6988 | water lanes | The low wooden boathouse at the 500 m mark.
      Strop swimming pool | Stropkaai 38, 9000 Ghent | 51.0345 3.7362 | lanes | Use the side entrance after 20:00; ring twice.
      Citadelpark | Hofbouwlaan 1, 9000 Ghent | 51.0378 3.7208 | track trail | By the bandstand, in any weather.
      Rooigem sports park | Rooigemlaan 210, 9000 Ghent | 51.0633 3.6931 | pitch hockey rugby track trail | Dressing rooms are behind the canteen. Bus 9, stop Rooigem.
      De Kaai climbing hall | Dok-Zuid 14, 9000 Ghent | 51.0671 3.7348 | wall mat floor | Up the outside stairs, or the lift beside the café.`,
  },
  {
    city: { region: 'Berlin', countryCode: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' },
    grounds: `
      Sporthalle Lobeck | Lobeckstraße 60, 10969 Berlin | 52.5023 13.4082 | court futsal handball net mat floor ring | Enter through the school yard, second door on the left.
      Tempelhofer Feld, east gate | Oderstraße 180, 12049 Berlin | 52.4746 13.4203 | pitch hockey rugby track trail | We stand by the red toolbox at the runway edge.
      Boulderwerk Wedding | Gerichtstraße 31, 13347 Berlin | 52.5441 13.3657 | wall | Third courtyard, follow the chalk arrows.
      Eissporthalle Spandau-Süd | Brunsbütteler Damm 300, 13591 Berlin | 52.5311 13.1612 | rink | Skate hire closes ten minutes before we start.
      Bootshaus Müggelsee | Josef-Nawrocki-Straße 22, 12587 Berlin | 52.4446 13.6322 | water lanes | S-Bahn Friedrichshagen, then 15 minutes on foot to the lake.`,
  },
  {
    city: { region: 'Leeds', countryCode: 'GB', timeZone: 'Europe/London', currency: 'GBP' },
    grounds: `
      Beckett Playing Fields | Otley Road 112, Leeds LS16 | 53.8272 -1.5908 | pitch hockey rugby track trail | Park on the gravel, not on the verge: the neighbours are right about that.
      Kirkstall Abbey towpath | Abbey Road 9, Leeds LS5 | 53.8206 -1.6069 | trail track water | By the lock, under the stone bridge.
      Armley Hall | Carr Crofts 2, Leeds LS12 | 53.7975 -1.5931 | court futsal handball net mat floor ring | Ramp at the rear; the front has seven steps.
      Chevin Forest, quarry start | East Chevin Road 1, Otley LS21 | 53.8951 -1.6735 | trail wall | Last bus back leaves at 17:40 on Sundays.
      Aireside pool | Kirkstall Road 250, Leeds LS4 | 53.8063 -1.5716 | lanes | Lockers take a pound coin and give it back.`,
  },
  {
    city: { region: 'Lisbon', countryCode: 'PT', timeZone: 'Europe/Lisbon', currency: 'EUR' },
    grounds: `
      Doca de Belém | Avenida Brasília 14, 1300-598 Lisbon | 38.6946 -9.1989 | water | Pontoon C. The gate code comes with your confirmation.
      Monsanto courts | Estrada do Alvito 7, 1300-053 Lisbon | 38.7163 -9.1862 | net court | Bus 711 to Alvito, then uphill for five minutes.
      Praia de Carcavelos, north end | Avenida Marginal 80, 2775-604 Carcavelos | 38.6797 -9.3352 | trail water | Between the second and third lifeguard post.
      Pavilhão da Graça | Rua da Graça 96, 1170-169 Lisbon | 38.7181 -9.1302 | court futsal handball net mat floor ring | Tram 28 stops outside. The lift takes a wheelchair and one friend.
      Estádio do Alto | Alameda das Linhas 40, 1600-001 Lisbon | 38.7525 -9.1597 | pitch hockey rugby track trail | Gate 4; gates 1 to 3 are for match days.`,
  },
  {
    city: { region: 'New York', countryCode: 'US', timeZone: 'America/New_York', currency: 'USD' },
    grounds: `
      East River Park, field 6 | FDR Drive at East 6th Street, New York, NY 10009 | 40.7211 -73.9741 | pitch hockey rugby track trail | Take the footbridge at 6th Street.
      Avenue D Gymnasium | 128 Avenue D, New York, NY 10009 | 40.7248 -73.9749 | court futsal handball net mat floor ring | Ring the bell marked GYM. Elevator to the second floor.
      Pier 26 boathouse | 233 West Street, New York, NY 10013 | 40.7213 -74.0125 | water | Life vests are on the pier, in every size.
      Hester Street Boxing Room | 61 Hester Street, New York, NY 10002 | 40.7157 -73.9905 | ring floor mat | Down the green stairs. If it smells of liniment you are right.
      Asser Levy pool | 392 Asser Levy Place, New York, NY 10010 | 40.7365 -73.9756 | lanes | Bring your own padlock, a proper one.`,
  },
  {
    city: { region: 'Antwerp', countryCode: 'BE', timeZone: 'Europe/Brussels', currency: 'EUR' },
    grounds: `
      Park Spoor Noord | Ellermanstraat 45, 2060 Antwerp | 51.2299 4.4232 | pitch hockey rugby track trail net | By the long wooden bench near the fountains.
      Sporthal Luchtbal | Santiagostraat 3, 2030 Antwerp | 51.2513 4.4252 | court futsal handball net mat floor ring | Two minutes from station Luchtbal.`,
  },
  {
    city: { region: 'London', countryCode: 'GB', timeZone: 'Europe/London', currency: 'GBP' },
    grounds: `
      Hackney Marshes, pitch 41 | Homerton Road 60, London E9 | 51.5553 -0.0313 | pitch hockey rugby track trail | Count the crossbars; we paint ours yellow.
      Peckham Arch Hall | Rye Lane 133, London SE15 | 51.4707 -0.0694 | court futsal handball net mat floor ring | Under the railway arch with the blue shutters.
      London Fields lido | London Fields West Side 2, London E8 | 51.5425 -0.0614 | lanes water | Heated, outdoors, worth it.`,
  },
  {
    city: { region: 'Amsterdam', countryCode: 'NL', timeZone: 'Europe/Amsterdam', currency: 'EUR' },
    grounds: `
      Sportpark Middenmeer | Radioweg 80, 1098 NE Amsterdam | 52.3521 4.9479 | pitch hockey rugby track trail net | Cycle all the way in; there are racks for four hundred bikes.
      Jaap IJshal | Radioweg 64, 1098 NE Amsterdam | 52.3516 4.9441 | rink | Outdoors under a roof: dress for it.
      Nieuwe Meer jetty | Jachthavenweg 48, 1081 KM Amsterdam | 52.3349 4.8413 | water lanes | Past the boatyard, second jetty.`,
  },
  {
    city: { region: 'Barcelona', countryCode: 'ES', timeZone: 'Europe/Madrid', currency: 'EUR' },
    grounds: `
      Platja del Bogatell | Passeig Marítim 105, 08005 Barcelona | 41.3943 2.2074 | net water trail | Courts 4 and 5, beside the showers.
      Poliesportiu Poble-sec | Carrer de la França Xica 30, 08004 Barcelona | 41.3731 2.1618 | court futsal handball net mat floor ring wall | Metro L3 Poble-sec, exit Teatre.
      Pistes de Montjuïc | Passeig de l’Exposició 60, 08038 Barcelona | 41.3654 2.1557 | pitch hockey rugby track trail | Warm up on the way: it is all stairs.`,
  },
  {
    city: { region: 'Kraków', countryCode: 'PL', timeZone: 'Europe/Warsaw', currency: 'EUR' },
    grounds: `
      Błonia meadow | Aleja 3 Maja 11, 30-062 Kraków | 50.0594 19.9102 | pitch hockey rugby track trail | At the corner nearest the stadium.
      Hala Zabłocie | Ślusarska 9, 30-702 Kraków | 50.0489 19.9624 | court futsal handball net mat floor ring wall | Old tram depot, the door with the bicycle painted on it.`,
  },
];

type Ground = ReturnType<typeof groundOf>;

/** Creates the towns with their places; `addPlaces` writes them after their owners, the clubs, exist. */
export function createTowns(context: Context): { cities: City[]; grounds: Ground[] } {
  const created: Ground[] = [];
  const cities = towns.map(({ city: facts, grounds }) => {
    const city: City = { ...facts, places: [] };
    for (const line of grounds.trim().split('\n')) created.push(groundOf(context, city, line));
    return city;
  });
  return { cities, grounds: created };
}

function groundOf({ now, random }: Context, city: City, line: string) {
  const [name = '', address = '', spot = '', fields = '', directions = ''] = line
    .split('|')
    .map((part) => part.trim());
  const [latitude, longitude] = spot.split(' ').map(Number);
  if (!directions || latitude === undefined || longitude === undefined)
    throw new Error(`Not a ground: ${line}`);
  const { region, countryCode, timeZone } = city;
  const row = stamp(random, now - random.int(750, 900) * dayMs);
  city.places.push({ id: row.id, name, city, fields: fields.split(' ') });
  return {
    city,
    row: {
      ...row,
      name,
      address,
      region,
      sort_region: fold(region),
      country_code: countryCode,
      latitude,
      longitude,
      time_zone: timeZone,
      directions,
    },
  };
}

/** A place belongs to the first club of its town; without one, to a coach who lives there, or to any other coach but the demo coach. */
export function addPlaces(
  { buffer }: Context,
  grounds: Ground[],
  { clubs, coach, people }: Pick<World, 'clubs' | 'coach' | 'people'>,
): void {
  const others = people.filter((one) => one.isCoach && one !== coach);
  for (const { city, row } of grounds) {
    const club = clubs.find((one) => one.city === city);
    const person = others.find((one) => one.city === city) ?? others[0] ?? coach;
    buffer.add('places', {
      ...row,
      owner_team_id: null,
      owner_organization_id: club?.id ?? null,
      owner_user_id: club ? null : person.id,
    });
  }
}

/** A ground with such a field, in that town if it has one. */
export function placeFor({ random }: Context, cities: City[], city: City, field: Field) {
  const fits = (of: City) => of.places.filter((place) => place.fields.includes(field));
  const here = fits(city);
  return random.pick(here.length > 0 ? here : cities.flatMap(fits));
}

/** Whether the sport there is under a roof: a hall, a rink, a pool or a climbing hall. */
export const isIndoors = ({ fields }: Pick<Place, 'fields'>) =>
  fields.includes('floor') ||
  fields.includes('rink') ||
  fields.every((one) => one === 'lanes' || one === 'wall');
