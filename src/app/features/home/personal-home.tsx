// The home page of signed-in people: what to do now, replies due, then the next event and later ones. On a wide screen
// the next event, or the chosen one, stands beside all of that.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, Suspense, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { useOutbox } from '../../data/outbox/use-outbox.ts';
import { useCreatedEvents } from '../../data/resources/created-events.ts';
import { useList, useResource } from '../../data/resources/use-resource.ts';
import type { StoredUser } from '../../data/session/session.ts';
import { AwayLines, useAway } from '../../entities/absences/away.tsx';
import { useAbsences } from '../../entities/absences/use-absences.ts';
import { ReplyRow } from '../../entities/events/reply-row.tsx';
import { CardList } from '../../entities/lists/card-list.tsx';
import { useKeptRows, useUnanswered } from '../../entities/lists/kept-rows.ts';
import { OutboxList } from '../../entities/outbox/outbox-list.tsx';
import { OwedByTeam } from '../../entities/payments/owed-by-team.tsx';
import { HeaderTools } from '../../entities/people/header-tools.tsx';
import { useNow, useViewer, type Viewer } from '../../format/use-viewer.ts';
import { wallMinutes } from '../../format/wall-clock.ts';
import { retryingLazy } from '../../pwa/retrying-lazy.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type ListPane, useFirst, useIsPage } from '../../ui/page/panes.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { twoPanes, useMedia } from '../../ui/use-media.ts';
import { t } from '../../words/t.ts';
import { DoNow } from './do-now.tsx';
import { NextEvent } from './next-event.tsx';
import { Heading, Wide } from './parts.tsx';
import { isToDo, missingAnswers, nextOf, stillOwed, toDo, toMark } from './to-do.ts';
import { UnconfirmedAddress } from './unconfirmed-address.tsx';

// Few devices show it.
const InstallCard = retryingLazy(async () => (await import('../../pwa/install-card.tsx')).InstallCard);

const Header = chakra('header', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mt: { lg: '2' } },
});
const Greeting = chakra('h1', {
  base: {
    fontSize: { base: '2xl', lg: '3xl' },
    fontWeight: '800',
    lineHeight: '1.15',
    // With large text the bell goes below the greeting, before a word is broken.
    flex: '1 1 min-content',
    minW: '0',
    overflowWrap: 'break-word',
    _focusVisible: { outline: 'none' },
  },
});
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '9',
    gridTemplateColumns: 'minmax(0, 1fr)',
    lg: { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)', gap: '8', alignItems: 'start' },
    xl: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '9' },
  },
});
const Column = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '9', _empty: { display: 'none' } },
});

const listed = 4;

/** The events that I go to or lead. From the lists that are prefetched for offline use. */
function useNext(isCoach: boolean) {
  const going = useList('GET /api/users/me/events', { query: { tab: 'upcoming' } });
  const leading = useList('GET /api/users/me/events', isCoach ? { query: { tab: 'coaching' } } : null);
  const error = going.error ?? leading.error;
  const isLoaded = going.items !== undefined && (!isCoach || leading.items !== undefined);
  const leads = new Set(leading.items?.map(({ id }) => id));
  const all = [...(going.items ?? []), ...(leading.items ?? [])];
  const retry = () => {
    going.retry();
    leading.retry();
  };
  return { isLoaded, all, leads, leading: leading.items ?? [], error, retry };
}

/**
 * What "Do now" shows; undefined while it loads. Without an answer it shows nothing: the rest of the page says why. `all`: the
 * events of `useNext`, which has those of an event's leader who runs its club.
 */
function useToDo(all: readonly MyEventSummary[], now: number | null, chosenId: string | undefined) {
  // The same list that is prefetched for offline use.
  const events = useList('GET /api/users/me/events', { query: { tab: 'doNow' } });
  const { rows, isAnswered, keep } = useKeptRows(events.items?.filter(isToDo), chosenId);
  const requests = useResource('GET /api/users/me/notifications', { query: { only: 'owed', limit: listed } });
  const isLoaded = (events.items || events.error) && (requests.data || requests.error);
  if (!isLoaded) return undefined;
  // Those of `all` last: they have the counts of replies.
  const marking = toMark([...(events.items ?? []), ...all], now);
  return { marking, events: toDo(rows ?? [], now), isAnswered, keep, requests: requests.data?.items ?? [] };
}

