// Text blocks for events: descriptions per kind of event, closings, meeting points, reasons of changes.
import type { Activity } from '../../contract/values/activities.ts';
import type { EventKind } from '../../contract/values/enums.ts';
import type { Fitting } from './fitting.ts';

/** What a text about an event must fit. `month` is 1 for January. */
export type Setting = {
  kind: EventKind;
  activity: Activity;
  isOutdoors: boolean;
  isOnline: boolean;
  isPaid: boolean;
  month: number;
};
const onSite = ({ isOnline }: Setting) => !isOnline;
const outdoors = ({ isOutdoors }: Setting) => isOutdoors;
const indoors = ({ isOutdoors, isOnline }: Setting) => !isOutdoors && !isOnline;
const ofMatch = ({ kind }: Setting) => kind === 'match';
const onPitch = ({ activity }: Setting) => ['football', 'rugby', 'hockey'].includes(activity);

/** Markdown, one of them per description. */
export const howItGoes: Record<EventKind, string[]> = {
  training: [
    'How the session runs:\n\n- warm-up with the ball or the tool of the day\n- two blocks on the theme\n- a game, a race or a round to test it\n- five minutes to cool down and talk',
    'The plan is on the board when you arrive. If something hurts, tell the coach before the warm-up: there is always another version.',
    'We start on time and end on time. Come ten minutes early when it is your first one, so that somebody can show you around.',
  ],
  class: [
    'You need no experience. The first half is slow and shown twice; the second half is yours to try.',
    'Groups stay small, so that the coach knows your name by the end:\n\n1. a short welcome\n2. the basics, one at a time\n3. practice in pairs\n4. questions, also the ones you were afraid to ask',
    'Come as you are. **Kit can be borrowed for free**; tell us your size in the note when you sign up.',
  ],
  match: [
    'Line-up goes out the evening before. Reply early, even if it is a no: an empty place can still be filled.',
    'Be changed twenty minutes before the start. Spectators are welcome and the canteen is open.',
    'Two referees, fair play, and a handshake line that we take seriously.',
  ],
  competition: [
    'The day in short:\n\n- doors and number pick-up one hour before\n- briefing fifteen minutes before the first start\n- results on the wall within ten minutes\n- prizes when the last one is in',
    'There is one entry list and it closes when it is full. If you cannot come, give your place back: someone on the waitlist is hoping for it.',
    'Prizes go to the first three, the last one, and the best helper.',
  ],
  camp: [
    'A full day needs food: lunch is included, with a vegetarian and a vegan pot. Write allergies in your note.',
    'We work in two blocks with a long break between them. *Nobody has to do everything*; sitting one exercise out is allowed.',
    'What you take home:\n\n- a short video of yourself with remarks\n- three exercises for the coming month\n- tired legs',
  ],
  course: [
    'The course builds up from one meeting to the next, so please come to all of them. Notes are sent afterwards.',
    'You practise more than you listen. At the end there is a small test, which is really a game, and a certificate.',
    'Bring something to write with. There is homework, and it takes ten minutes a day.',
  ],
  assessment: [
    'You get your results on paper and a quarter of an hour to talk about them. Nobody else sees them.',
    'Arrive rested, eat two hours before, and leave the new shoes at home.',
    'We look at three things:\n\n- what you do well already\n- what holds you back most\n- what to do first',
  ],
  meeting: [
    'On the list:\n\n1. what went well\n2. what did not\n3. who does what before the next one',
    'It lasts one hour because we stop after one hour. Coffee is there from a quarter before.',
    'Can’t be there? Send your point beforehand and somebody will speak for it.',
  ],
  social: [
    'Partners, children and friends are welcome. Tell us how many you are so that there is enough on the table.',
    'No speeches longer than a minute. There will be a quiz, and the questions are unfair.',
    'Bring something to share if you can; bring only yourself if you can’t.',
  ],
};

export const closings: Fitting<Setting>[] = [
  { text: 'First time? Tell the coach at the start and you will have a buddy for the day.', fits: onSite },
  'If you can no longer come, give your place back in the app. It takes one tap and makes somebody happy.',
  {
    text: 'Rain is not a reason to stay at home. Lightning is: then you get a message an hour before.',
    fits: outdoors,
  },
  { text: 'There is a place to lock bikes, and the last bus leaves well after we finish.', fits: onSite },
  {
    text: 'Photographs are taken now and then. Tell us if you would rather not be in them.',
    fits: onSite,
  },
  {
    text: 'Money should never be the reason: write to us and we find a way, without questions.',
    fits: ({ isPaid }) => isPaid,
  },
  { text: 'Toilets and changing rooms are step-free. Ask if you need anything else.', fits: indoors },
  {
    text: 'The link opens ten minutes before. You may leave your camera off.',
    fits: ({ isOnline }) => isOnline,
  },
];

export const meetingPoints: Fitting<Setting>[] = [
  { text: 'At the main gate', fits: outdoors },
  { text: 'At the corner flag nearest the gate', fits: onPitch },
  'At the notice board',
  'By the bike racks',
  { text: 'Next to the equipment container', fits: onPitch },
  { text: 'In the hall, bench side', fits: indoors },
  { text: 'At the front desk', fits: indoors },
];

export const accessibility = [
  'Step-free access',
  'Accessible toilet',
  'Accessible changing room',
  'Blue-badge parking',
  'Hearing loop',
  'Quiet space',
  'Assistance dogs welcome',
  'Sign language on request',
];

export const cancelReasons: Fitting<Setting>[] = [
  {
    text: 'The pitch is frozen and the city has closed it.',
    fits: (setting) => onPitch(setting) && (setting.month <= 2 || setting.month === 12),
  },
  { text: 'The pitch is under water and the city has closed it.', fits: onPitch },
  'Our coach is ill and there is nobody to take over.',
  { text: 'A burst pipe has flooded the changing rooms.', fits: indoors },
  'Too few people could make it. We try again next month.',
];

export const postponeReasons: Fitting<Setting>[] = [
  { text: 'Storm warning. A new date follows as soon as the wind has dropped.', fits: outdoors },
  { text: 'The hall is needed as a polling station. We look for another day.', fits: indoors },
  { text: 'The other team is stuck behind a closed railway. New date to come.', fits: ofMatch },
  'Our coach has to travel that week. New date to come.',
];

export const rescheduleReasons: Fitting<Setting>[] = [
  { text: 'The hall gave us another time.', fits: indoors },
  { text: 'Moved because of the weather forecast.', fits: outdoors },
  { text: 'The youth match before us runs late.', fits: onPitch },
  'The coach’s train arrives later.',
];
