// Generated clubs and teams, for large demos.
import { activities as activityFacts } from '../../contract/values/activities.ts';
import { levels } from '../../contract/values/enums.ts';
import type { Random } from '../random.ts';
import type { ClubText } from '../texts/club-texts.ts';
import type { TeamText } from '../texts/team-texts.ts';
import type { Club, Person } from '../world.ts';

const quarters = [
  'North',
  'Harbour',
  'Old Mill',
  'Station',
  'Riverside',
  'Garden',
  'Hillside',
  'Market',
  'Canal',
  'Lighthouse',
];
const forms = [
  'Athletic',
  'United',
  'Sports Club',
  'Movers',
  'Rovers',
  'Collective',
  'Union',
  'Harriers',
  'Society',
  'Club 1921',
];
const squads = ['First', 'Second', 'Evening', 'Mixed', 'Veterans', 'Academy', 'Weekend', 'Starters'];

export function extraClub(random: Random, owner: Person, number: number): ClubText {
  const { region } = owner.city;
  const name = `${region} ${random.pick(quarters)} ${random.pick(forms)}`;
  return {
    name,
    region,
    activities: owner.activities,
    visibility: random.chance(0.9) ? 'public' : random.pick(['unlisted', 'private']),
    openness: random.pick(['open', 'open', 'moderated', 'inviteOnly']),
    owner: owner.username,
    admins: [],
    coaches: [],
    url: `https://club-${number}.example`,
    email: `hello@club-${number}.example`,
    telephone: null,
    address: null,
    description: `A club in ${region} for people who would rather do than watch.\n\nCome by on any weekday evening; somebody has a key.`,
  };
}

export function extraTeam(random: Random, owner: Person, club: Club | null, number: number): TeamText {
  const activity = random.pick(club?.activities ?? owner.activities);
  return {
    name: `${club?.name ?? owner.city.region} ${activityFacts[activity].name} ${random.pick(squads)} ${number}`,
    club: club?.name ?? null,
    region: owner.city.region,
    activity,
    level: random.pick(levels),
    ages: [16, null],
    visibility: random.chance(0.9) ? 'public' : random.pick(['unlisted', 'private']),
    openness: random.pick(['open', 'moderated', 'inviteOnly']),
    owner: owner.username,
    coaches: [],
    size: 0,
    description: 'We train once a week and play when somebody asks us to.',
  };
}
