// Sessions of individual sports. One session a line: kind / level / name / hook.
import type { SessionTexts } from './sessions.ts';

export const soloSessions = {
  athletics: {
    bring: 'Spikes or trainers, warm layers for between the reps.',
    about: 'Groups of five with a stopwatch each. You leave knowing one number and what to do about it.',
    sessions: `
      training / advanced / Curve running for the brave / Lane one hurts in a way lane six never will.
      competition / intermediate / Track night: mile and medley / Pacers for 5, 6, 7 and 8 minutes, and a bell for everyone.
      class / beginner / Throw things, legally / Shot, discus, javelin: an hour each, with rubber ones first.
      assessment / elite / Sprint testing with gates / Thirty metres, six runs, no flattery.`,
  },
  running: {
    bring: 'Running shoes, something reflective, a layer for the stretch afterwards.',
    about: 'No one is dropped: the front turns round at every junction and the back is a person, not a gap.',
    sessions: `
      training / intermediate / Hill repeats for people who hate hills / Eight times ninety seconds up, all the time you want down.
      training / beginner / From couch to café / Three kilometres with walking in it, ending where the coffee is.
      class / beginner / Run like you are eight / Form drills, games, and a serious lack of seriousness.
      competition / intermediate / Five kilometres before breakfast / Flat, fast, and finished when the bakery opens.
      social / beginner / Slow run, long talk / Pace set by whoever is telling the best story.
      meeting / intermediate / Marathon plan swap / Bring your plan; leave with a better one and a running partner.`,
  },
  'trail-running': {
    bring: 'Trail shoes, head torch, a whistle, half a litre of water.',
    about: 'The route is marked with small orange flags. We wait at every gate and count.',
    sessions: `
      training / intermediate / Friday ridge run / Nine kilometres along the edge, and home before the kitchen closes.
      competition / advanced / Quarry trail fifteen / Fifteen kilometres, 600 metres of climbing, one stream you cannot jump.
      class / beginner / Downhill without brakes / Quick feet, loose arms, eyes three steps ahead.
      camp / intermediate / Two days on the tops / Map reading, pacing, and a barn with a stove.`,
  },
  cycling: {
    bring: 'A bike you have checked, helmet, two tubes, lights.',
    about:
      'We ride two abreast where it is allowed and call every pothole. The leader never changes pace without a word.',
    sessions: `
      training / advanced / Chain gang, smooth turns / Through and off at a pace where talking is rude.
      class / beginner / Fix your own puncture / Everyone does it twice: once shown, once alone, in under eight minutes.
      social / beginner / Forty easy kilometres and a flat white / Nobody gets dropped, somebody gets cake.
      competition / intermediate / Cobbles and crosswinds / Six sectors, one broom wagon, a medal made of chainrings.`,
  },
  climbing: {
    bring: 'Comfortable trousers; shoes, harness and chalk can be borrowed.',
    about: 'Belay checks are done aloud, every time, by everyone. Then we climb.',
    sessions: `
      class / beginner / First rope / From knot to top in one evening, with someone holding you who likes checking twice.
      training / intermediate / Slab school / Trust your feet: they have been right all along.
      competition / advanced / Boulder jam: thirty problems / Three hours, thirty lines, your best ten count.
      course / intermediate / Lead climbing in three Saturdays / Clipping, falling, catching. Mostly falling.
      assessment / beginner / Belay test / Fifteen minutes, no tricks; passes are valid for two years.`,
  },
  boxing: {
    bring: 'Hand wraps, gum shield, towel. Gloves in every size hang on the wall.',
    about: 'Rounds of three minutes, partners who match you, and no sparring unless both of you ask for it.',
    sessions: `
      class / beginner / Boxing without getting hit / Bags, pads, footwork, and a playlist from 1994.
      training / advanced / Slip, step, counter / Defence first. The punch is the receipt.
      competition / advanced / Friday night club show / Twelve bouts, four clubs, and a bell older than the referee.
      course / beginner / Six weeks to three rounds / A course that ends with one gentle spar against your coach.`,
  },
  judo: {
    bring: 'Judogi, or long sleeves without zips; flip-flops to the mat.',
    about:
      'We start with falling and end with bowing; in between you will be thrown, softly, by someone your size.',
    sessions: `
      training / intermediate / Grip fighting made simple / Whoever gets the sleeve writes the story.
      class / beginner / Learn to fall / The most useful hour of sport there is, on a very soft mat.
      assessment / intermediate / Belt grading, orange to green / Bring your book, your belt and your partner.
      competition / advanced / Open mat team trophy / Five against five, lightest first.`,
  },
  karate: {
    bring: 'Gi or plain tracksuit, water. Bare feet on the mat.',
    about: 'Basics in lines, partner work in pairs, one form taken apart until it makes sense.',
    sessions: `
      class / beginner / White belt Wednesday / Stand, breathe, block. Nobody has ever been too old for it.
      training / advanced / Kata under the microscope / Eleven seconds of movement, ninety minutes of why.
      assessment / intermediate / Kyu grading with guest examiner / Certificates on the day, tea for the nervous.`,
  },
  gymnastics: {
    bring: 'Close-fitting clothes, hair tied up, bare feet or gym socks.',
    about: 'Stations of ten minutes with a coach at each; nobody queues for more than one turn.',
    sessions: `
      class / beginner / Handstand hour for adults / Up against a wall first, away from it when you are ready.
      training / advanced / Beam and breath / Ten centimetres wide, and all of it yours.
      camp / beginner / Tumble weekend for families / One parent, one child, many mats.
      competition / intermediate / Floor and vault friendly / Two apparatus, kind judges, scores in pencil.`,
  },
  dance: {
    bring: 'Shoes that slide, water, a shirt you can sweat in.',
    about: 'We change partners or places every song. No mirrors for the first half hour.',
    sessions: `
      class / beginner / Two left feet club / Eight counts, four steps, zero judgement.
      social / intermediate / Swing night with a live trio / A half-hour lesson, then the floor is yours.
      course / intermediate / Afrobeats foundations / Four evenings that your calves will remember.
      competition / advanced / Cypher: one on one / Two rounds, three judges, the circle decides.`,
  },
  fitness: {
    bring: 'Trainers, towel, a bottle.',
    about: 'Every exercise has three versions on the card. Choose yours and nobody will comment.',
    sessions: `
      class / beginner / Strong enough for the stairs / Squat, hinge, push, carry: what bodies are for.
      training / advanced / Forty minutes, no phone / Intervals on a wall clock. The clock does not care.
      assessment / beginner / Start-line check-up / Grip, balance, heart, hips: know where you begin.
      course / intermediate / Barbell basics / Three lifts, three evenings, one very patient coach.`,
  },
  yoga: {
    bring: 'A mat if you have one, a warm layer for the end.',
    about: 'Blocks and chairs are there to be used. You may lie down at any time; some people come for that.',
    sessions: `
      class / beginner / Mobility for desk bodies / Hips, back and wrists get an apology for the working day.
      class / intermediate / Slow flow, long holds / Twelve shapes in an hour. It is enough.
      camp / intermediate / A quiet Sunday / Five hours without a screen: move, walk, eat, breathe.
      training / beginner / Yoga for runners / Hamstrings, calves and other things you have been ignoring.`,
  },
} satisfies Partial<SessionTexts>;
