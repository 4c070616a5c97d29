// My calendar: the frame of its views, and the position in it. Each view is loaded when it is first opened,
// the others when the page is idle.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentType, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyTeam } from '../../../contract/people/me.ts';
import type { WeekPlannerProps } from '../../data/outbox/planned.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { AwayButton, AwayLines, useAway } from '../../entities/absences/away.tsx';
import { useAbsences } from '../../entities/absences/use-absences.ts';
import { HeaderTools } from '../../entities/people/header-tools.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { dayIn } from '../../format/when.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import type { Loadable } from '../../ui/page/loadable.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { Skeleton } from '../../ui/page/state.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { t } from '../../words/t.ts';
import type { Entry } from './entries.ts';
import { type Position, readPosition, type View, views } from './position.ts';
import { SubscribeButton } from './subscribe-button.tsx';
import { slotStyles } from './team-looks.ts';
import { isOfTeams, teamBook } from './teams.ts';
import type { CalendarTools } from './tools.tsx';
import { usePosition } from './use-position.ts';
import type { ViewProps, Zone } from './view.ts';

/** The parts of another feature, given by routes.tsx. */
export type CalendarParts = { Planner: Loadable<WeekPlannerProps> };

export function CalendarScreen({ Planner }: CalendarParts) {
  const { locale, timeZone, now } = useViewer();
  const away = useAway();
  const absences = useAbsences();
  const teams = useResource('GET /api/users/me/teams', {});
  // Both are shown above the days, which they would move from under the pointer.
  const isReady = !absences.isLoading && !teams.isLoading;
  const zone = useMemo(
    () => (timeZone === null || now === null ? null : { locale, timeZone, now }),
    [locale, timeZone, now],
  );
  return (
    <Screen
      wide
      tools={<HeaderTools />}
      action={
        <Actions>
          <SubscribeButton />
          <AwayButton away={away} />
          <PlanLink />
        </Actions>
      }
    >
      {zone && isReady ? (
        <>
          <AwayLines away={away} />
          <Calendar zone={zone} mine={teams.data?.items ?? noTeams} Planner={Planner} />
        </>
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Opens the form of a new event on the shown day, for coaches. */
function PlanLink() {
  const { user } = useSession();
  const { day } = readPosition(useQuery().toString());
  if (user?.type !== 'coach') return null;
  const to = day ? `/my/events/new?day=${encodeURIComponent(day)}` : '/my/events/new';
  return (
    <ButtonLink to={to} shape="icon" aria-label={t('New event')}>
      <Icon name="plus" />
    </ButtonLink>
  );
}

/** From this width a month fits. */
const roomy = '(min-width: 62em)';
const viewOf = ({ view }: Position, hasRoom: boolean): View => view ?? (hasRoom ? 'month' : 'agenda');

const Frame = chakra('div', { base: slotStyles });
const noTeams: never[] = [];
const noLanes: string[] = [];

const deskRoom = '(min-width: 64em)';

/**
 * Planning in the week, for coaches: with enough room, and a pointer that hits quarter hours or a keyboard.
 */
function useDesk(Planner: CalendarParts['Planner']): ViewProps['desk'] {
  const { user } = useSession();
  const hasRoom = useMedia(deskRoom);
  const hasPointer = useMedia('(any-pointer: fine)');
  const [hasKeys, setKeys] = useState(false);
  const userId = user?.type === 'coach' ? user.id : null;
  useEffect(() => {
    if (hasKeys) return;
    // On-screen keyboards have neither key.
    const look = ({ key }: KeyboardEvent) => (key === 'Tab' || key.startsWith('Arrow')) && setKeys(true);
    addEventListener('keydown', look);
    return () => removeEventListener('keydown', look);
  }, [hasKeys]);
  const isDesk = hasRoom && (hasPointer || hasKeys) && userId !== null;
  useEffect(() => {
    if (isDesk) void Planner.preload();
  }, [isDesk, Planner]);
  return useMemo(() => (isDesk && userId !== null ? { Planner, userId } : null), [isDesk, userId, Planner]);
}

function Calendar({ zone, mine, Planner }: { zone: Zone; mine: readonly MyTeam[] } & CalendarParts) {
  const { position, shown, go } = usePosition();
  const isWide = useMedia('(min-width: 48em)');
  const hasRoom = useMedia(roomy);
  const today = dayIn(zone.timeZone, zone.now);
  const teams = useMemo(() => teamBook(mine), [mine]);
  const chosen = shown.position.teams.join(' ');
  const isShown = useCallback(
    (entry: Entry) => isOfTeams(entry, chosen ? chosen.split(' ') : [], teams),
    [chosen, teams],
  );
  const desk = useDesk(Planner);
  const isSplit = desk !== null && shown.position.isSideBySide;
  const lanes = useMemo(() => {
    const ids = chosen ? chosen.split(' ') : [];
    return isSplit && ids.length > 1 ? ids : noLanes;
  }, [isSplit, chosen]);
  const code = useCode(viewOf(shown.position, hasRoom));
  const navigate = useNavigate();
  // One listener for all links of all rows: steps within the calendar render at once, others go through the
  // router.
  const follow = (event: React.MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin || link.target) return;
    event.preventDefault();
    if (link.pathname === location.pathname) go(link.search, 'push');
    else void navigate(link.pathname + link.search);
  };
  return (
    <Frame onClickCapture={follow}>
      {code ? (
        <>
          <code.Tools
            view={viewOf(position, hasRoom)}
            day={position.day ?? today}
            chosen={position.teams}
            teams={teams}
            isSideBySide={position.isSideBySide}
            isWide={isWide}
            isDesk={desk !== null}
            locale={zone.locale}
          />
          <code.View
            day={shown.position.day ?? today}
            today={today}
            turn={shown.turn}
            zone={zone}
            teams={teams}
            isShown={isShown}
            isFiltered={chosen !== ''}
            isWide={isWide}
            lanes={lanes}
            teamId={chosen === '' || chosen.includes(' ') ? null : chosen}
            desk={desk}
            go={go}
          />
        </>
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

const Bones = chakra('div', { base: { display: 'grid', gap: '2.5', pt: '4' } });

function Loading() {
  return (
    <Bones role="status" aria-label={t('Loading the calendar')}>
      <Skeleton h="6" w="50%" mb="1" />
      <Skeleton h="20" rounded="lg" />
      <Skeleton h="20" rounded="lg" />
      <Skeleton h="20" rounded="lg" />
    </Bones>
  );
}

type Code = { View: ComponentType<ViewProps>; Tools: typeof CalendarTools };

const loaders: Record<View, () => Promise<ComponentType<ViewProps>>> = {
  agenda: async () => (await import('./agenda/agenda-view.tsx')).AgendaView,
  week: async () => (await import('./week/week-view.tsx')).WeekView,
  month: async () => (await import('./month/month-view.tsx')).MonthView,
};
const loaded: Partial<Record<View, Code>> = {};
const failed: Partial<Record<View, unknown>> = {};

async function load(view: View): Promise<void> {
  if (loaded[view]) return;
  const [tools, component] = await Promise.all([import('./tools.tsx'), loaders[view]()]);
  loaded[view] = { View: component, Tools: tools.CalendarTools };
}

/** Loads a view that is shown, and keeps the failure. */
async function loadShown(view: View): Promise<void> {
  try {
    await load(view);
    delete failed[view];
  } catch (error) {
    failed[view] = error;
  }
}

/** Loads the view in the URL, for routes.tsx. */
export const loadParts = () => loadShown(viewOf(readPosition(location.search), matchMedia(roomy).matches));

/**
 * The code of a view; null while it loads. Throws where loading failed, so that the error page offers another
 * try.
 */
function useCode(view: View): Code | null {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    void loadShown(view).then(rerender);
    // Prefetches the other views when idle, so that a switch renders at once.
    const timer = setTimeout(() => {
      // One that fails is loaded again once it is shown.
      for (const other of views) load(other).catch(() => {});
    }, restMs);
    return () => clearTimeout(timer);
  }, [view]);
  if (loaded[view]) return loaded[view];
  if (failed[view]) throw failed[view];
  return null;
}
const restMs = 1000;
