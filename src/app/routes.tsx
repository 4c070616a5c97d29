// From the route table to screens: the guard, the layout, and each screen's code when it is first opened.
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { saveRedirectPath } from './data/redirect-path.ts';
import { acknowledgeArrival, acknowledgeEnd, sessionNow, useSession } from './data/session.ts';
import { useArrival } from './features/shell/arrival.ts';
import { DefaultLayout } from './features/shell/default-layout.tsx';
import { ErrorPage } from './features/shell/error-boundary.tsx';
import { pageNotFound } from './features/shell/page-error.ts';
import { TwoPanes } from './features/shell/two-panes.tsx';
import { findRoute, guard, type RouteEntry, type ScreenName } from './paths.ts';
import { forceColorMode } from './theme/color-mode.ts';
import { loadIcons } from './ui/icon.tsx';
import { type Load, type Loadable, loadable } from './ui/loadable.tsx';
import { LoadingScreen } from './ui/loading-screen.tsx';
import { useScrollMemory } from './ui/scroll-memory.ts';
import { useLinkCare } from './use-link-care.ts';

/** Only the lists, on which most people arrive, do without the other icons. */
function screen<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  return loadable(async () => {
    const [module] = await Promise.all([load(), loadIcons()]);
    return module;
  }, name);
}

const AuthLayout = loadable(() => import('./features/shell/auth-layout.tsx'), 'AuthLayout');
const loadEvents = () => import('./features/explore/events-screen.tsx');
const ExploreEvents = loadable(loadEvents, 'ExploreEventsScreen');
const loadPreview = () => import('./features/events/event-preview.tsx');
const EventPreview = screen(loadPreview, 'EventPreview');
// Both at once: the one shows the other.
const FirstEvent = lazy(async () => {
  const [events] = await Promise.all([loadEvents(), loadPreview(), loadIcons()]);
  return { default: events.FirstEvent };
});
const event = screen(() => import('./features/events/event-screen.tsx'), 'EventScreen');

