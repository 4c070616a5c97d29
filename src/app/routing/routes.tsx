// Renders the screen of a route: the guard, the layout, and each screen's code when it is first opened.
import { type ComponentType, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useInstance } from '../data/session/instance.ts';
import { saveRedirectPath } from '../data/session/redirect-path.ts';
import { acknowledgeArrival, acknowledgeEnd, useSession } from '../data/session/session.ts';
import type { CalendarParts } from '../features/calendar/calendar-screen.tsx';
import { DefaultLayout } from '../layout/default-layout.tsx';
import { NotFoundPage } from '../layout/error-boundary.tsx';
import { useFocusTitle } from '../layout/focus-title.ts';
import { TwoPanes } from '../layout/two-panes.tsx';
import { forceColorMode } from '../theme/color-mode.ts';
import { loadIcons } from '../ui/icons/icon.tsx';
import { useScrollRestoration } from '../ui/navigation/scroll-restoration.ts';
import { type Load, type Loadable, loadable } from '../ui/page/loadable.tsx';
import { LoadingScreen } from '../ui/page/loading-screen.tsx';
import type { ListPane } from '../ui/page/panes.ts';
import { twoPanes, useMedia } from '../ui/use-media.ts';
import { t } from '../words/t.ts';
import { type ListName, listLabels, previewFor, useListFor } from './lists.ts';
import { findRoute, guard, hasPage, type RouteEntry, type ScreenName } from './paths.ts';
import { type ScreenModule, screenModules } from './screens.ts';
import { useLinkEnhancements } from './use-link-enhancements.ts';

/** Only the list screens, where most people arrive, do without the other icons. */
function screen<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  return loadable(async () => {
    const [module] = await Promise.all([load(), loadIcons()]);
    return module;
  }, name);
}

type Parts = {
  /** Loads what the screen shows first. Loaded after the screen, it would be behind a second skeleton. */
  loadParts?: () => Promise<unknown>;
};

function withParts<M extends Parts>(load: () => Promise<M>): () => Promise<M> {
  return async () => {
    const module = await load();
    await module.loadParts?.();
    return module;
  };
}

const AuthLayout = loadable(() => import('../layout/auth-layout.tsx'), 'AuthLayout');
/** What stands beside a list while nothing is chosen, by the screen of its page. */
const previews: Partial<Record<ScreenName, Loadable<{ id: string }>>> = {};
previews.publicEvent =
  previews.event =
  previews.myEvent =
    screen(
      withParts(() => import('../features/events/event-preview.tsx')),
      'EventPreview',
    );
previews.team = screen(
  withParts(() => import('../features/groups/team-screen.tsx')),
  'TeamPreview',
);

/** Features never import each other: a screen gets parts of another feature from here. */
const calendarParts: CalendarParts = {
  Planner: screen(() => import('../features/planning/desk/week-planner.tsx'), 'WeekPlanner'),
};
const partsOf: Partial<Record<ScreenName, object>> = { calendar: calendarParts };

type Module = Record<string, ComponentType> & Parts;

const modules = import.meta.glob<Module>(['../features/**/*-screen.tsx']);

function screenOf({ path, component, hasOwnIconsOnly }: ScreenModule): Loadable {
  const load = modules[`../features/${path}.tsx`];
  if (!load) throw new Error(`There is no module features/${path}.tsx.`);
  return (hasOwnIconsOnly ? loadable : screen)(withParts(load), component);
}

const byModule = new Map(Object.values(screenModules).map((module) => [module, screenOf(module)]));

const screenFor = (name: ScreenName) => byModule.get(screenModules[name]) as Loadable;

const loadScreen = (name: ScreenName) => screenFor(name).preload();

/** Part of the home screen, which loads it too, and shows where that fails. */
const personalHome = loadable(() => import('../features/home/personal-home.tsx'), 'PersonalHome');

/**
 * Loads the code of the first screen, or of the screen that its guard redirects to. Rejects where it cannot
 * be loaded.
 */
export async function loadFirstScreen(pathname: string, isSignedIn: boolean): Promise<void> {
  const decision = guard(pathname, isSignedIn);
  const found = findRoute(decision.kind === 'redirect' ? decision.to : pathname);
  // Beside the screen that shows it, not after it: most starts of the installed app end here.
  if (isSignedIn && found?.entry.screen === 'home') void personalHome.preload();
  if (found) await screenFor(found.entry.screen).load();
}

