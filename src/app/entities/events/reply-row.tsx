// One of my events in a list: my state, queued writes, and two quick replies where a reply is due.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useRef, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import type { ReplyAnswer } from '../../../contract/events/registrations.ts';
import type { Response } from '../../../contract/values/enums.ts';
import { attendancePath } from '../../data/outbox/mark-calls.ts';
import { replyText, useReply } from '../../data/outbox/replies.ts';
import { amountText } from '../../format/money.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { datedName, holdEnd, isOver } from '../../format/when.ts';
import { movedText } from '../../format/words/moved.ts';
import { pastLabel } from '../../format/words/past.ts';
import { isPaused } from '../../format/words/paused.ts';
import { turnoutText } from '../../format/words/turnout.ts';
import { countText, registrationLabel, type StateLabel } from '../../format/words/vocabulary.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';
import { ReplyState } from './change-state.tsx';
import { EventRow } from './event-card.tsx';
import { Answered, Choice, Quick } from './quick-replies.tsx';

// Few rows ask.
const StillComingToAll = lazy(async () => ({
  default: (await import('./still-coming.tsx')).StillComingToAll,
}));

/** The row asks "Still coming?" beside the buttons, so the state does not. */
const withoutQuestion = <E extends RowProps['event']>(event: E): E => ({
  ...event,
  registration: event.registration && { ...event.registration, reconfirmAskedAt: null },
});

const Moved = chakra('p', { base: { pt: '2', fontSize: 'sm', fontWeight: '600', color: 'warn' } });

/** My state; with a payment due, how much and until when. */
function dueLabel(event: RowProps['event'], viewer: Viewer): StateLabel | null {
  const { due, registration } = event;
  const past = isOver(event, viewer.now) && pastLabel(registration?.state ?? null, event.ownMark);
  if (past) return past;
  if (!due || isPaused(event)) return registrationLabel(registration, event);
  const amount = amountText(due.amount, viewer.locale);
  if (due.way === 'cash') return { label: t("You're in · pay {amount} there", { amount }), tone: 'good' };
  if (due.way === 'underWay') return { label: t('Your payment is on its way'), tone: 'plain' };
  const until = registration?.holdExpiresAt;
  const time = until && holdEnd(until, viewer);
  return {
    label: time ? t('Pay {amount} by {time}', { amount, time }) : t('{amount} to pay', { amount }),
    tone: 'warn',
  };
}

/**
 * `9 of 22 going · 3 no answer · 2 asked again`, for those who run it: of the places, or of the people asked.
 */
export function repliesLabel(
  event: RowProps['event'],
  { going, cannot, noAnswer, askedAgain = 0 }: NonNullable<MyEventSummary['replies']>,
  { locale, now }: Viewer,
): StateLabel {
  const { publication, maximumAttendeeCapacity: capacity } = event;
  if (publication === 'draft') return { label: t('Draft'), tone: 'plain' };
  if (isOver(event, now)) return { label: turnoutText(event, locale) ?? '', tone: 'plain' };
  const asked = capacity ?? going + cannot + noAnswer;
  const count = countText(going, locale);
  const parts = [
    asked > going
      ? t('{count} of {asked} going', { count, asked: countText(asked, locale) })
      : t('{count} going', { count }),
    ...(noAnswer > 0 ? [t('{count} no answer', { count: countText(noAnswer, locale) })] : []),
    ...(askedAgain > 0 ? [t('{count} asked again', { count: countText(askedAgain, locale) })] : []),
  ];
  return { label: parts.join(' · '), tone: parts.length > 1 ? 'warn' : 'good' };
}

type RowProps = {
  event: Omit<MyEventSummary, 'series'> & Partial<Pick<MyEventSummary, 'series'>>;
  viewer: Viewer;
  /** The path of an event is this followed by its id. */
  base?: string;
  /** It is shown beside the list. */
  isChosen?: boolean;
  /** Shows the quick replies. */
  isOwed?: boolean;
  /** A reply was given, and the server may soon list the event elsewhere; see kept-rows.ts. */
  onAnswer?: () => void;
};

