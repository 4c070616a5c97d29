// My events in tabs: needing a reply, upcoming, waitlisted, past, and coaching.

import { chakra } from '@chakra-ui/react/styled-system';
import { type MyEventTab, myEventTabs } from '../../../contract/values/enums.ts';
import { isPlanning } from '../../data/outbox/planned.ts';
import { useOutbox } from '../../data/outbox/use-outbox.ts';
import { useList } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { AwayButton, AwayLines, useAway } from '../../entities/absences/away.tsx';
import { ReplyRow } from '../../entities/events/reply-row.tsx';
import { CardList } from '../../entities/lists/card-list.tsx';
import { CardSkeletons } from '../../entities/lists/card-skeletons.tsx';
import { useKeptRows, useUnanswered } from '../../entities/lists/kept-rows.ts';
import { MoreButton } from '../../entities/lists/more-button.tsx';
import { OutboxList } from '../../entities/outbox/outbox-list.tsx';
import { OwedByTeam } from '../../entities/payments/owed-by-team.tsx';
import { HeaderTools } from '../../entities/people/header-tools.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { isPaused } from '../../format/words/paused.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { useFirstNewRow } from '../../ui/page/first-new-row.ts';
import { FlashMessage } from '../../ui/page/flash-message.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { type ListPane, useFirst } from '../../ui/page/panes.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/page/state.tsx';
import { type Message, msg, t } from '../../words/t.ts';
import { DueShelf } from './payment/due-shelf.tsx';

type Empty = { icon: ChromeIconName; title: Message; text: Message; to: string; action: Message };
const explore = { to: '/explore/events', action: msg('Explore events') };

const tabs: Record<MyEventTab, { label: Message; empty: Empty }> = {
  needsReply: {
    label: msg('Needs reply'),
    empty: {
      icon: 'circle-check',
      title: msg('You have answered everyone'),
      text: msg("When a coach asks if you're coming, you'll find it here."),
      to: '/my/events?tab=upcoming',
      action: msg("See what's coming up"),
    },
  },
  upcoming: {
    label: msg('Upcoming'),
    empty: {
      ...explore,
      icon: 'calendar',
      title: msg('Nothing planned yet'),
      text: msg('Events you say yes to show up here, soonest first.'),
    },
  },
  waitlisted: {
    label: msg('Waitlisted'),
    empty: {
      ...explore,
      icon: 'clock',
      title: msg("You're not on a waitlist"),
      text: msg('When an event is full and you wait for a place, your position shows here.'),
    },
  },
  past: {
    label: msg('Past'),
    empty: {
      ...explore,
      icon: 'calendar',
      title: msg('No past events'),
      text: msg('Events that you replied to, came to or coached stay here.'),
    },
  },
  coaching: {
    label: msg('Coaching'),
    empty: {
      icon: 'calendar',
      title: msg("You don't lead any events yet"),
      text: msg('Events that you plan, lead or run for a club show up here.'),
      to: '/my/events/new',
      action: msg('Plan an event'),
    },
  },
};