export function PersonalHome({ user, chosenId, onFirst }: Partial<ListPane> & { user: StoredUser }) {
  const viewer = useViewer();
  const now = useNow();
  const { isLoaded: isNextLoaded, all, leads, leading, error, retry } = useNext(user.type === 'coach');
  const owed = useList('GET /api/users/me/events', { query: { tab: 'needsReply' } });
  const {
    rows: owedRows = [],
    due: owedDue = [],
    isKept,
    isOwed,
    keep,
  } = useKeptRows(useUnanswered(owed.items), chosenId);
  const away = useAway();
  const { isLoading: isAwayLoading } = useAbsences();
  // Those of the outbox first: once they are sent, the server's answer takes precedence.
  const created = useCreatedEvents().map(({ event }) => event);
  const todo = useToDo([...created, ...all], now, chosenId);
  // A part shows once all above it are known: nothing moves from under a thumb.
  const isTopKnown = todo !== undefined && (isNextLoaded || error !== undefined) && !isAwayLoading;
  const isAllKnown = isTopKnown && (owed.items !== undefined || owed.error !== undefined);
  const urgent = new Set([...(todo?.marking ?? []), ...(todo?.events ?? [])].map(({ id }) => id));
  const silent = missingAnswers(leading, now);
  const hasToDo =
    isTopKnown && todo.marking.length + todo.events.length + todo.requests.length + silent.length > 0;
  const isReply = ({ id }: MyEventSummary) => !urgent.has(id);
  const replies = isAllKnown ? stillOwed(owedRows, now, isKept).filter(isReply) : [];
  const isLoaded = isAllKnown && isNextLoaded;
  // An event that was answered here keeps its row, so that nothing else moves.
  const { next, later } = nextOf(isLoaded ? all : [], now, (id) => urgent.has(id) || isKept(id));
  const isWide = useMedia(twoPanes);
  const first = [next, ...(todo?.events ?? []), ...replies].find((event) => event !== undefined);
  useFirst(isLoaded ? (first ? `/my/events/${first.id}` : null) : undefined, 'home', onFirst);
  const [hasAnswered, setHasAnswered] = useState(false);
  const hasReplies = replies.length > 0 || hasAnswered;
  const isBusy = hasToDo || hasReplies;
  const whatIsNext = !isAllKnown ? (
    <Skeleton h="18rem" rounded="xl" />
  ) : error && !isNextLoaded ? (
    <ErrorState error={error} onRetry={retry} />
  ) : next ? (
    isWide ? null : (
      <NextEvent event={next} isLeading={leads.has(next.id)} viewer={viewer} />
    )
  ) : isBusy ? null : (
    <NothingYet isCoach={user.type === 'coach'} />
  );
  const following = isWide && next ? [next, ...later] : later;
  const whatFollows =
    following.length > 0 ? (
      <Events
        id="later"
        title={isWide ? t('Coming up') : t('After that')}
        more="/my/events"
        events={following}
        chosenId={chosenId}
        viewer={viewer}
      />
    ) : null;
  const isPage = useIsPage();
  const hello = greeting(viewer, user.name.split(' ')[0] ?? '');
  return (
    <Wide pe={{ base: '4', sm: '5', lg: '8', xl: '4' }}>
      <div>
        <Header>
          {isPage ? <Greeting tabIndex={-1}>{hello}</Greeting> : <Greeting as="h2">{hello}</Greeting>}
          <HeaderTools />
        </Header>
        <AwayLines away={away} />
      </div>
      <UnconfirmedAddress />
      <Columns>
        <Column>
          {hasToDo ? <DoNow {...todo} silent={silent} chosenId={chosenId} viewer={viewer} /> : null}
          {hasReplies ? (
            <Events
              id="owed"
              title={t('Waiting for your reply')}
              more="/my/events?tab=needsReply"
              events={replies}
              viewer={viewer}
              chosenId={chosenId}
              isOwed={isOwed}
              onAnswer={keep}
            >
              <OwedByTeam
                events={replies}
                due={owedDue.filter(isReply)}
                hasMore={owed.hasMore}
                onAnswer={() => setHasAnswered(true)}
              />
            </Events>
          ) : null}
          {isBusy ? null : whatIsNext}
          <QueuedChanges />
        </Column>
        <Column>
          {isBusy ? whatIsNext : null}
          {whatFollows}
          {/* Installing makes sense once there is something to read offline. */}
          {next ? (
            <Suspense fallback={null}>
              <InstallCard />
            </Suspense>
          ) : null}
        </Column>
      </Columns>
    </Wide>
  );
}

function NothingYet({ isCoach }: { isCoach: boolean }) {
  return isCoach ? (
    <EmptyState
      icon="calendar"
      title={t('Nothing planned yet')}
      action={
        <>
          <ButtonLink to="/my/events/new">{t('New event')}</ButtonLink>
          <ButtonLink to="/my/teams" look="quiet">
            {t('My teams')}
          </ButtonLink>
        </>
      }
    >
      {t("Plan an event. If your team isn't here yet, create it first, so we can ask its members.")}
    </EmptyState>
  ) : (
    <EmptyState
      icon="calendar"
      title={t('Nothing planned yet')}
      action={
        <>
          <ButtonLink to="/explore/events">{t('Explore events')}</ButtonLink>
          <ButtonLink to="/my/teams/new" look="quiet">
            {t('You coach a team? Create it')}
          </ButtonLink>
        </>
      }
    >
      {t('Find an event near you, or wait for your coach to plan one. It shows up here.')}
    </EmptyState>
  );
}

function Events({
  id,
  title,
  more,
  events,
  chosenId,
  viewer,
  isOwed,
  onAnswer,
  children,
}: {
  id: string;
  title: string;
  more: string;
  events: readonly MyEventSummary[];
  chosenId: string | undefined;
  viewer: Viewer;
  isOwed?: (id: string) => boolean;
  onAnswer?: (event: MyEventSummary) => void;
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <Heading id={id} more={{ to: more, label: t('See all') }}>
        {title}
      </Heading>
      {children}
      <CardList>
        {events.slice(0, listed).map((event) => (
          <ReplyRow
            key={event.id}
            event={event}
            viewer={viewer}
            isChosen={event.id === chosenId}
            isOwed={isOwed?.(event.id) ?? false}
            onAnswer={() => onAnswer?.(event)}
          />
        ))}
      </CardList>
    </section>
  );
}

/** The queued writes. */
function QueuedChanges() {
  if (useOutbox().length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <Heading id="waiting">{t('Waiting to be sent')}</Heading>
      <OutboxList />
    </section>
  );
}

function greeting({ now, timeZone }: Viewer, name: string): string {
  if (now === null || timeZone === null) return t('Hello, {name}', { name });
  const hour = wallMinutes(timeZone, now) / 60;
  if (hour < 5 || hour >= 18) return t('Good evening, {name}', { name });
  return t(hour < 12 ? 'Good morning, {name}' : 'Good afternoon, {name}', { name });
}