export function ReplyRow({
  event,
  viewer,
  base = '/my/events/',
  isChosen = false,
  isOwed = false,
  onAnswer,
}: RowProps) {
  /** The server's answer of this visit; null before it, and to give another one. */
  const [given, setGiven] = useState<string | null>(null);
  const show = ({ registration }: ReplyAnswer) =>
    setGiven(registrationLabel(registration, event)?.label ?? null);
  const about = datedName(event, viewer.locale);
  const reply = useReply({ ...event, name: about }, show);
  const { pending, refused, trouble, isSending, isWaiting } = reply;
  const answered = refused || trouble ? null : given;
  const actions = useRef<HTMLDivElement>(null);
  /** Of the actions before the answer, in px: the rows below stay where they are. */
  const [minHeight, setMinHeight] = useState<number>();
  const queuedText =
    pending &&
    `${replyText(pending, event.attendingLeadsTo, event)} · ${isSending ? t('sending') : t('will be sent')}`;
  const isArchived = event.publication === 'archived' && event.can.edit;
  // A row with buttons says the answer in their place, so that it stays as high as it was.
  const state: StateLabel | null =
    queuedText && !isOwed
      ? { label: queuedText, tone: 'plain' }
      : isArchived
        ? { label: t('Archived'), tone: 'plain' }
        : event.replies
          ? repliesLabel(event, event.replies, viewer)
          : dueLabel(isOwed ? withoutQuestion(event) : event, viewer);
  /** Its state is who came, or who was going. */
  const hasCounts = event.replies && isOver(event, viewer.now) && event.can.markAttendance && !isArchived;
  const to = base + event.id;
  const { can, attendingLeadsTo: leadsTo } = event;
  const answer = async (choice: Response) => {
    onAnswer?.();
    setMinHeight(actions.current?.offsetHeight);
    const plain = replyText(choice, leadsTo, event);
    const textOf = ({ registration }: ReplyAnswer) => registrationLabel(registration, event)?.label ?? plain;
    await reply.reply(choice, { leadsTo }, (to) => `${textOf(to)}: ${event.name}`);
  };
  const takeBack =
    isSending || !(isWaiting || answered)
      ? null
      : () => {
          setGiven(null);
          if (isWaiting) reply.undo();
        };
  const isAsked = Boolean(event.registration?.reconfirmAskedAt);
  const holds = event.registration?.state === 'confirmed';
  const attends =
    { waitlist: t('Join waitlist'), approval: t('Ask for a place') }[leadsTo as string] ?? t('Going');
  return (
    <EventRow
      event={event}
      // Answers saved by an older version of the app have no `can.see`.
      to={can.see === false ? null : to}
      viewer={viewer}
      state={state}
      stateTo={hasCounts ? attendancePath(event.id) : null}
      isOwn={Boolean(event.replies)}
      isChosen={isChosen}
      actions={
        <>
          {isOwed && isWaiting ? null : <ReplyState reply={reply} event={event} about={about} />}
          {isOwed && !refused ? (
            <div ref={actions} style={{ minHeight }}>
              {isAsked ? (
                <Moved>
                  {movedText(event, event.registration, viewer.locale)} {takeBack ? null : t('Still coming?')}
                </Moved>
              ) : null}
              <Quick>
                {takeBack ? (
                  <Answered
                    text={queuedText ?? answered}
                    about={about}
                    isWaiting={isWaiting}
                    onTakeBack={takeBack}
                  />
                ) : isAsked && holds ? (
                  <Choice
                    text={t('Going')}
                    about={about}
                    busy={isSending}
                    onClick={() => void answer('attending')}
                  />
                ) : event.attendingRefusedFor === 'birth_date_needed' ? (
                  // The event's page asks for the birth date.
                  <Link to={to} aria-label={`${attends}: ${about}`}>
                    {attends}
                  </Link>
                ) : !can.register ? null : leadsTo === 'payment' ? (
                  // A paid place is decided on the page that shows its price.
                  <Link to={to} aria-label={t('See price: {name}', { name: about })}>
                    {t('See price')}
                  </Link>
                ) : (
                  <Choice
                    text={attends}
                    about={about}
                    busy={isSending}
                    onClick={() => void answer('attending')}
                  />
                )}
                {isAsked && !holds && !takeBack ? (
                  <Choice
                    text={t('Maybe')}
                    about={about}
                    busy={isSending}
                    onClick={() => void answer('tentative')}
                  />
                ) : null}
                {takeBack ? null : isAsked && holds && event.price ? (
                  // The event's page says what happens to the money.
                  <Link to={to} aria-label={t("Can't go: {name}", { name: about })}>
                    {t("Can't go")}
                  </Link>
                ) : can.respond ? (
                  <Choice
                    text={t("Can't go")}
                    about={about}
                    busy={isSending}
                    onClick={() => void answer('declined')}
                  />
                ) : null}
              </Quick>
              {isAsked && event.series && (event.series.askedAgain ?? 0) > 1 ? (
                <Suspense fallback={null}>
                  <StillComingToAll
                    series={event.series}
                    name={event.name}
                    onAnswered={({ items }) => {
                      const own = items.find(({ eventId }) => eventId === event.id);
                      if (!own || own.outcome === 'refused') return;
                      onAnswer?.();
                      show(own);
                    }}
                  />
                </Suspense>
              ) : null}
            </div>
          ) : null}
        </>
      }
    />
  );
}