export function MyEventsScreen({ search, chosenId, onFirst }: ListPane) {
  const { user } = useSession();
  const wanted = new URLSearchParams(search).get('tab');
  const away = useAway();
  const isCoach = user?.type === 'coach';
  const first: MyEventTab = isCoach ? 'coaching' : 'upcoming';
  const open = myEventTabs.find((tab) => tab === wanted) ?? first;
  const others = myEventTabs.filter((tab) => tab !== 'coaching' || (open === tab && !isCoach));
  const shown = isCoach ? [first, ...others.filter((tab) => tab !== first)] : others;
  const addressOf = (tab: MyEventTab) => (tab === first ? '/my/events' : `/my/events?tab=${tab}`);
  return (
    <Screen
      pane
      title={t('My Events')}
      tools={<HeaderTools />}
      action={
        <Actions>
          <AwayButton away={away} />
          {isCoach ? (
            <ButtonLink to="/my/events/new" look={open === 'coaching' ? 'solid' : 'outline'}>
              <Icon name="plus" size={18} />
              {t('New event')}
            </ButtonLink>
          ) : null}
        </Actions>
      }
    >
      <LinkTabs
        label={t('My events')}
        tabs={shown.map((tab) => ({ to: addressOf(tab), label: t(tabs[tab].label), isOpen: tab === open }))}
      />
      <FlashMessage />
      <AwayLines away={away} />
      {isCoach ? <QueuedChanges /> : null}
      {isCoach && open === 'past' ? (
        <ToHours>
          <ButtonLink to="/my/hours" look="quiet" px="2">
            <Icon name="clock" size={18} />
            {t('Coaching hours')}
          </ButtonLink>
        </ToHours>
      ) : null}
      <TabEvents key={open} tab={open} chosenId={chosenId} onFirst={onFirst} />
    </Screen>
  );
}

const ToHours = chakra('div', { base: { pt: '2', mb: '-2' } });
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

const QueuedSection = chakra('section', {
  base: { pt: '4', '& h2': { fontSize: 'lg', fontWeight: '700', mb: '2.5' } },
});

/** Queued changes to events that were planned on this device. */
function QueuedChanges() {
  if (!useOutbox().some(isPlanning)) return null;
  return (
    <QueuedSection aria-labelledby="planned-here">
      <h2 id="planned-here">{t('Not sent yet')}</h2>
      <OutboxList only={isPlanning} />
    </QueuedSection>
  );
}

const firstOf = ([event]: readonly { id: string }[]) => (event ? `/my/events/${event.id}` : null);

const Rows = chakra('div', { base: { pt: '3', '& > button': { display: 'flex', mx: 'auto', mt: '5' } } });

function TabEvents({ tab, chosenId, onFirst }: Omit<ListPane, 'search'> & { tab: MyEventTab }) {
  const list = useList('GET /api/users/me/events', { query: { tab } });
  const viewer = useViewer();
  const { error } = list;
  const isAsking = tab === 'needsReply';
  const unanswered = useUnanswered(list.items);
  const {
    rows: items,
    due: asking = [],
    isOwed,
    keep,
  } = useKeptRows(isAsking ? unanswered : list.items, isAsking ? chosenId : undefined);
  useFirst(items && firstOf(items), tab, onFirst);
  const { box, onMore } = useFirstNewRow(items?.length ?? 0);
  if (!items) {
    if (error) return <ErrorState error={error} onRetry={list.retry} />;
    return <CardSkeletons rows="event" label={t('Loading events')} />;
  }
  const due = items.filter((event) => event.due?.way === 'online' && !isPaused(event));
  return (
    <Rows ref={box}>
      {due.length > 0 ? <DueShelf events={due} viewer={viewer} /> : null}
      <h2 className="sr">{t(tabs[tab].label)}</h2>
      {isAsking ? <OwedByTeam events={items} due={asking} hasMore={list.hasMore} /> : null}
      {items.length === 0 ? <EmptyTab tab={tab} /> : null}
      <CardList>
        {items.map((event) => (
          <ReplyRow
            key={event.id}
            event={event}
            viewer={viewer}
            isChosen={event.id === chosenId}
            isOwed={isAsking && isOwed(event.id)}
            onAnswer={() => keep(event)}
          />
        ))}
      </CardList>
      <MoreButton list={list} label={t('Show more events')} onMore={onMore} />
    </Rows>
  );
}

function EmptyTab({ tab }: { tab: MyEventTab }) {
  const { icon, title, text, to, action } = tabs[tab].empty;
  return (
    <EmptyState
      icon={icon}
      title={t(title)}
      action={
        <ButtonLink to={to} look="outline">
          {t(action)}
        </ButtonLink>
      }
    >
      {t(text)}
    </EmptyState>
  );
}
