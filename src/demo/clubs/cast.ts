// The named people of the demo: the demo accounts, club owners and coaches.
import type { Activity } from '../../contract/values/activities.ts';
import type { Level } from '../../contract/values/enums.ts';

export type Role = {
  username: string;
  name: string;
  region: string;
  age: number;
  isCoach: boolean;
  activities: Activity[];
  level: Level;
  languages: string[];
  bio: string;
};

const coach = { isCoach: true, level: 'advanced' as Level };

/** All are verified, adult and public. The first two are the demo accounts. */
export const cast: [Role, Role, ...Role[]] = [
  {
    ...coach,
    username: 'coach',
    name: 'Nora Claes',
    region: 'Ghent',
    age: 38,
    activities: ['football', 'futsal', 'running'],
    languages: ['nl', 'en', 'fr'],
    bio: 'Played left back until my knee had other plans. Now I coach the under-twelves, a second eleven that laughs a lot, and anyone who runs at dawn.',
  },
  {
    username: 'trainee',
    name: 'Bram Yilmaz',
    region: 'Ghent',
    age: 29,
    isCoach: false,
    level: 'intermediate',
    activities: ['football', 'swimming', 'running', 'padel'],
    languages: ['nl', 'tr', 'en'],
    bio: 'Right wing with a left foot. I swim so that I can eat, and run so that I can talk to people.',
  },
  {
    ...coach,
    username: 'lode.vanacker',
    name: 'Lode Vanacker',
    region: 'Ghent',
    age: 61,
    activities: ['football', 'fitness'],
    languages: ['nl', 'fr'],
    bio: 'Chairman of KV Rooigem since the old canteen. I still line the pitches myself on Fridays.',
  },
  {
    ...coach,
    username: 'jef.adebayo',
    name: 'Jef Adebayo',
    region: 'Ghent',
    age: 34,
    activities: ['wheelchair-basketball', 'basketball'],
    languages: ['nl', 'en', 'yo'],
    bio: 'Point guard on wheels. I started an open court because the nearest team was an hour away; now there are six chairs in my hallway.',
  },
  {
    ...coach,
    username: 'ines.okafor',
    name: 'Ines Okafor',
    region: 'Ghent',
    age: 42,
    activities: ['swimming', 'triathlon', 'rowing'],
    languages: ['nl', 'en', 'pt'],
    bio: 'Open-water swimmer, cautious optimist. I teach adults who were told they would never learn.',
  },
  {
    ...coach,
    username: 'arjun.mehta',
    name: 'Arjun Mehta',
    region: 'Ghent',
    age: 31,
    activities: ['running', 'athletics', 'cycling'],
    languages: ['en', 'hi', 'nl'],
    bio: 'Physics teacher. My sessions have a hypothesis, a warm-up and usually a hill.',
  },
  {
    ...coach,
    username: 'elke.dhondt',
    name: 'Elke D’hondt',
    region: 'Ghent',
    age: 47,
    activities: ['yoga', 'fitness', 'futsal'],
    languages: ['nl', 'fr', 'en'],
    bio: 'Movement teacher and futsal keeper, in that order, except on Mondays.',
  },
  {
    ...coach,
    username: 'dila.kaya',
    name: 'Dila Kaya',
    region: 'Berlin',
    age: 36,
    activities: ['handball', 'volleyball'],
    languages: ['de', 'tr', 'en'],
    bio: 'Backcourt for fifteen years. I run a club where nobody is asked where they come from before they are asked to play.',
  },
  {
    ...coach,
    username: 'matthias.brandt',
    name: 'Matthias Brandt',
    region: 'Berlin',
    age: 52,
    activities: ['climbing', 'judo', 'hockey', 'ice-hockey', 'badminton'],
    languages: ['de', 'en'],
    bio: 'PE teacher with keys to too many halls. Falls well, teaches falling better.',
  },
  {
    ...coach,
    username: 'zofia.wrobel',
    name: 'Zofia Wróbel',
    region: 'Berlin',
    age: 33,
    activities: ['running', 'fitness'],
    languages: ['pl', 'de', 'en'],
    bio: 'I get office people out of the office at noon and back before anyone notices.',
  },
  {
    ...coach,
    username: 'ruth.ackroyd',
    name: 'Ruth Ackroyd',
    region: 'Leeds',
    age: 55,
    activities: ['trail-running', 'running', 'athletics'],
    languages: ['en'],
    bio: 'Fell runner. I know every gate on the Chevin and which of them bite.',
  },
  {
    ...coach,
    username: 'tomos.pryce',
    name: 'Tomos Pryce',
    region: 'Leeds',
    age: 40,
    activities: ['rugby', 'cycling', 'football'],
    languages: ['en', 'cy'],
    bio: 'Hooker turned ride leader. Safe tackles, straight lines, strong tea.',
  },
  {
    ...coach,
    username: 'beatriz.falcao',
    name: 'Beatriz Falcão',
    region: 'Lisbon',
    age: 45,
    activities: ['sailing', 'yoga', 'beach-volleyball'],
    languages: ['pt', 'en', 'fr'],
    bio: 'Grew up on a ferry. Teaches people to look at water before they touch a rope.',
  },
  {
    ...coach,
    username: 'rui.tavares',
    name: 'Rui Tavares',
    region: 'Lisbon',
    age: 30,
    activities: ['padel', 'tennis'],
    languages: ['pt', 'es', 'en'],
    bio: 'Left-handed, patient, allergic to the phrase “easy ball”.',
  },
  {
    ...coach,
    username: 'malik.freeman',
    name: 'Malik Freeman',
    region: 'New York',
    age: 44,
    activities: ['basketball', 'wheelchair-basketball', 'boxing'],
    languages: ['en', 'es'],
    bio: 'Born on Avenue D, coaching on Avenue D. The door is open and so is the floor.',
  },
  {
    ...coach,
    username: 'yuki.tanabe',
    name: 'Yuki Tanabe',
    region: 'New York',
    age: 37,
    activities: ['gymnastics', 'karate', 'dance'],
    languages: ['ja', 'en'],
    bio: 'Former floor specialist. I count in Japanese when it matters and in jokes when it does not.',
  },
];
