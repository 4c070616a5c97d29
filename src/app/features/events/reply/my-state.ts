// My state at an event in words, and the main action for it. Pure: the server's `can` decides, never this
// page.
import type { MyEvent, Offer } from '../../../../contract/events/events.ts';
import type { AttendingLead } from '../../../../contract/values/enums.ts';
import { amountText, moneyText, priceText } from '../../../format/money.ts';
import { durationText } from '../../../format/time-left.ts';
import { clockTime, dayIn, holdEnd, isOver, isSameClock, shortDay, zoneCity } from '../../../format/when.ts';
import { pastLabel } from '../../../format/words/past.ts';
import { isOrganizerInactive } from '../../../format/words/paused.ts';
import { placesLabel, registrationLabel, type Tone } from '../../../format/words/vocabulary.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import { agesText } from '../age-words.ts';
import { fullText, otherEvents } from '../other-events.ts';
import { hasPayment } from '../payment/event-money.ts';

/** `timeZone`: the viewer's, null while it is unknown. */
export type At = { locale: string; now: number | null; timeZone: string | null };

/**
 * `14:30`, or `Sat 28 Nov, 14:30` on another day than today, in the event's zone, which is named where the viewer's clock differs.
 */
export function deadline(at: string, event: { timeZone: string }, viewer: At): string {
  const { locale, now } = viewer;
  const zone = event.timeZone;
  const time = clockTime(at, zone, locale);
  const isToday = now !== null && dayIn(zone, at) === dayIn(zone, now);
  const range = isToday ? time : `${shortDay(at, zone, locale)}, ${time}`;
  return viewer.timeZone === null || isSameClock(at, zone, viewer.timeZone)
    ? range
    : t('{range} ({city} time)', { range, city: zoneCity(zone) });
}

/** `1 day 12 h left`; null while the time is unknown. */
export function timeLeft(until: string, now: number | null): string | null {
  if (now === null) return null;
  const left = Date.parse(until) - now;
  return left <= 0 ? t('The time is up') : t('{time} left', { time: durationText(left) });
}

/** `way`: a link onward, where the event itself offers nothing. */
export type Headline = {
  title: string;
  tone: Tone;
  lines: string[];
  way?: { to: string; label: string };
};

/** The state that the server last reported for me at this event. */
export function headlineOf(event: MyEvent, at: At): Headline {
  const { registration, can } = event;
  const hasEnded = isOver(event, at.now);
  const label = hasEnded
    ? pastLabel(registration?.state ?? null, event.ownMark)
    : registrationLabel(registration, event);
  if (hasEnded && label) return { title: label.label, tone: label.tone, lines: dueLines(event, at) };
  const until = registration?.holdExpiresAt;
  const title = label?.label ?? '';
  const tone = label?.tone ?? 'plain';
  const left = until ? timeLeft(until, at.now) : null;
  const untilNext = until
    ? t('Until {time}, then it goes to the next person.', { time: holdEnd(until, at) })
    : '';
  switch (registration?.state) {
    case 'confirmed':
      return {
        title,
        tone,
        lines: dueLines(event, at),
      };
    case 'pendingPayment':
      // The server refuses payments until there is a new date.
      if (event.eventStatus === 'EventPostponed')
        return {
          title: t('You asked for a place'),
          tone: 'plain',
          lines: [t('You can pay once there is a new date.')],
        };
      if (isOrganizerInactive(event))
        return {
          title: until
            ? t('Your place is held until {time}', { time: holdEnd(until, at) })
            : t('You asked for a place'),
          tone: 'plain',
          lines: [t("You can't pay right now.")],
        };
      if (event.due?.way === 'underWay')
        return {
          title: t('Your payment is on its way'),
          tone: 'plain',
          lines: [t('You can close this page.')],
        };
      return {
        title: until ? t('Your place is held until {time}', { time: holdEnd(until, at) }) : title,
        tone,
        lines: [left && `${left}.`, t('Pay to keep it.')].filter((line) => line !== null),
      };
    case 'offered':
      if (event.eventStatus === 'EventPostponed')
        return {
          title: t("There's a place for you"),
          tone: 'plain',
          lines: [t('You can take it once there is a new date.')],
        };
      if (isOrganizerInactive(event))
        return {
          title: t("There's a place for you"),
          tone: 'plain',
          lines: [untilNext, t("You can't take it right now.")].filter(Boolean),
        };
      return {
        title: t("There's a place for you"),
        tone,
        lines: [untilNext, left ? `${left}.` : ''].filter(Boolean),
      };
    case 'waitlisted':
      return { title, tone, lines: [t('When a place opens up, we offer it in this order.')] };
    case 'pendingApproval':
      return { title, tone, lines: [t("The organizer decides. We'll let you know.")] };
    case 'rejected':
      return { title, tone, lines: can.register ? [t('You can ask again.')] : [] };
    default:
      // Organizers are not asked; `can` tells who they are.
      if (!label && can.edit && (can.respond || can.keepInterest))
        return { title: t('You run this event'), tone: 'plain', lines: [] };
      if (can.keepInterest && registration?.state !== 'tentative')
        return { title: t('Shall we tell you the new date?'), tone: 'plain', lines: [] };
      return closedHeadline(event, at, label ? { title, tone } : null);
  }
}

