// My state at an event and the main action for it: the state below the hero, the action in a sticky bar on
// phones.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { type ReplyChoice, replyText, useReply } from '../../../data/outbox/replies.ts';
import { whenRevalidated } from '../../../data/resources/acknowledged-writes.ts';
import { ReplyState } from '../../../entities/events/change-state.tsx';
import { useNow, useViewer } from '../../../format/use-viewer.ts';
import { datedName, holdEnd } from '../../../format/when.ts';
import { movedText } from '../../../format/words/moved.ts';
import { registrationLabel } from '../../../format/words/vocabulary.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { rememberPage } from '../../../ui/navigation/remember-page.ts';
import { Link } from '../../../ui/navigation/router.tsx';
import { footBar } from '../../../ui/page/foot-bar.ts';
import { t } from '../../../words/t.ts';
import { offersWithHeld } from '../payment/event-money.ts';
import { SeriesButton } from '../series/series-button.tsx';
import { headlineOf, joinText, leadOf, linksToPayment } from './my-state.ts';
import { ReplyActions } from './reply-actions.tsx';
import { ReplyNote } from './reply-note.tsx';

// Loaded on demand: few events have several prices.
const OfferChoice = lazy(async () => ({ default: (await import('./offer-choice.tsx')).OfferChoice }));
const StillComingToAll = lazy(async () => ({
  default: (await import('../../../entities/events/still-coming.tsx')).StillComingToAll,
}));
const BirthDateForm = lazy(async () => ({ default: (await import('./birth-date-form.tsx')).BirthDateForm }));
const GiveUpSheet = lazy(async () => ({ default: (await import('./give-up-sheet.tsx')).GiveUpSheet }));

const Card = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    py: '3.5',
    bg: 'bg.panel',
    borderColor: 'border',
    borderBottomWidth: '1px',
    '& .title': { fontWeight: '700', fontSize: 'lg', lineHeight: '1.3', display: 'flex', gap: '2' },
    '& .title .icon': { flexShrink: '0', mt: '0.5' },
    '& .line': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& details': { mt: '1' },
    '& summary, & .payment, & .series, & .way': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      color: 'brand',
      fontWeight: '600',
      fontSize: 'sm',
      cursor: 'pointer',
      rounded: 'sm',
    },
    '& .note': { display: 'grid', gap: '2.5', pb: '1' },
    '& .actions': { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '3' },
    '& .actions > .main': { flex: '1 1 min-content', minW: '6rem' },
    '& .actions > :not(.main)': { flex: '0 1 auto', px: '3.5' },
    // On a phone, the other two replies would not fit beside it.
    '& .actions > .priced': { smDown: { flex: '1 0 100%', '& ~ *': { flex: '1 1 auto' } } },
    '& [aria-pressed=true]': { bg: 'bg.strong', color: 'fg.strong', borderColor: 'transparent' },
    '&:not(:has(.title, .actions, [role=status] > *))': { display: 'none' },
  },
  variants: {
    tone: {
      good: { '& .title': { color: 'brand' } },
      warn: { '& .title': { color: 'warn' } },
      bad: { '& .title': { color: 'danger' } },
      plain: {},
    },
    isBar: {
      true: {
        '& .actions': {
          lgDown: {
            ...footBar,
            mt: '0',
            '& > *': { minH: '48px' },
          },
        },
      },
    },
  },
});

