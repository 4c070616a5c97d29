// Text blocks of people: notes and reasons of their replies, bios, qualifications.
import { type Activity, activities, type Field } from '../../contract/values/activities.ts';
import type { EventKind } from '../../contract/values/enums.ts';
import type { Fitting } from './fitting.ts';

/** A reply to an event; `weekday` and `hour` are the event's local start, `age` is null where it is unknown. */
export type ReplySetting = {
  activity: Activity;
  kind: EventKind;
  level: string | null;
  age: number | null;
  isMember: boolean;
  isOnline: boolean;
  weekday: number;
  hour: number;
};

const isChild = ({ age }: { age: number | null }) => age !== null && age < 13;
const isAdult = ({ age }: { age: number | null }) => age === null || age >= 18;
const isAfterWork = (reply: ReplySetting) => isAdult(reply) && reply.weekday <= 5 && reply.hour >= 17;
const hasField = (activity: Activity, ...fields: Field[]) => fields.includes(activities[activity].field);
const ballSports: Activity[] = [
  'football',
  'futsal',
  'basketball',
  'handball',
  'volleyball',
  'beach-volleyball',
];
const jumpSports: Activity[] = [
  'athletics',
  'gymnastics',
  'volleyball',
  'handball',
  'basketball',
  'dance',
  'fitness',
];
const races: Activity[] = ['running', 'trail-running', 'athletics', 'triathlon', 'swimming', 'cycling'];
const teamSports: Activity[] = [
  'football',
  'futsal',
  'basketball',
  'handball',
  'volleyball',
  'rugby',
  'hockey',
  'ice-hockey',
];
const played: Activity[] = [...teamSports, 'tennis', 'badminton', 'padel', 'wheelchair-basketball'];

export const notes: Fitting<ReplySetting>[] = [
  { text: 'I may be ten minutes late, coming from work.', fits: isAfterWork },
  {
    text: 'Need a chair in size M, please.',
    fits: (reply) => reply.activity === 'wheelchair-basketball',
  },
  {
    text: 'First time, a little nervous.',
    fits: (reply) => !reply.isMember && !isChild(reply) && reply.level === 'beginner',
  },
  {
    text: 'Vegetarian.',
    fits: ({ kind }) => kind === 'camp' || kind === 'social',
  },
  {
    text: 'I can bring two extra balls.',
    fits: (reply) => isAdult(reply) && ballSports.includes(reply.activity) && reply.kind === 'training',
  },
  {
    text: 'My knee is taped, I will skip the jumps.',
    fits: (reply) => isAdult(reply) && jumpSports.includes(reply.activity) && !reply.isOnline,
  },
  { text: 'Mum picks me up a quarter of an hour early.', fits: isChild },
  {
    text: 'My boots are new, I may need a plaster.',
    fits: (reply) => isChild(reply) && hasField(reply.activity, 'pitch'),
  },
  {
    text: 'Can I try goalkeeper today?',
    fits: (reply) => isChild(reply) && hasField(reply.activity, 'pitch'),
  },
  { text: 'I have to leave on time today.', fits: (reply) => !isChild(reply) },
  {
    text: 'Coming straight from the station, keep me a spot.',
    fits: (reply) => isAdult(reply) && !reply.isOnline,
  },
];

export const declineReasons: Fitting<ReplySetting>[] = [
  { text: 'Working that evening.', fits: isAfterWork },
  'Family birthday.',
  { text: 'Ankle needs one more week.', fits: ({ kind }) => kind !== 'meeting' && kind !== 'social' },
  { text: 'Out of town.', fits: (reply) => !isChild(reply) },
  {
    text: 'Exam the next morning.',
    fits: ({ age, weekday, hour }) =>
      age !== null && age >= 14 && age < 26 && hour >= 17 && weekday !== 5 && weekday !== 6,
  },
  { text: 'At grandma’s this weekend.', fits: (reply) => isChild(reply) && reply.weekday >= 6 },
  { text: 'Scout camp.', fits: isChild },
  { text: 'A cold. Better next week.', fits: ({ isOnline }) => !isOnline },
];

/** A person; `activity` is the first one of their profile. */
export type Bearer = { activity: Activity; age: number };

/** `{activity}` and `{town}` are filled in. */
export const traineeBios: Fitting<Bearer>[] = [
  {
    text: 'Came to {activity} late and stayed. Usually found in {town} asking where the nearest coffee is.',
    fits: ({ age }) => age >= 30,
  },
  {
    text: 'Plays {activity} twice a week, thinks about it the other five days.',
    fits: ({ activity }) => played.includes(activity),
  },
  {
    text: 'Two children, one bike, three evenings of {activity} a month if all goes well.',
    fits: ({ age }) => age >= 30 && age <= 52,
  },
  {
    text: 'Used to compete. Now I am in it for the people and the shower afterwards.',
    fits: ({ age }) => age >= 28,
  },
  'New in {town} and learning the language one warm-up at a time.',
  'I like early mornings, clear plans and coaches who explain why.',
  { text: 'Back after a knee operation. Patient with myself, mostly.', fits: ({ age }) => age >= 22 },
  {
    text: 'Will swap lifts to away games for home-made bread.',
    fits: ({ activity }) => teamSports.includes(activity),
  },
  {
    text: 'Night-shift nurse, so my replies come at strange hours. I do turn up.',
    fits: ({ age }) => age >= 24 && age <= 64,
  },
  {
    text: '{activity} is my excuse to be outside. {town} has more green than people think.',
    fits: ({ activity }) => hasField(activity, 'pitch', 'hockey', 'rugby', 'trail', 'track', 'water'),
  },
  {
    text: 'Slowest in the group and proud of the attendance rate.',
    fits: ({ activity }) => races.includes(activity),
  },
  {
    text: 'Collects finish-line photos in which my eyes are closed.',
    fits: ({ activity }) => races.includes(activity),
  },
  { text: 'Student. Free most evenings, broke most days.', fits: ({ age }) => age <= 25 },
  { text: 'Retired, so I have the time and no excuse.', fits: ({ age }) => age >= 64 },
];

export const coachBios: Fitting<Bearer>[] = [
  'Teaches {activity} in {town}. Believes in short explanations and long games.',
  {
    text: 'Twelve years of coaching {activity}; still writes every session on one index card.',
    fits: ({ age }) => age >= 34,
  },
  'I coach beginners because the first good day of somebody’s {activity} is the best one to be at.',
  {
    text: 'Former league player, now mostly carrying cones. Ask me about load and rest.',
    fits: ({ age, activity }) => age >= 30 && teamSports.includes(activity),
  },
  {
    text: 'Sports scientist by day, whistle by night. Data where it helps, fun where it does not.',
    fits: ({ age }) => age >= 25,
  },
];

export const qualifications: Fitting<{ activities: readonly Activity[] }>[] = [
  'National coaching certificate, level 1',
  'National coaching certificate, level 2',
  'National coaching certificate, level 3',
  'First aid at sport',
  'Safeguarding young people',
  {
    text: 'Pool lifeguard',
    fits: (coach) => coach.activities.some((one) => hasField(one, 'lanes', 'water')),
  },
  'Adapted sports instructor',
  'Strength and conditioning, basic',
  { text: 'Referee, regional list', fits: (coach) => coach.activities.some((one) => played.includes(one)) },
];
