// What cannot wait: places to pay for or to accept, what was cancelled, postponed or moved this week, and what those who run
// events have to answer.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import type { Notification } from '../../../contract/people/notifications.ts';
import { useAction } from '../../data/forms/use-action.ts';
import { callApi } from '../../data/http/call.ts';
import { attendancePath } from '../../data/outbox/mark-calls.ts';
import { useReply } from '../../data/outbox/replies.ts';
import { notifyWriteAcknowledged } from '../../data/resources/notify-acknowledged.ts';
import { ReplyState } from '../../entities/events/change-state.tsx';
import { EventRow } from '../../entities/events/event-card.tsx';
import { ReplyRow, repliesLabel } from '../../entities/events/reply-row.tsx';
import { CardList } from '../../entities/lists/card-list.tsx';
import { NotificationList, NotificationRow } from '../../entities/people/notification-row.tsx';
import { amountText } from '../../format/money.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { datedName, dayHeading, holdEnd } from '../../format/when.ts';
import { countText } from '../../format/words/vocabulary.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';
import { Heading } from './parts.tsx';
import { isHeld } from './to-do.ts';

const Stack = chakra('div', {
  base: {
    display: 'grid',
    gap: '2.5',
    // Above the link that covers the whole card.
    '& .act': { position: 'relative', pt: '2.5', pb: '0.5', '& > *': { w: 'full' } },
  },
});

/**
 * `marking`: events whose attendance is taken now. `events`: in the order of `toDo`; `isAnswered` and `keep`: of those that were
 * answered here (kept-rows.ts).
 */
export function DoNow({
  marking,
  events,
  isAnswered,
  keep,
  requests,
  silent,
  chosenId,
  viewer,
}: {
  marking: readonly MyEventSummary[];
  events: readonly MyEventSummary[];
  isAnswered: (id: string) => boolean;
  keep: (event: MyEventSummary) => void;
  requests: readonly Notification[];
  silent: readonly MyEventSummary[];
  chosenId: string | undefined;
  viewer: Viewer;
}) {
  return (
    <section aria-labelledby="do-now">
      <Heading id="do-now">{t('Do now')}</Heading>
      <Stack>
        {marking.length > 0 ? (
          <CardList>
            {marking.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                to={`/my/events/${event.id}`}
                isChosen={event.id === chosenId}
                viewer={viewer}
                isOwn
                state={
                  event.replies
                    ? repliesLabel(event, event.replies, viewer)
                    : { label: t('Now'), tone: 'good' }
                }
                actions={
                  <div className="act">
                    {/* The card has the name already. */}
                    <ButtonLink
                      to={attendancePath(event.id)}
                      aria-label={t('Attendance · {name}', { name: datedName(event, viewer.locale) })}
                    >
                      <Icon name="check" size={18} />
                      {t('Attendance')}
                    </ButtonLink>
                  </div>
                }
              />
            ))}
          </CardList>
        ) : null}
        {events.length > 0 ? (
          <CardList>
            {events.map((event) =>
              isHeld(event) ? (
                <HeldRow key={event.id} event={event} isChosen={event.id === chosenId} viewer={viewer} />
              ) : (
                <ReplyRow
                  key={event.id}
                  event={event}
                  viewer={viewer}
                  isChosen={event.id === chosenId}
                  isOwed={Boolean(event.registration?.reconfirmAskedAt) || isAnswered(event.id)}
                  onAnswer={() => keep(event)}
                />
              ),
            )}
          </CardList>
        ) : null}
        {requests.length > 0 ? (
          <NotificationList>
            {requests.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} viewer={viewer} />
            ))}
          </NotificationList>
        ) : null}
        {silent.map((event) => (
          <UnansweredRow key={event.id} event={event} viewer={viewer} />
        ))}
      </Stack>
    </section>
  );
}