/** Someone without a place: the question, or why there is no way to take one and what they can do. */
function closedHeadline(event: MyEvent, at: At, own: Pick<Headline, 'title' | 'tone'> | null): Headline {
  const { can, attendingLeadsTo, attendingRefusedFor: refused } = event;
  const closed = can.register ? null : closedText(event, at);
  const title = own?.title ?? questionOf(event, at);
  const reason = own ? closed : null;
  const isFull = refused === 'event_full' && closed !== null;
  const lines = [
    can.register ? wayInText(attendingLeadsTo) : reason,
    closed !== null && isAgeReason(refused) ? ageLine(refused) : null,
    isFull ? fullText() : null,
  ].filter((line) => line !== null);
  return { title, tone: own?.tone ?? 'plain', lines, ...(isFull && { way: otherEvents(event) }) };
}

/** What is still to pay in cash. */
const dueLines = ({ due }: MyEvent, { locale }: At): string[] =>
  due?.way === 'cash' ? [t('{amount} to pay on the spot.', { amount: amountText(due.amount, locale) })] : [];

const ageLines = {
  too_young: msg("You're younger than that on the day."),
  too_old: msg("You're older than that on the day."),
  birth_date_needed: msg('Tell us your birth date, then you can take a place.'),
} as const;
const isAgeReason = (reason: MyEvent['attendingRefusedFor']): reason is keyof typeof ageLines =>
  reason !== null && reason !== undefined && reason in ageLines;
const ageLine = (reason: keyof typeof ageLines) => t(ageLines[reason]);

const wayIn: Record<AttendingLead, Message | null> = {
  place: null,
  payment: msg('A place that you take is held while you pay.'),
  approval: msg('The organizer decides who gets a place.'),
  waitlist: msg("It's full. When a place opens up, we offer it to the next person waiting."),
};

function wayInText(lead: AttendingLead | null): string | null {
  const text = wayIn[lead ?? 'place'];
  return text && t(text);
}

function questionOf(event: MyEvent, at: At): string {
  const { can, price } = event;
  if (!can.register) return closedText(event, at) ?? '';
  const places = placesLabel(event)?.label;
  return (
    [price ? priceText(price, at.locale) : null, places].filter(Boolean).join(' · ') || t('Are you coming?')
  );
}

/** Why there is no way to take a place; null where the hero already says it. */
function closedText(event: MyEvent, at: At): string | null {
  const { eventStatus, endsAt, registrationClosesAt: closes, registrationOpensAt: opens, can } = event;
  if (event.publication === 'draft') return t('Not published yet');
  if (eventStatus === 'EventPostponed') return null;
  if (at.now !== null && Date.parse(endsAt) <= at.now) return t('This event is over');
  if (eventStatus === 'EventCancelled' || isOrganizerInactive(event)) return null;
  if (at.now !== null && closes && Date.parse(closes) <= at.now) return t('Registration is closed');
  if (at.now !== null && opens && Date.parse(opens) > at.now)
    return t('Registration opens {deadline}', { deadline: deadline(opens, event, at) });
  if (event.joinPolicy === 'invite' && !can.respond) return t('By invitation only');
  if (isAgeReason(event.attendingRefusedFor)) return agesText(event);
  return event.remainingAttendeeCapacity === 0 && !event.waitlistEnabled ? t('Full') : null;
}

/** The result of attending at this price: the server's answer is about the cheapest one. */
export function leadOf({ attendingLeadsTo: lead }: MyEvent, offer: Offer | undefined): AttendingLead | null {
  if (!offer || (lead !== 'place' && lead !== 'payment')) return lead;
  return offer.price.amountMinor > 0 ? 'payment' : 'place';
}

/** The label of the main action for someone without a place. */
export function joinText(event: MyEvent, offer: Offer | undefined, locale: string): string {
  const price = offer && offer.price.amountMinor > 0 ? moneyText(offer.price, locale) : null;
  switch (event.attendingLeadsTo) {
    case 'waitlist':
      return t('Join waitlist');
    case 'approval':
      return t('Ask for a place');
    case 'payment':
      return price ? t('Take a place · {price}', { price }) : t('Take a place');
    default:
      return t('Going');
  }
}

/** The label of the main action for someone whose place is held: `Pay €12.00 before 14:30`. */
export function payText(due: MyEvent['due'], until: string | null, locale: string): string {
  if (due?.way === 'underWay') return t('See your payment');
  if (!due) return until ? t('Pay before {until}', { until }) : t('Pay');
  const amount = amountText(due.amount, locale);
  return until ? t('Pay {amount} before {until}', { amount, until }) : t('Pay {amount}', { amount });
}

/** Whether to link to my payment; while a place waits for it, the main action leads there. */
export const linksToPayment = (event: MyEvent): boolean =>
  hasPayment(event) &&
  event.registration !== null &&
  !['pendingPayment', 'offered'].includes(event.registration.state);
