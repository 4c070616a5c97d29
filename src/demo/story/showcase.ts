// The showcase events: one of every kind and state, and everything that the demo trainee has to do.
import { dayMs, hourMs } from '../calendar.ts';
import { morningIn, offer, type Plan } from '../plan.ts';
import type { Context, World } from '../world.ts';
import { createStory } from './story.ts';

const few = (capacity: number, seats: number) => ({
  capacity,
  hasWaitlist: true,
  crowd: { seats, waiting: 0, isFull: false },
});
const full = (seats: number, waiting = 0) => ({
  capacity: seats,
  hasWaitlist: waiting > 0,
  crowd: { seats, waiting, isFull: true },
});
const free: Pick<Plan, 'offers'> = { offers: [] };
const euro = (priceMinor: number, refundUntil: string | null = 'P2D') => ({
  offers: [offer('EUR', priceMinor, { refundUntil })],
});
const match = {
  team: 'KV Rooigem Second XI',
  where: 'Rooigem sports park',
  lead: 'coach',
  ...free,
  arriveMinutes: 60,
};

const childrensMatch: Partial<Plan> & { team: string; where: string; lead: string } = {
  team: 'KV Rooigem U12',
  where: 'Rooigem sports park',
  lead: 'coach',
  ...free,
  ages: [10, 12],
  arriveMinutes: 30,
  capacity: 14,
  hasWaitlist: false,
  crowd: { seats: 0, waiting: 0, isFull: false },
  rosterVisibility: 'coaches',
};

