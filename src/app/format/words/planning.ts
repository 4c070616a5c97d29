// The effects of publishing or changing an event, in words. Pure.
import type { Money } from '../../../contract/common.ts';
import type { ChangePreview } from '../../../contract/events/planning.ts';
import type { Team } from '../../../contract/people/groups.ts';
import type { ChangeWarning, eventVisibilities, OwnField } from '../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../words/t.ts';
import { listText } from '../intl.ts';
import { priceText } from '../money.ts';
import { shortDay } from '../when.ts';

type Shown = {
  visibility: (typeof eventVisibilities)[number];
  teamIds: readonly string[];
  /** A series asks each person once, about its next date. */
  repeats?: boolean;
};

type AskedTeam = Pick<Team, 'memberCount' | 'roster' | 'rosterCursor'>;

/** Why no one in the team is asked, as far as the device knows. */
function whyNoOne({ memberCount, roster, rosterCursor }: AskedTeam): string | null {
  if (memberCount <= 1) return t('No one else is in the team yet, so no one is notified.');
  if (roster === null || rosterCursor !== null) return null;
  const asked = roster.filter(({ role }) => role === 'trainee' || role === 'assistant');
  if (asked.length === 0) return t('No one is notified.');
  return asked.some(({ hasAccount }) => hasAccount)
    ? null
    : t("No one we'd ask has an account yet, so no one is notified. You can reply for the members.");
}

/** Who is asked when it is published. `team`: its only team; null where that is not known. */
export function askedText({ visibility, teamIds, repeats }: Shown, team: AskedTeam | null): string {
  if (teamIds.length === 0)
    return visibility === 'public'
      ? t('No one is notified. People find it in Explore.')
      : t('No one is notified. Share its link.');
  if (team === null || teamIds.length > 1)
    return repeats
      ? t("We'll ask the members of its teams once if they're coming.")
      : t("We'll ask the members of its teams if they're coming.");
  return (
    whyNoOne(team) ??
    (repeats
      ? t("We'll ask team members once if they're coming.")
      : t("We'll ask team members if they're coming."))
  );
}

/** The same with the server's count, where there is one. */
export function publishingText(
  preview: ChangePreview | 'unknown',
  shown: Shown,
  team: AskedTeam | null,
): string {
  if (preview === 'unknown') return askedText(shown, team);
  const { notified } = preview;
  if (notified === 0) {
    if (shown.teamIds.length === 0) return askedText(shown, null);
    return (team && shown.teamIds.length === 1 && whyNoOne(team)) || t('No one is notified.');
  }
  return shown.repeats
    ? t(
        "{count, plural, one {We'll ask one person once if they're coming.} other {We'll ask # people once if they're coming.}}",
        {
          count: notified,
        },
      )
    : t(
        "{count, plural, one {We'll ask one person if they're coming.} other {We'll ask # people if they're coming.}}",
        {
          count: notified,
        },
      );
}

type Terms = {
  capacity: number | null;
  hasWaitlist: boolean;
  offers: readonly { name: string; price: Money }[];
};

/** How many can come and the prices, a line each; nothing where anyone can come for free. */
export function termsLines({ capacity, hasWaitlist, offers }: Terms, locale: string): string[] {
  const count = capacity ?? 0;
  const places = hasWaitlist
    ? t('{count, plural, one {# place} other {# places}}, with waitlist', { count })
    : t('{count, plural, one {# place} other {# places}}, no waitlist', { count });
  return [
    ...(capacity === null ? [] : [places]),
    ...(offers.length === 0
      ? []
      : [offers.map(({ name, price }) => `${name} ${priceText(price, locale)}`).join(' · ')]),
  ];
}

/** Who sees it once it is published. */
export function seenText({ visibility, teamIds }: Shown, ownerName: string | null): string {
  return {
    team:
      teamIds.length > 1
        ? t('Members of its teams see it.')
        : ownerName === null
          ? t('Members of its team see it.')
          : t('Members of {team} see it.', { team: ownerName }),
    organization: t('Everyone in its organization sees it.'),
    unlisted: t('Anyone with the link sees it.'),
    public: t('Everyone sees it, also in Explore and in search engines.'),
  }[visibility];
}

