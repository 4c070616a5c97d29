// The activities and the field of each. Plain values, so that the app may import them.
import { said } from '../said.ts';

export const fields = [
  'pitch',
  'rugby',
  'court',
  'futsal',
  'handball',
  'hockey',
  'net',
  'lanes',
  'track',
  'mat',
  'trail',
  'wall',
  'ring',
  'rink',
  'floor',
  'water',
] as const;
export type Field = (typeof fields)[number];

export const activities = {
  athletics: { name: said('Athletics'), field: 'track' },
  badminton: { name: said('Badminton'), field: 'net' },
  basketball: { name: said('Basketball'), field: 'court' },
  'beach-volleyball': { name: said('Beach volleyball'), field: 'net' },
  boxing: { name: said('Boxing'), field: 'ring' },
  climbing: { name: said('Climbing'), field: 'wall' },
  cycling: { name: said('Cycling'), field: 'trail' },
  dance: { name: said('Dance'), field: 'floor' },
  fitness: { name: said('Fitness'), field: 'floor' },
  football: { name: said('Football'), field: 'pitch' },
  futsal: { name: said('Futsal'), field: 'futsal' },
  gymnastics: { name: said('Gymnastics'), field: 'mat' },
  handball: { name: said('Handball'), field: 'handball' },
  hockey: { name: said('Hockey'), field: 'hockey' },
  'ice-hockey': { name: said('Ice hockey'), field: 'rink' },
  judo: { name: said('Judo'), field: 'mat' },
  karate: { name: said('Karate'), field: 'mat' },
  padel: { name: said('Padel'), field: 'net' },
  rowing: { name: said('Rowing'), field: 'water' },
  rugby: { name: said('Rugby'), field: 'rugby' },
  running: { name: said('Running'), field: 'track' },
  sailing: { name: said('Sailing'), field: 'water' },
  swimming: { name: said('Swimming'), field: 'lanes' },
  tennis: { name: said('Tennis'), field: 'net' },
  'trail-running': { name: said('Trail running'), field: 'trail' },
  triathlon: { name: said('Triathlon'), field: 'lanes' },
  volleyball: { name: said('Volleyball'), field: 'net' },
  'wheelchair-basketball': { name: said('Wheelchair basketball'), field: 'court' },
  yoga: { name: said('Yoga'), field: 'mat' },
} as const satisfies Record<string, { name: string; field: Field }>;

export type Activity = keyof typeof activities;
export const activityNames = Object.keys(activities) as [Activity, ...Activity[]];