export function planShowcase(context: Context, world: World): Plan[] {
  const { now } = context;
  const on = createStory(context, world);
  const { timeZone } = world.coach.city;
  const evening = (days: number) =>
    context.calendar.at(context.calendar.today(timeZone).add({ days }), '18:00', timeZone);
  const movedAnHour = (plan: Plan): Plan => ({
    ...plan,
    movedFrom: [plan.startsAt - hourMs],
    status: 'EventRescheduled',
    statusReason: 'The hall gave us another hour.',
  });
  const cancelled = { status: 'EventCancelled', statusReason: 'Our coach is ill.' } as const;
  const postponed = {
    status: 'EventPostponed',
    statusReason: 'Storm warning. A new date follows as soon as the harbour opens.',
  } as const;
  const home = { where: 'Sporthal Tolhuis' };

  const soon = [
    movedAnHour(
      on('Wheelchair basketball: open court', 'jef.adebayo', [0, 6, '15:00', 120], {
        ...home,
        ...few(14, 10),
        ...euro(600),
        accessibility: ['Step-free access', 'Accessible toilet', 'Blue-badge parking'],
        trainee: 'confirmed',
      }),
    ),
    on('Cold-water technique camp', 'Lys Swimmers', [0, 7, '10:00', 330], {
      where: 'Watersportbaan',
      lead: 'ines.okafor',
      ...full(8, 5),
      ...euro(3500),
      trainee: 'waitlisted',
      position: 5,
    }),
    on('Hill repeats for people who hate hills', 'arjun.mehta', [0, 7, '18:00', 75], {
      where: 'Citadelpark',
      ...free,
      capacity: null,
      hasWaitlist: false,
      trainee: 'tentative',
    }),
    on('Slow run, long talk', 'arjun.mehta', [0, 5, '19:30', 75], {
      where: 'Blaarmeersen, running loop',
      ...free,
      trainee: 'declined',
    }),
    on('Mobility for desk bodies', 'elke.dhondt', [0, 2, '12:30', 45], {
      mode: 'online',
      where: '',
      ...free,
      capacity: null,
      hasWaitlist: false,
    }),
    on('Rules of the road, over coffee', 'Clube da Maré', [0, 3, '19:30', 90], {
      mode: 'mixed',
      where: 'Doca de Belém',
      ...free,
    }),
    on('Club regatta on the Tagus', 'Clube da Maré', [0, 6, '10:00', 420], {
      ...postponed,
      where: 'Doca de Belém',
      ...few(40, 9),
      ...euro(1500),
    }),
    on('Third half supper', 'Aire Valley Sports Club', [0, 5, '19:30', 180], {
      visibility: 'unlisted',
      joinPolicy: 'invite',
      where: 'Armley Hall',
    }),
    on('Never-skated hockey', 'Spreekreis Sport', [0, 7, '12:15', 75], { ...few(9, 7), ...euro(1200) }),
    on('Padel from zero', 'rui.tavares', [0, 6, '10:00', 90], { ...full(8), ...euro(1400) }),
    on('Friday ridge run', 'Aire Valley Sports Club', [0, 5, '18:30', 105], {
      where: 'Chevin Forest, quarry start',
      ...few(15, 7),
      ...free,
    }),
    on('Boxing without getting hit', 'Avenue D Athletic', [0, 6, '11:00', 60], {
      where: 'Hester Street Boxing Room',
      offers: [
        offer('USD', 1500),
        offer('USD', 800, { name: 'Neighbors', eligibility: 'ZIP 10002 and 10009', acceptsOffline: true }),
      ],
    }),
    on('Swing night with a live trio', 'Avenue D Athletic', [0, 6, '20:00', 180], {
      offers: [offer('USD', 1200, { refundUntil: null, acceptsOffline: true })],
    }),
    on('Run like you are eight', 'Tempelhof Lunch Runners', [0, 3, '12:15', 45], {
      visibility: 'unlisted',
      where: 'Tempelhofer Feld, east gate',
      ...free,
    }),
    on('Second XI v Sint-Denijs Boys', 'KV Rooigem', [0, 7, '14:30', 105], {
      ...match,
      ...few(18, 9),
      createdAt: now - 9 * dayMs,
      repliesDueAt: evening(1),
      remindedAt: evening(-1),
    }),
  ];
  const later = [
    on('Stroke clinic: the quiet catch', 'Lys Swimmers', [1, 6, '11:00', 90], {
      where: 'Strop swimming pool',
      ...few(9, 6),
      ...euro(2800),
      trainee: 'pendingPayment',
    }),
    on('Club sprint triathlon', 'Lys Swimmers', [1, 7, '09:00', 240], {
      where: 'Watersportbaan',
      ...few(60, 14),
      offers: [
        offer('EUR', 2800, { name: 'Guests', refundUntil: 'P7D' }),
        offer('EUR', 2000, { name: 'Members', eligibility: 'Members of Lys Swimmers', refundUntil: 'P7D' }),
      ],
    }),
    on('Yoga for runners', 'elke.dhondt', [1, 2, '19:00', 75], {
      ...home,
      ...full(7, 2),
      ...free,
      trainee: 'offered',
    }),
    on('Friendly under the lights', 'KV Rooigem', [1, 5, '20:00', 105], {
      where: 'Rooigem sports park',
      lead: 'coach',
      ...full(11),
      ...free,
      trainee: 'confirmed',
    }),
    on('Futsal for outdoor feet', 'KV Rooigem', [1, 4, '20:15', 75], {
      ...cancelled,
      ...home,
      lead: 'elke.dhondt',
      ...few(12, 6),
      ...euro(600),
      trainee: 'confirmed',
    }),
    on('Goalkeeper trial morning', 'KV Rooigem', [1, 6, '10:00', 120], {
      lead: 'coach',
      joinPolicy: 'approval',
      ...few(12, 7),
      ...free,
    }),
    on('General assembly, with soup', 'KV Rooigem', [1, 4, '20:00', 75], {
      lead: 'lode.vanacker',
      visibility: 'organization',
      ...free,
      where: 'Rooigem sports park',
    }),
    on('What did not work last month', 'Flanders Coaches Circle', [1, 2, '20:00', 90], {
      visibility: 'organization',
      ...free,
      ...home,
    }),
    on('Quarry trail fifteen', 'Aire Valley Sports Club', [1, 7, '10:00', 240], {
      status: 'EventCancelled',
      statusReason: 'Forestry work has closed the upper path.',
      ...few(30, 9),
      offers: [offer('GBP', 1800)],
      where: 'Chevin Forest, quarry start',
    }),
    on('Lead climbing in three Saturdays', 'Spreekreis Sport', [2, 6, '10:00', 180], {
      where: 'Boulderwerk Wedding',
      ...few(6, 0),
      ...euro(9500, 'P14D'),
      opensAt: morningIn(context, world.coach.city, 3),
      rosterVisibility: 'countOnly',
    }),
    on('Breathe to both sides', 'Lys Swimmers', [2, 2, '19:00', 60], {
      where: 'Strop swimming pool',
      ...few(10, 6),
      ...euro(4500, 'P7D'),
      trainee: 'confirmed',
    }),
    on('U12 v Sint-Lievens', 'KV Rooigem', [1, 7, '10:00', 75], childrensMatch),
    on('Seven-a-side Sunday cup', 'KV Rooigem', [2, 7, '09:30', 420], {
      lead: 'coach',
      ...few(56, 14),
      ...euro(1000),
      trainee: 'confirmed',
    }),
    on('Two days on the tops', 'ruth.ackroyd', [2, 6, '09:00', 1860], {
      where: 'Chevin Forest, quarry start',
      ...few(10, 8),
      offers: [offer('GBP', 7500, { refundUntil: 'P14D' })],
    }),
    on('Regional squad screening', 'Spreekreis Sport', [3, 6, '10:00', 150], {
      joinPolicy: 'approval',
      ...free,
    }),
    on('First time at the helm', 'Clube da Maré', [3, 6, '09:30', 180], {
      where: 'Doca de Belém',
      ...few(8, 5),
      ...euro(9500, 'P7D'),
    }),
    on('Second XI v Ledeberg Rovers', 'KV Rooigem', [2, 6, '15:00', 105], { ...match, ...few(18, 0) }),
    on('Friday night club show', 'Avenue D Athletic', [1, 5, '19:00', 180], { isRemoved: true }),
    on('Handstand hour for adults', 'yuki.tanabe', [4, 6, '10:30', 60], { publication: 'draft' }),
    on('Barbell basics', 'KV Rooigem', [5, 2, '19:00', 105], { publication: 'draft', lead: 'coach' }),
    on('Marathon plan swap', 'ruth.ackroyd', [6, 3, '19:30', 75], {
      publication: 'draft',
      mode: 'online',
      where: '',
    }),
  ];
  const past = [
    on('Layups without fear', 'jef.adebayo', [-2, 6, '14:00', 75], {
      ...home,
      ...few(12, 7),
      ...euro(800),
      trainee: 'confirmed',
    }),
    on('Five kilometres before breakfast', 'arjun.mehta', [-3, 7, '08:30', 60], {
      where: 'Blaarmeersen, running loop',
      ...free,
      trainee: 'confirmed',
    }),
    on('Deep end, calm mind', 'Lys Swimmers', [-4, 6, '11:15', 60], {
      where: 'Strop swimming pool',
      ...few(10, 6),
      offers: [offer('EUR', 1400, { acceptsOffline: true })],
      trainee: 'confirmed',
    }),
    on('Forty easy kilometres and a flat white', 'arjun.mehta', [-5, 7, '10:00', 150], {
      where: 'Citadelpark',
      ...free,
      trainee: 'confirmed',
    }),
    on('U12 v Coupure', 'KV Rooigem', [-3, 7, '10:00', 75], childrensMatch),
    on('Second XI v FC Muide', 'KV Rooigem', [-2, 7, '14:30', 105], {
      ...match,
      ...few(18, 0),
      trainee: 'confirmed',
    }),
    on('Second XI v Patijntje Athletic', 'KV Rooigem', [-4, 7, '11:00', 105], {
      ...match,
      ...few(18, 0),
      trainee: 'confirmed',
    }),
    on('Track night: mile and medley', 'Aire Valley Sports Club', [-5, 6, '17:30', 180], {
      publication: 'archived',
      ...free,
    }),
    on('Sunset sail for friends of friends', 'Clube da Maré', [-5, 7, '16:00', 150], {
      publication: 'archived',
      where: 'Doca de Belém',
    }),
  ];
  return [...soon, ...later, ...past].map((plan) =>
    plan.mode === 'online' ? { ...plan, place: null } : plan,
  );
}