/** A place that is held: pay for it, or accept it, before it goes to the next person. */
function HeldRow({ event, isChosen, viewer }: { event: MyEventSummary; isChosen: boolean; viewer: Viewer }) {
  const { id, due, registration, attendingLeadsTo: leadsTo, can } = event;
  const about = datedName(event, viewer.locale);
  const reply = useReply({ ...event, name: about });
  const until = registration?.holdExpiresAt;
  const time = until ? holdEnd(until, viewer) : null;
  const page = `/my/events/${id}`;
  const isOffered = registration?.state === 'offered';
  return (
    <EventRow
      event={event}
      to={page}
      isChosen={isChosen}
      viewer={viewer}
      state={{
        label: isOffered ? t("There's a place for you") : t('Place held, pay to keep it'),
        tone: 'warn',
      }}
      actions={
        <>
          <ReplyState reply={reply} event={event} about={about} />
          <div className="act">
            {isOffered && can.acceptPlace && leadsTo !== 'payment' ? (
              reply.pending && !reply.isSending ? null : (
                <Button
                  busy={reply.isSending}
                  aria-label={`${acceptText(time)}: ${about}`}
                  onClick={() => void reply.reply('attending', { leadsTo })}
                >
                  {acceptText(time)}
                </Button>
              )
            ) : (
              <ButtonLink
                to={isOffered ? page : `${page}/payment`}
                aria-label={`${isOffered ? acceptText(time) : payText(due, time, viewer.locale)}: ${about}`}
              >
                {isOffered ? acceptText(time) : payText(due, time, viewer.locale)}
              </ButtonLink>
            )}
          </div>
        </>
      }
    />
  );
}

const acceptText = (until: string | null) =>
  until ? t('Accept place before {until}', { until }) : t('Accept place');

function payText(due: MyEventSummary['due'], time: string | null, locale: string): string {
  if (due?.way === 'underWay') return t('See your payment');
  if (!due) return time ? t('Pay before {until}', { until: time }) : t('Pay');
  const amount = amountText(due.amount, locale);
  return time ? t('Pay {amount} by {time}', { amount, time }) : t('Pay {amount}', { amount });
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '& > div': { flex: '1 1 10rem', minW: '0' },
    '& a': { fontWeight: '700', lineHeight: '1.3', _hover: { textDecoration: 'underline' } },
    '& small': { display: 'block', fontSize: 'sm', color: 'fg.muted' },
  },
});

/** People of a team who have not answered an event that is near. */
function UnansweredRow({ event, viewer }: { event: MyEventSummary; viewer: Viewer }) {
  const { busy, failure, run } = useAction();
  const [said, setSaid] = useState<{ text: string } | null>(null);
  const { id, name, startsAt, timeZone } = event;
  const { noAnswer = 0, askedAgain = 0, canRemind, noAccount = 0 } = event.replies ?? {};
  const { weekday, date } = dayHeading(startsAt, timeZone, viewer.locale, viewer.now);
  const remind = async () => {
    const { reminded } = await callApi('POST /api/events/{id}/reminders', { params: { id }, body: {} });
    notifyWriteAcknowledged('POST /api/events/{id}/reminders');
    setSaid({
      text:
        reminded > 0
          ? t('Reminded {reminded, plural, one {# person} other {# people}}.', { reminded })
          : t('Everyone got a reminder in the last 12 hours.'),
    });
  };
  return (
    <Row>
      <div>
        <Link to={`/my/events/${id}`}>
          {t("{count, plural, one {One person hasn't} other {# people haven't}} answered", {
            count: noAnswer,
          })}
        </Link>
        <small>
          {[
            name,
            `${weekday} ${date}`,
            ...(askedAgain > 0
              ? [t('{count} asked again', { count: countText(askedAgain, viewer.locale) })]
              : []),
          ].join(' · ')}
        </small>
        {noAccount > 0 ? (
          <small>
            {rich('{count, plural, one {One has} other {# have}} no account: <link>answer for them</link>', {
              count: noAccount,
              link: (text) => <Link to={`/my/events/${id}`}>{text}</Link>,
            })}
          </small>
        ) : null}
        {!said && canRemind === 0 && noAnswer > noAccount ? (
          <small>{t('No one to remind right now')}</small>
        ) : null}
        <StatusLine said={said} />
        <FormError message={failure} />
      </div>
      {said || !canRemind ? null : (
        <Button
          look="outline"
          busy={busy}
          aria-label={t('Remind {count}: {name}', {
            count: countText(canRemind, viewer.locale),
            name: datedName(event, viewer.locale),
          })}
          onClick={() => void run(remind)}
        >
          {t('Remind {count}', { count: countText(canRemind, viewer.locale) })}
        </Button>
      )}
    </Row>
  );
}
