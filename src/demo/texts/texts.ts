// Text blocks for events and people: descriptions per kind of event, closings, reasons, notes, bios.
import type { EventKind } from '../../contract/values/enums.ts';

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

export const closings = [
  'First time? Tell the coach at the door and you will have a buddy for the day.',
  'If you can no longer come, give your place back in the app. It takes one tap and makes somebody happy.',
  'Rain is not a reason to stay at home. Lightning is: then you get a message an hour before.',
  'There is a place to lock bikes, and the last bus leaves well after we finish.',
  'Photographs are taken now and then. Say no at the door and we keep you out of them.',
  'Money should never be the reason: write to us and we find a way, without questions.',
  'Toilets and changing rooms are step-free. Ask if you need anything else.',
];

export const meetingPoints = [
  'At the main gate',
  'In the canteen',
  'At the notice board',
  'By the bike racks',
  'Next to the equipment container',
  'In the hall, bench side',
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

export const cancelReasons = [
  'The pitch is frozen and the city has closed it.',
  'Our coach is ill and there is nobody to take over.',
  'A burst pipe has flooded the changing rooms.',
  'Too few people signed up to make it fun. We try again next month.',
];

export const postponeReasons = [
  'Storm warning. A new date follows as soon as the harbour opens.',
  'The hall is needed as a polling station. We look for another day.',
  'The other team is stuck behind a closed railway. New date to come.',
];

export const rescheduleReasons = [
  'The hall gave us another hour.',
  'Moved so that the light lasts to the end.',
  'The youth match before us runs late.',
];

export const declineReasons = [
  'Working that evening.',
  'Family birthday.',
  'Ankle needs one more week.',
  'Out of town.',
  'Exam the next morning.',
];

export const notes = [
  'I may be ten minutes late, coming from work.',
  'Need a chair in size M, please.',
  'First time, a little nervous.',
  'Vegetarian.',
  'I can bring two extra balls.',
  'My knee is taped, I will skip the jumps.',
];

/** `{activity}` and `{town}` are filled in. */
export const traineeBios = [
  'Came to {activity} late and stayed. Usually found in {town} asking where the nearest coffee is.',
  'Plays {activity} twice a week, thinks about it the other five days.',
  'Two children, one bike, three evenings of {activity} a month if all goes well.',
  'Used to compete. Now I am in it for the people and the shower afterwards.',
  'New in {town} and learning the language one warm-up at a time.',
  'I like early mornings, clear plans and coaches who explain why.',
  'Back after a knee operation. Patient with myself, mostly.',
  'Will swap lifts to away games for home-made bread.',
  'Night-shift nurse, so my replies come at strange hours. I do turn up.',
  '{activity} is my excuse to be outside. {town} has more green than people think.',
  'Slowest in the group and proud of the attendance rate.',
  'Collects finish-line photos in which my eyes are closed.',
];

export const coachBios = [
  'Teaches {activity} in {town}. Believes in short explanations and long games.',
  'Twelve years of coaching {activity}; still writes every session on one index card.',
  'I coach beginners because the first good day of somebody’s {activity} is the best one to be at.',
  'Former league player, now mostly carrying cones. Ask me about load and rest.',
  'Sports scientist by day, whistle by night. Data where it helps, fun where it does not.',
];

export const qualifications = [
  'National coaching certificate, level 1',
  'National coaching certificate, level 2',
  'National coaching certificate, level 3',
  'First aid at sport',
  'Safeguarding young people',
  'Pool lifeguard',
  'Adapted sports instructor',
  'Strength and conditioning, basic',
  'Referee, regional list',
];
