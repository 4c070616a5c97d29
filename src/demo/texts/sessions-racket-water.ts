// Sessions of racket and water sports. One session a line: kind / level / name / hook.
import type { SessionTexts } from './sessions.ts';

export const racketAndWaterSessions = {
  badminton: {
    bring: 'Indoor shoes, a racket if you own one. Shuttles are ours.',
    about:
      'Four to a court, ten minutes a game, and a coach who walks round with one remark for each of you.',
    sessions: `
      training / intermediate / Footwork: the six corners / You will hate the ladder and love what it does.
      class / beginner / Feather or plastic? / A first evening with a racket, a real shuttle and a patient wall.
      competition / intermediate / Doubles ladder night / Win and go up, lose and go down, laugh and do both.
      match / advanced / Saturday smash league / Best of three, line judges from the losing pair.`,
  },
  tennis: {
    bring: 'Non-marking shoes, racket, a hat.',
    about: 'Two courts of rallies, one of serves; you rotate when the whistle goes.',
    sessions: `
      training / intermediate / Second serve bravery / Kick it, do not push it.
      class / beginner / Red ball, big smiles / Slow balls and small courts for grown-ups who never started.
      match / intermediate / Singles box league round / Play your three, post your scores, buy the loser a coffee.
      assessment / beginner / Find your level evening / Ten minutes with a coach tells you which group you will enjoy.
      camp / advanced / Clay weekend / Sliding, patience, and a very red pair of socks.`,
  },
  padel: {
    bring: 'Tennis or padel shoes; bats are on the bench.',
    about:
      'Glass walls, short points. You learn to let the ball go past you, which is harder than it sounds.',
    sessions: `
      class / beginner / Padel from zero / By the end you will play a whole set.
      training / intermediate / Off the glass / Wait for it. Wait. Now.
      competition / intermediate / Americano under the pines / New partner every sixteen points, one list, no mercy.
      social / beginner / Padel and petiscos / Friendly draws until the food is ready.
      course / intermediate / The net is yours: volley course / Three evenings on position, bandeja and restraint.`,
  },
  swimming: {
    bring: 'Goggles, cap, towel. Fins if you have them.',
    about: 'Four lanes by pace. The board shows the set, the coach on deck shows you why.',
    sessions: `
      camp / intermediate / Cold-water technique camp / Learn to breathe slowly in water that wants you to hurry.
      training / intermediate / Stroke clinic: the quiet catch / Swim further on fewer strokes and less noise.
      class / beginner / Deep end, calm mind / For adults who stay where they can stand.
      competition / advanced / Club gala: all four strokes / Heats in the morning, finals after cake.
      assessment / intermediate / Timed 400 and video / One honest swim, two cameras, three things to work on.
      course / beginner / Breathe to both sides / Four short lessons for one stubborn habit.`,
  },
  triathlon: {
    bring: 'Tri suit or swimwear, bike with working brakes, helmet, running shoes.',
    about: 'Three sports and the untidy bits between them. We practise the untidy bits most.',
    sessions: `
      training / advanced / Brick session: bike, run, grin / The first kilometre off the bike is always strange. Meet it often.
      competition / intermediate / Club sprint triathlon / Pool swim, canal-side ride, five flat kilometres and a bowl of soup.
      course / beginner / Your first triathlon in ten weeks / From one length without stopping to a finish line.
      class / beginner / Transitions without tears / Helmet, number belt, shoes. In that order. Forever.`,
  },
  rowing: {
    bring: 'Tight layers, a dry set for later, socks you can get wet.',
    about: 'Crews are set on the bank. You must be able to swim fifty metres in what you are wearing.',
    sessions: `
      training / intermediate / Catch and release / One stroke, taken apart and put back together at rate 18.
      class / beginner / Learn to row in a wide boat / It will not tip. We have tried.
      competition / advanced / Head of the canal / Four kilometres against the clock, past every bridge in town.
      social / beginner / Boathouse clean and chilli / Bring gloves for the hulls and an appetite for the pot.`,
  },
  sailing: {
    bring: 'Windproof jacket, gloves, shoes that hold on wet decks. Life vests are here.',
    about: 'We look at the forecast together, rig together, and nobody goes out without a safety boat.',
    sessions: `
      training / intermediate / Tack on the shout / Roll tacks, short course, a buoy every thirty seconds.
      course / beginner / First time at the helm / Three mornings from which side is the wind on to you are steering.
      competition / advanced / Club regatta on the Tagus / Five races, two discards, one tide to get right.
      meeting / intermediate / Rules of the road, over coffee / Starboard, room at the mark, and last month’s protests replayed with spoons.
      social / beginner / Sunset sail for friends of friends / Bring someone who has never been on the water.`,
  },
} satisfies Partial<SessionTexts>;