const screens: Record<ScreenName, Loadable> = {
  // Someone's own part of it comes along: loaded after the screen, it would be waited for behind a skeleton.
  home: screen(async () => {
    const own = sessionNow().user && import('./features/home/personal-home.tsx');
    const { HomeScreen, PersonalHome } = await import('./features/home/home-screen.tsx');
    if (await own) await PersonalHome.load();
    return { HomeScreen };
  }, 'HomeScreen'),
  login: screen(() => import('./features/accounts/login-screen.tsx'), 'LoginScreen'),
  register: screen(() => import('./features/accounts/register-screen.tsx'), 'RegisterScreen'),
  checkEmail: screen(() => import('./features/accounts/check-email-screen.tsx'), 'CheckEmailScreen'),
  forgetPassword: screen(
    () => import('./features/accounts/forget-password-screen.tsx'),
    'ForgetPasswordScreen',
  ),
  resetPassword: screen(() => import('./features/accounts/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  explore: loadable(() => import('./features/explore/explore-screen.tsx'), 'ExploreScreen'),
  // Its list is part of the frame that it shares with the events.
  exploreEvents: Object.assign(() => null, { load: ExploreEvents.load, preload: ExploreEvents.preload }),
  exploreMembers: loadable(() => import('./features/explore/members-screen.tsx'), 'ExploreMembersScreen'),
  exploreOrganizations: loadable(
    () => import('./features/explore/organizations-screen.tsx'),
    'ExploreOrganizationsScreen',
  ),
  exploreOrganizers: loadable(
    () => import('./features/explore/organizers-screen.tsx'),
    'ExploreOrganizersScreen',
  ),
  exploreTeams: loadable(() => import('./features/explore/teams-screen.tsx'), 'ExploreTeamsScreen'),
  publicEvent: screen(() => import('./features/events/public-event-screen.tsx'), 'PublicEventScreen'),
  event,
  myEvent: event,
  payment: screen(() => import('./features/events/payment-screen.tsx'), 'PaymentScreen'),
  myEvents: screen(() => import('./features/events/my-events-screen.tsx'), 'MyEventsScreen'),
  calendar: screen(async () => {
    const { CalendarScreen, loadOpenView } = await import('./features/calendar/calendar-screen.tsx');
    await loadOpenView();
    return { CalendarScreen };
  }, 'CalendarScreen'),
  myTeams: screen(() => import('./features/groups/my-teams-screen.tsx'), 'MyTeamsScreen'),
  team: screen(() => import('./features/groups/team-screen.tsx'), 'TeamScreen'),
  joinTeam: screen(() => import('./features/groups/join-screen.tsx'), 'JoinScreen'),
  organization: screen(() => import('./features/groups/organization-screen.tsx'), 'OrganizationScreen'),
  user: screen(() => import('./features/people/user-screen.tsx'), 'UserScreen'),
  myProfile: screen(() => import('./features/people/my-profile-screen.tsx'), 'MyProfileScreen'),
  editProfile: screen(() => import('./features/people/edit-profile-screen.tsx'), 'EditProfileScreen'),
  settings: screen(() => import('./features/people/settings-screen.tsx'), 'SettingsScreen'),
  notifications: screen(
    () => import('./features/notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
  placeholder: screen(() => import('./features/shell/placeholder-screen.tsx'), 'PlaceholderScreen'),
};

const loadScreen = (name: ScreenName) => screens[name].preload();

/** Loads the code of the screen that a start shows, or of where its guard leads. Rejects where it cannot be had. */
export async function loadFirstScreen(pathname: string, isSignedIn: boolean): Promise<void> {
  const decision = guard(pathname, isSignedIn);
  const found = findRoute(decision.kind === 'redirect' ? decision.to : pathname);
  if (found) await screens[found.entry.screen].load();
}

export function AppRoutes() {
  useArrival();
  useScrollMemory();
  useLinkCare(loadScreen);
  const { pathname } = useLocation();
  const found = findRoute(pathname);
  if (!found) return <ErrorPage error={pageNotFound(pathname)} />;
  const { entry, id } = found;
  return isInEventsFrame(entry) ? <EventsFrame entry={entry} id={id} /> : <Page entry={entry} />;
}

const isInEventsFrame = ({ screen: name }: RouteEntry) =>
  name === 'exploreEvents' || name === 'publicEvent' || name === 'event';

/** On a wide screen the list of events stays beside the event; the three routes share it. */
function EventsFrame({ entry, id }: { entry: RouteEntry; id: string | undefined }) {
  const isList = entry.screen === 'exploreEvents';
  const content = <Guarded entry={entry} />;
  return (
    <DefaultLayout>
      <TwoPanes
        label="Events"
        isList={isList}
        renderList={(search) => (
          <Suspense fallback={<LoadingScreen />}>
            <ExploreEvents search={search} chosenId={id} />
          </Suspense>
        )}
        first={
          <Suspense fallback={null}>
            <FirstEvent Preview={EventPreview} />
          </Suspense>
        }
        detail={content}
      />
      {/* The guard runs on the list's own page too. */}
      {isList ? content : null}
    </DefaultLayout>
  );
}

function Page({ entry }: { entry: RouteEntry }) {
  const content = <Guarded entry={entry} />;
  if (entry.layout === 'default') return <DefaultLayout>{content}</DefaultLayout>;
  // Beside its layout, not after it.
  void loadScreen(entry.screen);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AuthLayout>{content}</AuthLayout>
    </Suspense>
  );
}

/** The screen of a route, or the way to where the guard leads instead. */
function Guarded({ entry }: { entry: RouteEntry }) {
  const { pathname, search } = useLocation();
  const session = useSession();
  const decision = guard(pathname, session.status === 'signedIn');
  const remembered = decision.kind === 'redirect' && decision.remember && session.status === 'anonymous';
  useEffect(() => {
    if (remembered) saveRedirectPath(pathname + search);
  }, [remembered, pathname, search]);
  useEffect(() => {
    if (pathname === '/login') acknowledgeEnd();
    else acknowledgeArrival();
  }, [pathname]);
  useEffect(() => {
    if (!entry.colorMode) return;
    forceColorMode(entry.colorMode);
    return () => forceColorMode(null);
  }, [entry.colorMode]);

  if (session.status === 'ended' && pathname !== '/login')
    return <Navigate to="/login" state={{ message: session.notice }} replace />;
  // Until it is known who is signed in, and while someone is on the way to the saved path, nobody is sent anywhere.
  const isWaiting =
    (session.status === 'restoring' && entry.auth !== 'public') ||
    (session.status === 'signedIn' && session.isArriving && pathname === '/login');
  if (decision.kind === 'redirect' && !isWaiting) return <Navigate to={decision.to} replace />;
  const Content = isWaiting ? LoadingScreen : screens[entry.screen];
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Content />
    </Suspense>
  );
}