export function MyReplyCard({ event, isMain }: { event: MyEvent; isMain: boolean }) {
  const { locale, timeZone } = useViewer();
  const now = useNow();
  const navigate = useNavigate();
  const reply = useReply({ ...event, name: datedName(event, locale) });
  const [note, setNote] = useState('');
  const [isNoteSent, setNoteSent] = useState(false);
  const [chosenId, choose] = useState<string | null>(null);
  const [isGivingUp, setGivingUp] = useState(false);
  const { can } = event;
  const offers = can.acceptPlace ? offersWithHeld(event) : event.offers;
  // The prices may change while the page is open.
  const chosen = offers.find(({ id }) => id === chosenId);
  const offer = chosen ?? offers.find(({ id }) => id === event.heldOffer?.id) ?? offers[0];
  const leadsTo = leadOf(event, offer);
  const headline = headlineOf({ ...event, attendingLeadsTo: leadsTo }, { locale, now, timeZone });
  const isPending = reply.pending !== null;
  const moved = movedText(event, event.registration, locale);
  const choosesOffer = offers.length > 1 && (can.register || can.acceptPlace);
  // Without a choice, an offered place keeps the price that it was asked for with.
  const sent = can.acceptPlace ? chosen : offer;
  // Organizers are not asked, but may take part.
  const runsIt = can.edit && event.registration === null && !isPending && !reply.refused;

  const send = async (choice: ReplyChoice) => {
    setGivingUp(false);
    const isHere = rememberPage();
    const sentNote = note.trim();
    const answer = await reply.reply(
      choice,
      { leadsTo, note: sentNote, ...(choosesOffer && sent && { offerId: sent.id }) },
      ({ registration }) =>
        `${registrationLabel(registration, event)?.label ?? replyText(choice, leadsTo, event)}: ${event.name}`,
    );
    if (answer) {
      setNoteSent(sentNote !== '');
      // What was typed while it was sent stays.
      setNote((now) => (now.trim() === sentNote ? '' : now));
    }
    await whenRevalidated();
    if (choice === 'attending' && answer?.registration?.state === 'pendingPayment' && isHere())
      navigate(`/my/events/${event.id}/payment`);
  };

  const ways = (
    <>
      {choosesOffer && !isPending ? (
        <Suspense fallback={null}>
          <OfferChoice offers={offers} chosen={offer?.id ?? null} locale={locale} onChoose={choose} />
        </Suspense>
      ) : null}
      {runsIt ? null : (
        <ReplyNote
          event={event}
          note={note}
          isSent={isNoteSent}
          isSending={reply.isSending}
          onChange={setNote}
          onSend={() => void send('attending')}
        />
      )}
      <ReplyActions
        event={event}
        isMain={isMain && !runsIt}
        reply={reply}
        joinLabel={joinText({ ...event, attendingLeadsTo: leadsTo }, offer, locale)}
        until={
          event.registration?.holdExpiresAt
            ? holdEnd(event.registration.holdExpiresAt, { locale, now, timeZone })
            : null
        }
        onReply={(choice) => void send(choice)}
        onGiveUp={() => setGivingUp(true)}
      />
    </>
  );
  return (
    <Card tabIndex={-1} tone={isPending ? 'plain' : headline.tone} isBar={isMain && !runsIt} data-action>
      {reply.pending ? (
        <p className="title">
          {replyText(reply.pending, leadsTo, event)} · {reply.isSending ? t('sending') : t('will be sent')}
        </p>
      ) : (
        <>
          {headline.title ? (
            <p className="title">
              {headline.tone === 'good' ? <Icon name="circle-check" size={22} /> : null}
              {headline.title}
            </p>
          ) : null}
          {moved ? <p className="line">{moved}</p> : null}
          {headline.lines.map((line) => (
            <p key={line} className="line">
              {line}
            </p>
          ))}
        </>
      )}
      {headline.way && !isPending ? (
        <Link className="way" to={headline.way.to}>
          {headline.way.label}
        </Link>
      ) : null}
      {event.attendingRefusedFor === 'birth_date_needed' ? (
        <Suspense fallback={null}>
          <BirthDateForm />
        </Suspense>
      ) : null}
      {linksToPayment(event) ? (
        <Link className="payment" to={`/my/events/${event.id}/payment`}>
          {event.due ? t('How to pay') : t('Payment and receipt')}
        </Link>
      ) : null}
      <ReplyState reply={reply} event={event} about={event.name} />
      {event.series && (event.series.askedAgain ?? 0) > 1 ? (
        <Suspense fallback={null}>
          <StillComingToAll series={event.series} name={event.name} />
        </Suspense>
      ) : null}
      {runsIt ? null : <SeriesButton event={event} />}
      {runsIt && (can.register || can.respond) ? (
        <details>
          <summary>{t('Take part yourself')}</summary>
          {ways}
        </details>
      ) : runsIt ? null : (
        ways
      )}
      {isGivingUp ? (
        <Suspense fallback={null}>
          <GiveUpSheet
            event={event}
            onGiveUp={(choice) => void send(choice)}
            onClose={() => setGivingUp(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
