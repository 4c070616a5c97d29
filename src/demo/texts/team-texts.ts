// The named teams of the demo. Usernames are those of the cast.
import type { Activity } from '../../contract/values/activities.ts';
import type { Level } from '../../contract/values/enums.ts';
import type { Openness, Visibility } from './club-texts.ts';

export type TeamText = {
  name: string;
  club: string | null;
  region: string;
  activity: Activity;
  level: Level | null;
  ages: [number | null, number | null];
  visibility: Visibility;
  openness: Openness;
  owner: string;
  coaches: string[];
  /** Maximum number of trainees, without those who are named elsewhere. */
  size: number;
  description: string;
};

const listed = { visibility: 'public', openness: 'open' } as const;

export const teamTexts: TeamText[] = [
  {
    ...listed,
    name: 'KV Rooigem U12',
    club: 'KV Rooigem',
    region: 'Ghent',
    activity: 'football',
    level: 'beginner',
    ages: [10, 12],
    openness: 'moderated',
    owner: 'lode.vanacker',
    coaches: ['coach'],
    size: 0,
    description:
      'Girls and boys of ten to twelve. We rotate positions all season, so everyone has been in goal at least once.',
  },
  {
    ...listed,
    name: 'KV Rooigem Second XI',
    club: 'KV Rooigem',
    region: 'Ghent',
    activity: 'football',
    level: 'intermediate',
    ages: [18, null],
    openness: 'moderated',
    owner: 'lode.vanacker',
    coaches: ['coach'],
    size: 11,
    description:
      'Adults who can play and have jobs. Training on Wednesday, a match at the weekend, chips afterwards.',
  },
  {
    ...listed,
    name: 'KV Rooigem Futsal',
    club: 'KV Rooigem',
    region: 'Ghent',
    activity: 'futsal',
    level: 'intermediate',
    ages: [16, null],
    openness: 'inviteOnly',
    owner: 'elke.dhondt',
    coaches: ['coach'],
    size: 8,
    description: 'Mixed futsal on Monday nights at Tolhuis. Quick feet, short tempers left at the door.',
  },
  {
    ...listed,
    name: 'Citadel Dawn Runners',
    club: null,
    region: 'Ghent',
    activity: 'running',
    level: null,
    ages: [16, null],
    owner: 'coach',
    coaches: ['arjun.mehta'],
    size: 9,
    description:
      'Thursday, a quarter to seven, by the bandstand. Seven kilometres, two paces, then the first coffee in town.',
  },
  {
    ...listed,
    name: 'Lys Masters',
    club: 'Lys Swimmers',
    region: 'Ghent',
    activity: 'swimming',
    level: 'intermediate',
    ages: [25, null],
    owner: 'ines.okafor',
    coaches: [],
    size: 10,
    description:
      'Adults in four lanes. You get a set on the board and one remark to think about until next week.',
  },
  {
    ...listed,
    name: 'Lys Tri Squad',
    club: 'Lys Swimmers',
    region: 'Ghent',
    activity: 'triathlon',
    level: 'advanced',
    ages: [18, null],
    openness: 'moderated',
    owner: 'ines.okafor',
    coaches: ['arjun.mehta'],
    size: 6,
    description: 'For those with a race in the diary. Ask first: we look at your last three months together.',
  },
  {
    ...listed,
    name: 'Spreekreis Handball Women',
    club: 'Spreekreis Sport',
    region: 'Berlin',
    activity: 'handball',
    level: 'advanced',
    ages: [17, null],
    openness: 'moderated',
    owner: 'dila.kaya',
    coaches: ['matthias.brandt'],
    size: 8,
    description: 'District league, third season, no home defeat that we talk about.',
  },
  {
    ...listed,
    name: 'Aire Valley Hill Group',
    club: 'Aire Valley Sports Club',
    region: 'Leeds',
    activity: 'trail-running',
    level: 'intermediate',
    ages: [18, null],
    owner: 'ruth.ackroyd',
    coaches: [],
    size: 8,
    description: 'Up, along, down, pub. Head torches from October to March.',
  },
  {
    ...listed,
    name: 'Aire Valley U16 Rugby',
    club: 'Aire Valley Sports Club',
    region: 'Leeds',
    activity: 'rugby',
    level: 'beginner',
    ages: [14, 16],
    openness: 'inviteOnly',
    owner: 'tomos.pryce',
    coaches: [],
    size: 12,
    description: 'Boys and girls together until sixteen. Contact only after the safe-tackle course.',
  },
  {
    ...listed,
    name: 'Maré Dinghy Squad',
    club: 'Clube da Maré',
    region: 'Lisbon',
    activity: 'sailing',
    level: 'advanced',
    ages: [16, null],
    owner: 'beatriz.falcao',
    coaches: [],
    size: 7,
    description: 'Two-person boats, Saturday mornings. We sail all winter because the wind does.',
  },
  {
    ...listed,
    name: 'Avenue D Wheels',
    club: 'Avenue D Athletic',
    region: 'New York',
    activity: 'wheelchair-basketball',
    level: 'intermediate',
    ages: [16, null],
    owner: 'malik.freeman',
    coaches: [],
    size: 8,
    description:
      'Wheelchair basketball for players with and without a disability. We have chairs; bring nerve.',
  },
  {
    ...listed,
    name: 'The Thursday Five',
    club: null,
    region: 'Ghent',
    activity: 'padel',
    level: 'intermediate',
    ages: [null, null],
    visibility: 'private',
    openness: 'inviteOnly',
    owner: 'elke.dhondt',
    coaches: [],
    size: 4,
    description: 'Five friends, four places on court. Whoever sits out buys.',
  },
];