export function AppRoutes() {
  useFocusTitle();
  useScrollRestoration();
  useLinkEnhancements(loadScreen);
  const { pathname } = useLocation();
  const { texts } = useInstance();
  const found = findRoute(pathname);
  const isRestoring = useSession().status === 'restoring';
  const list = useListFor(found?.entry.screen);
  if (!found || !hasPage(found.entry, texts)) return <NotFoundPage path={pathname} />;
  const { entry } = found;
  const content =
    list && !isRestoring ? <Panes key={list} list={list} entry={entry} /> : <Guarded entry={entry} />;
  // One layout element for all routes, so that React keeps it mounted between them.
  if (entry.layout === 'default')
    return <DefaultLayout isPublic={entry.auth !== 'required'}>{content}</DefaultLayout>;
  // Starts together with the layout's code, not after it.
  void loadScreen(entry.screen);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AuthLayout>{content}</AuthLayout>
    </Suspense>
  );
}

/** On a wide screen a list stays beside what was chosen from it. */
function Panes({ list, entry }: { list: ListName; entry: RouteEntry }) {
  const List = screenFor(list) as Loadable<ListPane>;
  const isList = entry.screen === list;
  const isWide = useMedia(twoPanes);
  // At the same time as the list, which says what stands beside it.
  useEffect(() => {
    if (isWide && isList) void previews[previewFor[list]]?.preload();
  }, [isWide, isList, list]);
  const content = <Guarded entry={entry} isOnlyGuard={isList} />;
  return (
    <>
      <TwoPanes
        name={list}
        label={t(listLabels[list])}
        isList={isList}
        keepsList={list === 'exploreEvents'}
        renderList={(props) => (
          <Suspense fallback={<LoadingScreen />}>
            <List {...props} />
          </Suspense>
        )}
        renderFirst={(path) => (
          <Suspense fallback={null}>
            <Preview key={path} path={path} />
          </Suspense>
        )}
        detail={content}
      />
      {/* The guard also runs on the page of the list. */}
      {isList ? content : null}
    </>
  );
}

function Preview({ path }: { path: string }) {
  const found = findRoute(path);
  const Content = found && previews[found.entry.screen];
  return Content ? <Content id={found.id ?? ''} /> : null;
}

const Nothing = () => null;

/** The screen of a route, or the guard's redirect instead. `isOnlyGuard`: the screen is elsewhere on the page. */
function Guarded({ entry, isOnlyGuard = false }: { entry: RouteEntry; isOnlyGuard?: boolean }) {
  const { key, pathname, search, hash } = useLocation();
  const session = useSession();
  const decision = guard(pathname, session.status === 'signedIn');
  const remembered = decision.kind === 'redirect' && decision.remember && session.status === 'anonymous';
  useEffect(() => {
    if (remembered) saveRedirectPath(pathname + search + hash);
  }, [remembered, pathname, search, hash]);
  // Ends the arrival on any other location: the user may go back before the screen of the saved path has
  // loaded.
  const isArriving = session.status === 'signedIn' && session.arrivingFrom === key;
  useEffect(() => {
    if (!isArriving) acknowledgeArrival();
  }, [isArriving]);
  useEffect(() => {
    if (pathname === '/login') acknowledgeEnd();
  }, [pathname]);
  useEffect(() => {
    if (!entry.colorMode) return;
    forceColorMode(entry.colorMode);
    return () => forceColorMode(null);
  }, [entry.colorMode]);

  if (session.status === 'ended' && pathname !== '/login')
    return <Navigate to="/login" state={{ message: session.notice }} replace />;
  // No screen or redirect until it is known who is signed in: a visitor's page would be replaced. No redirect while someone is on
  // the way to the saved path.
  const isWaiting = session.status === 'restoring' || (isArriving && pathname === '/login');
  // The key remounts it for each location: a mounted <Navigate> redirects once.
  if (decision.kind === 'redirect' && !isWaiting) return <Navigate key={key} to={decision.to} replace />;
  const Content = isOnlyGuard ? Nothing : isWaiting ? LoadingScreen : screenFor(entry.screen);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Content {...partsOf[entry.screen]} />
    </Suspense>
  );
}
