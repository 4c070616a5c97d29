// From the route table to screens: the guard, the layout, and each screen's code when it is first opened.
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { saveRedirectPath } from './data/redirect-path.ts';
import { acknowledgeArrival, acknowledgeEnd, useSession } from './data/session.ts';
import { useArrival } from './features/shell/arrival.ts';
import { ErrorScreen, pageNotFound } from './features/shell/error-screen.tsx';
import { AuthLayout, DefaultLayout } from './features/shell/layouts.tsx';
import { TwoPanes } from './features/shell/two-panes.tsx';
import { findRoute, guard, type RouteEntry, routes, type ScreenName } from './paths.ts';
import { forceColorMode } from './theme/color-mode.ts';
import { LoadingScreen } from './ui/loading-screen.tsx';
import { useScrollMemory } from './ui/scroll-memory.ts';

/** Only the lists, on which most people arrive, do without the other icons. */
const loadIcons = () => import('./ui/more-icons.ts');

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

function screen<Name extends string, Props = object>(load: Load<Name, Props>, name: Name) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadIcons()]);
    return { default: module[name] };
  });
}

function list<Name extends string>(load: Load<Name, object>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const loadEvents = () => import('./features/explore/events-screen.tsx');
const ExploreEvents = lazy(async () => ({ default: (await loadEvents()).ExploreEventsScreen }));
const loadPreview = () => import('./features/events/event-preview.tsx');
const EventPreview = screen(loadPreview, 'EventPreview');
// Both at once: the one shows the other.
const FirstEvent = lazy(async () => {
  const [events] = await Promise.all([loadEvents(), loadPreview(), loadIcons()]);
  return { default: events.FirstEvent };
});
const event = screen(() => import('./features/events/event-screen.tsx'), 'EventScreen');

const screens: Record<ScreenName, ComponentType> = {
  home: screen(() => import('./features/home/home-screen.tsx'), 'HomeScreen'),
  login: screen(() => import('./features/accounts/login-screen.tsx'), 'LoginScreen'),
  register: screen(() => import('./features/accounts/register-screen.tsx'), 'RegisterScreen'),
  checkEmail: screen(() => import('./features/accounts/check-email-screen.tsx'), 'CheckEmailScreen'),
  forgetPassword: screen(
    () => import('./features/accounts/forget-password-screen.tsx'),
    'ForgetPasswordScreen',
  ),
  resetPassword: screen(() => import('./features/accounts/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  explore: list(() => import('./features/explore/explore-screen.tsx'), 'ExploreScreen'),
  // Its list is part of the frame that it shares with the events.
  exploreEvents: () => null,
  exploreMembers: list(() => import('./features/explore/members-screen.tsx'), 'ExploreMembersScreen'),
  exploreOrganizations: list(
    () => import('./features/explore/organizations-screen.tsx'),
    'ExploreOrganizationsScreen',
  ),
  exploreOrganizers: list(
    () => import('./features/explore/organizers-screen.tsx'),
    'ExploreOrganizersScreen',
  ),
  exploreTeams: list(() => import('./features/explore/teams-screen.tsx'), 'ExploreTeamsScreen'),
  publicEvent: screen(() => import('./features/events/public-event-screen.tsx'), 'PublicEventScreen'),
  event,
  myEvent: event,
  payment: screen(() => import('./features/events/payment-screen.tsx'), 'PaymentScreen'),
  myEvents: screen(() => import('./features/events/my-events-screen.tsx'), 'MyEventsScreen'),
  calendar: screen(() => import('./features/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  myTeams: screen(() => import('./features/groups/my-teams-screen.tsx'), 'MyTeamsScreen'),
  team: screen(() => import('./features/groups/team-screen.tsx'), 'TeamScreen'),
  organization: screen(() => import('./features/groups/organization-screen.tsx'), 'OrganizationScreen'),
  user: screen(() => import('./features/people/user-screen.tsx'), 'UserScreen'),
  myProfile: screen(() => import('./features/people/my-profile-screen.tsx'), 'MyProfileScreen'),
  editProfile: screen(() => import('./features/people/edit-profile-screen.tsx'), 'EditProfileScreen'),
  settings: screen(() => import('./features/people/settings-screen.tsx'), 'SettingsScreen'),
  placeholder: screen(() => import('./features/shell/placeholder-screen.tsx'), 'PlaceholderScreen'),
};

export function AppRoutes() {
  useArrival();
  useScrollMemory();
  return (
    <Routes>
      <Route element={<EventsFrame />}>
        {routes.filter(isInEventsFrame).map((entry) => (
          <Route key={entry.path} path={entry.path} element={<Guarded entry={entry} />} />
        ))}
      </Route>
      {routes
        .filter((entry) => !isInEventsFrame(entry))
        .map((entry) => (
          <Route key={entry.path} path={entry.path} element={<Page entry={entry} />} />
        ))}
      <Route path="*" element={<UnknownPage />} />
    </Routes>
  );
}

function UnknownPage() {
  return <ErrorScreen error={pageNotFound(useLocation().pathname)} />;
}

const isInEventsFrame = ({ screen: name }: RouteEntry) =>
  name === 'exploreEvents' || name === 'publicEvent' || name === 'event';

/** On a wide screen the list of events stays beside the event; the three routes share it. */
function EventsFrame() {
  const found = findRoute(useLocation().pathname);
  const isList = found?.entry.screen === 'exploreEvents';
  return (
    <DefaultLayout>
      <TwoPanes
        label="Events"
        isList={isList}
        renderList={(search) => (
          <Suspense fallback={<LoadingScreen />}>
            <ExploreEvents search={search} chosenId={found?.id} />
          </Suspense>
        )}
        first={
          <Suspense fallback={null}>
            <FirstEvent Preview={EventPreview} />
          </Suspense>
        }
        detail={<Outlet />}
      />
      {/* The guard runs on the list's own page too. */}
      {isList ? <Outlet /> : null}
    </DefaultLayout>
  );
}

function Page({ entry }: { entry: RouteEntry }) {
  const Layout = entry.layout === 'auth' ? AuthLayout : DefaultLayout;
  return (
    <Layout>
      <Guarded entry={entry} />
    </Layout>
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
