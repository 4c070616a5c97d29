// The activities Sideline knows and the field each is played on. Plain values, so the page may import them.

export const fields = [
  'pitch',
  'rugby',
  'court',
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
  athletics: { name: 'Athletics', field: 'track' },
  badminton: { name: 'Badminton', field: 'net' },
  basketball: { name: 'Basketball', field: 'court' },
  'beach-volleyball': { name: 'Beach volleyball', field: 'net' },
  boxing: { name: 'Boxing', field: 'ring' },
  climbing: { name: 'Climbing', field: 'wall' },
  cycling: { name: 'Cycling', field: 'trail' },
  dance: { name: 'Dance', field: 'floor' },
  fitness: { name: 'Fitness', field: 'floor' },
  football: { name: 'Football', field: 'pitch' },
  futsal: { name: 'Futsal', field: 'court' },
  gymnastics: { name: 'Gymnastics', field: 'mat' },
  handball: { name: 'Handball', field: 'court' },
  hockey: { name: 'Hockey', field: 'pitch' },
  'ice-hockey': { name: 'Ice hockey', field: 'rink' },
  judo: { name: 'Judo', field: 'mat' },
  karate: { name: 'Karate', field: 'mat' },
  padel: { name: 'Padel', field: 'net' },
  rowing: { name: 'Rowing', field: 'water' },
  rugby: { name: 'Rugby', field: 'rugby' },
  running: { name: 'Running', field: 'track' },
  sailing: { name: 'Sailing', field: 'water' },
  swimming: { name: 'Swimming', field: 'lanes' },
  tennis: { name: 'Tennis', field: 'net' },
  'trail-running': { name: 'Trail running', field: 'trail' },
  triathlon: { name: 'Triathlon', field: 'lanes' },
  volleyball: { name: 'Volleyball', field: 'net' },
  'wheelchair-basketball': { name: 'Wheelchair basketball', field: 'court' },
  yoga: { name: 'Yoga', field: 'mat' },
} as const satisfies Record<string, { name: string; field: Field }>;

export type Activity = keyof typeof activities;
export const activityNames = Object.keys(activities) as [Activity, ...Activity[]];
