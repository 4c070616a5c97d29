// The named clubs of the demo. Usernames are those of the cast.
import type { Activity } from '../../contract/values/activities.ts';
import type { groupOpennesses, groupVisibilities } from '../../contract/values/enums.ts';

export type Openness = (typeof groupOpennesses)[number];
export type Visibility = (typeof groupVisibilities)[number];

export type ClubText = {
  name: string;
  region: string;
  activities: Activity[];
  visibility: Visibility;
  openness: Openness;
  owner: string;
  admins: string[];
  coaches: string[];
  url: string | null;
  email: string | null;
  telephone: string | null;
  address: string | null;
  description: string;
};

export const clubTexts: ClubText[] = [
  {
    name: 'KV Rooigem',
    region: 'Ghent',
    activities: ['football', 'futsal', 'fitness'],
    visibility: 'public',
    openness: 'moderated',
    owner: 'lode.vanacker',
    admins: ['coach'],
    coaches: ['elke.dhondt'],
    url: 'https://kvrooigem.example',
    email: 'info@kvrooigem.example',
    telephone: '+3292550142',
    address: 'Rooigemlaan 210, 9000 Gent',
    description:
      'A neighbourhood football club between the ring canal and the allotments, with **eleven teams and one very good soup**.\n\nEvery child plays at least half of every match. The first team found out too, and now wants the same.\n\n- Youth from six years on\n- Women, men and mixed futsal\n- Fitness for parents while they wait',
  },
  {
    name: 'Lys Swimmers',
    region: 'Ghent',
    activities: ['swimming', 'triathlon', 'rowing'],
    visibility: 'public',
    openness: 'open',
    owner: 'ines.okafor',
    admins: [],
    coaches: ['arjun.mehta'],
    url: 'https://lys-swimmers.example',
    email: 'hello@lys-swimmers.example',
    telephone: null,
    address: 'Yachtdreef 1, 9000 Gent',
    description:
      'Pool in winter, river when it is warm, and river when it is not warm at all.\n\nWe are a club for people who learnt late, came back, or never stopped. Four lanes, four paces, one coach on deck who remembers what you were working on.',
  },
  {
    name: 'Spreekreis Sport',
    region: 'Berlin',
    activities: ['handball', 'volleyball', 'badminton', 'hockey', 'ice-hockey', 'climbing', 'judo'],
    visibility: 'public',
    openness: 'open',
    owner: 'dila.kaya',
    admins: ['matthias.brandt'],
    coaches: ['zofia.wrobel'],
    url: 'https://spreekreis.example',
    email: 'verein@spreekreis.example',
    telephone: '+493055501420',
    address: 'Lobeckstraße 60, 10969 Berlin',
    description:
      'Founded by three school teams that lost their hall in the same week and decided to share one.\n\nSeven sports, one membership. Try anything for a month; *the fee depends on what you earn, and we believe you*.',
  },
  {
    name: 'Aire Valley Sports Club',
    region: 'Leeds',
    activities: ['trail-running', 'running', 'athletics', 'rugby', 'cycling'],
    visibility: 'public',
    openness: 'open',
    owner: 'ruth.ackroyd',
    admins: [],
    coaches: ['tomos.pryce'],
    url: 'https://airevalley.example',
    email: 'secretary@airevalley.example',
    telephone: '+441135550142',
    address: 'Beckett Playing Fields, Otley Road 112, Leeds',
    description:
      'Runners, riders and rugby players who share a shed, a kettle and the weather.\n\n1. Turn up.\n2. Be kind to the last one home.\n3. Wash your mug.',
  },
  {
    name: 'Clube da Maré',
    region: 'Lisbon',
    activities: ['sailing', 'padel', 'tennis', 'beach-volleyball', 'yoga'],
    visibility: 'public',
    openness: 'moderated',
    owner: 'beatriz.falcao',
    admins: [],
    coaches: ['rui.tavares'],
    url: 'https://clubedamare.example',
    email: 'ola@clubedamare.example',
    telephone: '+351215550142',
    address: 'Doca de Belém, Avenida Brasília 14, Lisboa',
    description:
      'On the water when the tide lets us, on court when it does not.\n\nTwelve dinghies, two courts, one grill. Lessons in Portuguese and English; nobody needs to own anything to start.',
  },
  {
    name: 'Avenue D Athletic',
    region: 'New York',
    activities: ['basketball', 'wheelchair-basketball', 'boxing', 'dance', 'gymnastics', 'karate'],
    visibility: 'public',
    openness: 'open',
    owner: 'malik.freeman',
    admins: ['yuki.tanabe'],
    coaches: [],
    url: 'https://avenued.example',
    email: 'desk@avenued.example',
    telephone: '+12125550142',
    address: '128 Avenue D, New York, NY 10009',
    description:
      'One gym, two floors, seven nights a week. The elevator works: we check it every morning.\n\nPay what you can at the desk. Homework table from four to six, **no shoes on the blue mats, ever**.',
  },
  {
    name: 'Tempelhof Lunch Runners',
    region: 'Berlin',
    activities: ['running', 'fitness'],
    visibility: 'unlisted',
    openness: 'inviteOnly',
    owner: 'zofia.wrobel',
    admins: [],
    coaches: ['matthias.brandt'],
    url: null,
    email: 'lunch@tempelhof-runners.example',
    telephone: null,
    address: null,
    description:
      'Forty minutes at noon, twice a week, for the offices around the field. Known by word of mouth, and glad of it.',
  },
  {
    name: 'Flanders Coaches Circle',
    region: 'Ghent',
    activities: ['football', 'swimming', 'athletics', 'yoga'],
    visibility: 'private',
    openness: 'inviteOnly',
    owner: 'elke.dhondt',
    admins: ['arjun.mehta'],
    coaches: ['coach', 'ines.okafor'],
    url: null,
    email: null,
    telephone: null,
    address: null,
    description:
      'Coaches who meet once a month to say what did not work. What is said at the table stays at the table.',
  },
];
