// Generates further events: sessions of clubs and coaches, until the requested number is reached.
import { type Activity, activities as activityFacts } from '../contract/values/activities.ts';
import { dayMs, hourMs, momentFor } from './calendar.ts';
import { isClub, morningIn, type Plan, planEvent, settingOf } from './plan.ts';
import { type Fitting, fittingTexts } from './texts/fitting.ts';
import { createDeck } from './texts/sessions.ts';
import { cancelReasons, postponeReasons, rescheduleReasons, type Setting } from './texts/texts.ts';
import type { Club, Context, Person, Team, World } from './world.ts';

/** Returns a generator of events; sessions in `usedNames` come last. */
export function createFiller(context: Context, world: World, usedNames: ReadonlySet<string>): () => Plan {
  const { random, calendar, now } = context;
  const { deal, hasFresh } = createDeck(random, usedNames);
  const clubs = world.clubs.filter((club) => club.isPublic);
  const coaches = world.people.filter((person) => person.isCoach && person.isPublic);
  const teamsOf = new Map<Club, Team[]>();
  for (const team of world.teams)
    if (team.club) teamsOf.set(team.club, [...(teamsOf.get(team.club) ?? []), team]);

  return () => {
    const { organizer, activity } = pickOrganizer();
    const { session, isFirst } = deal(activity);
    const moment = momentFor(session, organizer.city.timeZone, calendar, random);
    const plan = planEvent(context, world, session, organizer, moment);
    if (!isFirst) plan.name = `${session.name}, ${plan.city.region}`;
    if (isClub(organizer)) giveToTeam(plan, teamsOf.get(organizer) ?? []);
    varyStatus(plan);
    return plan;
  };

  /** Picks an organizer with an unused session; gives up after a few tries. */
  function pickOrganizer(): { organizer: Club | Person; activity: Activity } {
    for (let tries = 1; ; tries++) {
      const organizer: Club | Person = random.chance(0.62) ? random.pick(clubs) : random.pick(coaches);
      const activity = random.pick(organizer.activities);
      if (tries === 8 || hasFresh(activity)) return { organizer, activity };
    }
  }

  /** Assigns half of a club's trainings and matches to a team of adults of that sport. */
  function giveToTeam(plan: Plan, teams: Team[]): void {
    const team = teams.find(
      (one) => one.isPublic && one.ageMax === null && plan.activities.includes(one.activity),
    );
    if (!team || (plan.kind !== 'training' && plan.kind !== 'match') || !random.chance(0.5)) return;
    plan.teams = [team];
    plan.leaders = team.coaches.slice(0, 1);
    plan.ages = [team.ageMin, team.ageMax];
    plan.level = team.level;
    plan.capacity = random.pick([18, 20, null]);
    plan.hasWaitlist = false;
    plan.crowd = { seats: 0, waiting: 0, isFull: false };
    plan.joinPolicy = 'open';
    plan.visibility = random.pick(['public', 'public', 'team']);
    plan.offers = [];
  }

  /** Makes a few events online, hidden, drafts, moved, postponed or cancelled. */
  function varyStatus(plan: Plan): void {
    const isIndoorTalk = ['class', 'course', 'meeting'].includes(plan.kind);
    const field = activityFacts[plan.activities[0] ?? 'fitness'].field;
    if (isIndoorTalk && (field === 'mat' || field === 'floor' || field === 'track') && random.chance(0.3)) {
      plan.mode = random.pick(['online', 'online', 'mixed']);
      if (plan.mode === 'online') plan.place = null;
    }
    const isPast = plan.startsAt < now;
    const lot = random.next();
    if (lot < 0.03) setStatus(plan, 'EventCancelled', cancelReasons);
    else if (lot < 0.045 && !isPast) setStatus(plan, 'EventPostponed', postponeReasons);
    else if (lot < 0.075) {
      setStatus(plan, 'EventRescheduled', rescheduleReasons);
      plan.movedFrom = [plan.startsAt - random.pick([-1, 1, 2, 24]) * hourMs];
    } else if (lot < 0.09) plan.publication = isPast ? 'archived' : 'draft';
    else if (lot < 0.115) plan.visibility = 'unlisted';
    else if (lot < 0.13 && isClub(plan.organizer) && plan.teams.length === 0)
      plan.visibility = 'organization';
    else if (lot < 0.14 && !isPast && plan.startsAt - now > 10 * dayMs) {
      plan.opensAt = morningIn(context, plan.city, random.int(1, 5));
      plan.crowd = { seats: 0, waiting: 0, isFull: false };
    }
  }

  function setStatus(plan: Plan, status: Plan['status'], reasons: Fitting<Setting>[]): void {
    plan.status = status;
    plan.statusReason = random.pick(fittingTexts(reasons, settingOf(plan)));
  }
}
