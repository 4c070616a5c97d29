// Sessions of team sports. One session a line: kind / level / name / hook.
import type { SessionTexts } from './sessions.ts';

export const teamSessions = {
  football: {
    bring: 'Boots for artificial grass, shin pads, water.',
    about: 'Small groups, lots of ball contact. We finish with a match, whatever the weather does.',
    sessions: `
      training / intermediate / Rondo, rondo, finish / Twenty minutes of keeping it, then forty of doing something with it.
      training / beginner / First touch, second chance / For anyone who has ever watched the ball run under their foot.
      match / intermediate / Friendly under the lights / Ninety minutes, three kits, no table to climb. Come and play anyway.
      competition / beginner / Seven-a-side Sunday cup / Eight teams, four pitches, one cup that used to hold biscuits.
      camp / beginner / Weekend ball school / The morning for feet, the afternoon for games, and a lunch that is not just crisps.
      class / beginner / Walking football, talking football / All the passing, none of the sprinting. Knees of every vintage welcome.
      assessment / advanced / Goalkeeper trial morning / Shot-stopping, feet and voice. We look for people who talk.`,
  },
  futsal: {
    bring: 'Flat indoor shoes, no studs; a light and a dark shirt.',
    about:
      'Five on five, rolling subs, sole of the foot. You will touch the ball more in an hour than in a month outdoors.',
    sessions: `
      training / intermediate / Four corners futsal / Rotations until your legs know them better than your head does.
      match / advanced / Futsal night: winner stays on / Seven-minute games, loud music, and a whiteboard that never lies.
      class / beginner / Futsal for outdoor feet / Same game, heavier ball, smaller excuses.
      competition / intermediate / Futsal sixes with soup / Six teams, one hall, and a big pot in the interval.
      social / beginner / Parents against under-tens / The children have been told to go easy. They will not.`,
  },
  basketball: {
    bring: 'Indoor shoes, a reversible shirt, water.',
    about: 'We split by pace, not by age, and change the teams every ten minutes so nobody hides.',
    sessions: `
      training / intermediate / Pick, roll, repeat / Two-player basketball until it is boring, then a third player to spoil it.
      match / advanced / Thursday run, full court / Five on five to eleven. Call your own fouls and mean it.
      class / beginner / Layups without fear / Left foot, right hand, soft glass. Then the other side, which is the real class.
      camp / intermediate / Guard school / One day of handles, reads and the courage to pass.
      competition / advanced / Three-on-three block party / Half court, twelve minutes, the neighbours bring drums.`,
  },
  'wheelchair-basketball': {
    bring: 'Gloves if you like them, water. Sports chairs are here, in six sizes.',
    about:
      'Players with and without a disability share the court. We fit your chair first, then teach you to stop it.',
    sessions: `
      class / beginner / Wheelchair basketball: open court / Never sat in a sports chair? That is exactly who this is for.
      training / advanced / Chair skills and fast breaks / Tilts, spins and the long pass that beats the press.
      match / intermediate / Wheels on hardwood / Two mixed teams, two referees, one very loud buzzer.
      competition / advanced / City wheels invitational / Four clubs over one day, with a skills contest at noon.
      social / beginner / Strap in: a come-and-try evening / Ten chairs, twenty people, an awful lot of laughing.`,
  },
  handball: {
    bring: 'Indoor shoes, knee pads if you dive, resin-free hands.',
    about: 'Hard throws, quick feet, fair hands. Each drill starts slow and ends as a game.',
    sessions: `
      training / advanced / Backcourt power hour / Jump shots from nine metres until the keeper asks for a break.
      training / intermediate / Wings and weird angles / How to score from where nobody should.
      match / advanced / Derby night at the hall / Two clubs, one river, and a drum that has its own seat.
      class / beginner / Handball in one evening / Three steps, three seconds, six metres: you will play within the hour.
      assessment / elite / Regional squad screening / Sprint, jump, throw and an honest talk afterwards.`,
  },
  volleyball: {
    bring: 'Indoor shoes, knee pads, a bottle.',
    about: 'Rotations explained on the floor, not on a board. Everybody serves, everybody digs.',
    sessions: `
      training / intermediate / Serve receive, seriously / The least glamorous skill wins the most points.
      class / beginner / Bump, set, giggle / A soft ball, a low net and nobody keeping score until the end.
      match / intermediate / Mixed sixes on a Friday / Best of five, with a rota for who brings the oranges.
      competition / advanced / Quick-draw tournament / Partners drawn from a hat every round. The hat is the enemy.`,
  },
  'beach-volleyball': {
    bring: 'Sunglasses, sand socks when it is cold, sunscreen, water.',
    about: 'Two against two, wind against everyone. We teach the calls first: they are half of the game.',
    sessions: `
      training / intermediate / Wind reading for beach pairs / The side you choose is the first rally you win.
      class / beginner / Sand feet / How to move when the floor moves too.
      competition / intermediate / King of the net / Everyone plays with everyone; only one gets the paper crown.
      social / beginner / Sunset sets and sardines / Two hours of friendly rallies, then a grill and a guitar.`,
  },
  hockey: {
    bring: 'Stick, mouth guard, shin pads. We lend all three.',
    about:
      'Low body, quick hands, ball on a string. Every block ends in a small game with a rule that makes you think.',
    sessions: `
      training / intermediate / Drag flick lab / Filmed at 120 frames a second, fixed one joint at a time.
      class / beginner / Back to hockey / For people whose last game was at school, and whose stick still smells of it.
      match / intermediate / Cross-town friendly / Two halves, one tea, no grudges past the car park.
      camp / advanced / Short corner camp / Eight routines, four roles, and the nerve to call them.`,
  },
  'ice-hockey': {
    bring: 'Full kit if you have it; helmets and sticks to borrow at the rink.',
    about: 'Edges first, pucks second, contact never in training.',
    sessions: `
      training / intermediate / Edges before breakfast / Crossovers at an hour when the ice is perfect and you are not.
      class / beginner / Never-skated hockey / We start by falling over on purpose.
      match / advanced / Late ice, loud boards / Three periods of fifteen; bring a dark and a white jersey.
      course / beginner / Learn to referee on skates / Signals, positions, and how to skate backwards while being shouted at.`,
  },
  rugby: {
    bring: 'Boots with studs, mouth guard, a change of everything.',
    about: 'Contact is taught from the knees up and only when you say yes. There is always a touch group.',
    sessions: `
      training / intermediate / Ruck speed and soft hands / Three seconds from floor to away.
      class / beginner / Touch rugby, no excuses / Six a side, no tackles, more running than you think.
      match / advanced / Mud derby / The pitch passed inspection. Only just.
      camp / beginner / Safe tackle day / Head placement, soft knees, calm coaches, big mats.
      social / beginner / Third half supper / Pie, peas, and the fines committee.`,
  },
} satisfies Partial<SessionTexts>;