const warnings: Record<ChangeWarning, Message> = {
  startsInPast: msg('{count, plural, one {It starts in the past.} other {# dates are in the past.}}'),
  placeTaken: msg(
    '{count, plural, one {You already have another event at this place at that time.} other {You already have # other events at this place at that time.}}',
  ),
  aboveCapacity: msg(
    '{count, plural, one {One person over the new limit keeps their place.} other {# people over the new limit keep their places.}}',
  ),
  placesOffered: msg(
    '{count, plural, one {One person on the waitlist gets an offer of a place right away.} other {# people on the waitlist get an offer of a place right away.}}',
  ),
  losePlace: msg(
    "{count, plural, one {One person can't see the event any more and loses their place or reply.} other {# people can't see the event any more and lose their place or reply.}}",
  ),
  leadersRemoved: msg(
    '{count, plural, one {Leaders from a team that no longer takes part are taken off.} other {On # dates, leaders from a team that no longer takes part are taken off.}}',
  ),
  keepPrice: msg(
    '{count, plural, one {One person keeps the price they replied with.} other {# people keep the price they replied with.}}',
  ),
  nothingToPay: msg(
    '{count, plural, one {One person was about to pay and now has a place for free.} other {# people were about to pay and now have a place for free.}}',
  ),
  requestsStay: msg(
    '{count, plural, one {One person has asked for a place and is still waiting for your decision.} other {# people have asked for a place and are still waiting for your decision.}}',
  ),
  datesAdded: msg('{count, plural, one {One date is added.} other {# dates are added.}}'),
  datesOverlap: msg(
    '{count, plural, one {One added date is at the time of another event of the team.} other {# added dates are at the time of other events of the team.}}',
  ),
  datesDeleted: msg(
    '{count, plural, one {One date that no one has answered is deleted.} other {# dates that no one has answered are deleted.}}',
  ),
  datesSeparated: msg(
    '{count, plural, one {One date becomes an event of its own, with its answers.} other {# dates become events of their own, with their answers.}}',
  ),
  datesCancelled: msg('{count, plural, one {One date is cancelled.} other {# dates are cancelled.}}'),
  repliesEnded: msg(
    '{count, plural, =0 {} one {One person loses their place or reply.} other {# people lose their place or reply.}}',
  ),
  refunded: msg(
    '{count, plural, =0 {} one {One person gets a full refund.} other {# people get a full refund.}}',
  ),
  teamsNotAdded: msg(
    "{count, plural, one {One other date doesn't get all of these teams, because you can't add some of them.} other {# other dates don't get all of these teams, because you can't add some of them.}}",
  ),
  leadersNotAdded: msg(
    "{count, plural, one {One other date doesn't get all of these leaders, because some of them aren't in its teams or organization.} other {# other dates don't get all of these leaders, because some of them aren't in its teams or organization.}}",
  ),
  placeNotAdded: msg(
    "{count, plural, one {One other date doesn't get this place, because you can't use it.} other {# other dates don't get this place, because you can't use it.}}",
  ),
};

/** An effect of a change that its author may not expect, as a sentence; null for one that this version does not know. */
export const warningText = (code: ChangeWarning, count: number): string | null => {
  const known: Message | undefined = warnings[code];
  return known === undefined ? null : t(known, { count });
};

export const warningTexts = (preview: ChangePreview): string[] =>
  preview.warnings.flatMap(({ code, count }) => warningText(code, count) ?? []);

/** The same before publishing; without the server's preview only what this device knows. */
export const publishingWarnings = (
  preview: ChangePreview | 'unknown',
  startsAt: string | null,
  now: number,
): string[] => {
  if (preview !== 'unknown') return warningTexts(preview);
  return startsAt !== null && Date.parse(startsAt) < now ? [t('It starts in the past.')] : [];
};

/** Who is notified of a change. */
export function notifiedText({ notified }: ChangePreview): string {
  return t(
    '{count, plural, =0 {No one is notified.} one {One person is notified now.} other {# people are notified now.}}',
    { count: notified },
  );
}

/** What happens to the replies to dates that change. */
export const answersStayText = ({ registrations, warnings }: ChangePreview): string => {
  const isCancelling = warnings.some(({ code }) => code === 'repliesEnded');
  return isCancelling
    ? t(
        '{count, plural, one {One person has} other {# people have}} replied. Their answers to other dates stay.',
        { count: registrations },
      )
    : t('{count, plural, one {One person has} other {# people have}} replied. Their answers stay.', {
        count: registrations,
      });
};

/**
 * How many people a change of times asks whether they still come; their answers stay until they change them.
 */
export const askedAgainText = (count: number): string =>
  t(
    "{count, plural, one {One person keeps their answer. We'll ask if they're still coming.} other {# people keep their answers. We'll ask if they're still coming.}}",
    { count },
  );

/** What happens to what people paid or still have to pay. */
export const paymentsStayText = (count: number): string =>
  t(
    '{count, plural, one {One person has paid or is paying. Their payment stays.} other {# people have paid or are paying. Their payments stay.}}',
    { count },
  );

const ownNames: Record<OwnField, Message> = {
  time: msg('time'),
  place: msg('place'),
  online: msg('online link'),
  name: msg('name'),
  kind: msg('kind'),
  audience: msg('activity, age and level'),
  teams: msg('teams'),
  leaders: msg('leaders'),
  description: msg('description'),
  picture: msg('picture'),
  instructions: msg('list of what to bring'),
  meetingPoint: msg('meeting point'),
  arrival: msg('arrival time'),
  accessibility: msg('accessibility'),
  access: msg('visibility'),
  capacity: msg('number of places'),
  price: msg('price'),
  deadlines: msg('reply deadlines'),
};

/** What a date keeps that was changed on it alone. */
export function keptDateText(
  { startsAt, fields }: ChangePreview['keptDates'][number],
  timeZone: string,
  locale: string,
): string {
  const day = shortDay(startsAt, timeZone, locale);
  const names = fields.flatMap((field) => {
    const known: Message | undefined = ownNames[field];
    return known === undefined ? [] : t(known);
  });
  return names.length === 0
    ? t('{day} keeps its own changes.', { day })
    : t('{day} keeps its own {fields}.', { day, fields: listText(locale, names) });
}
