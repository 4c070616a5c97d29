// The route table: guard, titles and layouts read it. A test compares it with the rows of docs/product.md, "Routes".
import { type Message, msg, t } from '../words/t.ts';

/** `public`: for everyone. `guest`: only for visitors. `required`: only for signed-in users. */
export type RouteAuth = 'public' | 'guest' | 'required';

/** `history`: a button to the previous page. A path: a link there; `:id` is filled in from this page's address. */
export type Back = { kind: 'history' } | { kind: 'link'; to: string } | null;

export type RouteEntry = {
  path: string;
  auth: RouteAuth;
  layout: 'auth' | 'default';
  title: Message;
  back: Back;
  /** A page can force a color mode. */
  colorMode?: 'light' | 'dark';
  screen: ScreenName;
};

export type ScreenName =
  | 'home'
  | 'login'
  | 'register'
  | 'checkEmail'
  | 'forgetPassword'
  | 'resetPassword'
  | 'explore'
  | 'exploreEvents'
  | 'exploreMembers'
  | 'exploreOrganizations'
  | 'exploreOrganizers'
  | 'exploreTeams'
  | 'event'
  | 'publicEvent'
  | 'series'
  | 'calendar'
  | 'myEvents'
  | 'myEvent'
  | 'newEvent'
  | 'editEvent'
  | 'places'
  | 'hours'
  | 'attendance'
  | 'eventRoster'
  | 'checkInCode'
  | 'checkIn'
  | 'payment'
  | 'myProfile'
  | 'editProfile'
  | 'settings'
  | 'myTeams'
  | 'notifications'
  | 'newTeam'
  | 'newOrganization'
  | 'organization'
  | 'editOrganization'
  | 'team'
  | 'editTeam'
  | 'teamAttendance'
  | 'fixtures'
  | 'joinTeam'
  | 'user'
  | 'placeholder'
  | TextScreen;

/** Screens of the operator's texts, by the name of the text. */
type TextScreen = 'imprint' | 'privacy' | 'terms';

const history: Back = { kind: 'history' };
const link = (to: string): Back => ({ kind: 'link', to });

function route(
  path: string,
  auth: RouteAuth,
  screen: ScreenName,
  title: Message,
  back: Back = null,
): RouteEntry {
  return { path, auth, screen, title, back, layout: 'default' };
}

const withAuthLayout = (entry: RouteEntry): RouteEntry => ({ ...entry, layout: 'auth' });

export const routes: readonly RouteEntry[] = [
  route('/', 'public', 'home', msg('Home')),
  withAuthLayout(route('/login', 'guest', 'login', msg('Sign in'))),
  withAuthLayout(route('/register', 'guest', 'register', msg('Create an account'))),
  withAuthLayout(route('/checkEmail', 'guest', 'checkEmail', msg('Check your e-mail'), link('/login'))),
  withAuthLayout(
    route('/forgetPassword', 'public', 'forgetPassword', msg('Forgot your password?'), link('/login')),
  ),
  withAuthLayout(route('/resetPassword', 'public', 'resetPassword', msg('Choose a new password'))),
  route('/explore', 'public', 'explore', msg('Explore')),
  route('/explore/events', 'public', 'exploreEvents', msg('Explore')),
  route('/explore/members', 'public', 'exploreMembers', msg('Explore')),
  route('/explore/organizations', 'public', 'exploreOrganizations', msg('Explore')),
  route('/explore/organizers', 'public', 'exploreOrganizers', msg('Explore')),
  route('/explore/teams', 'public', 'exploreTeams', msg('Explore')),
  route('/events/public/:id', 'guest', 'publicEvent', msg('Event'), link('/explore')),
  route('/events/:id', 'required', 'event', msg('Event'), history),
  route('/my/calendar', 'required', 'calendar', msg('My Calendar')),
  route('/my/events', 'required', 'myEvents', msg('My Events')),
  // Before the event, whose pattern matches `new`, too.
  route('/my/events/new', 'required', 'newEvent', msg('New event'), link('/my/events')),
  route('/my/events/:id/edit', 'required', 'editEvent', msg('Edit event'), link('/my/events/:id')),
  route('/my/places', 'required', 'places', msg('My Places'), link('/my/events')),
  route('/my/hours', 'required', 'hours', msg('Coaching hours'), link('/my/events')),
  route('/my/events/:id', 'required', 'myEvent', msg('Event'), link('/my/events')),
  route('/my/events/:id/attendance', 'required', 'attendance', msg('Attendance'), link('/my/events/:id')),
  route('/my/events/:id/roster', 'required', 'eventRoster', msg('Event roster'), link('/my/events/:id')),
  route(
    '/my/events/:id/check-in',
    'required',
    'checkInCode',
    msg('Check-in code'),
    link('/my/events/:id/attendance'),
  ),
  // The link of that code.
  route('/my/events/:id/here', 'required', 'checkIn', msg('Check in'), link('/my/events/:id')),
  route('/my/events/:id/payment', 'required', 'payment', msg('Payment'), link('/my/events/:id')),
  route('/my/profile', 'required', 'myProfile', msg('My Profile'), link('/explore/members')),
  route('/my/profile/edit', 'required', 'editProfile', msg('Edit my profile'), link('/my/profile')),
  route('/my/settings', 'required', 'settings', msg('My Settings'), link('/my/profile')),
  route('/my/teams', 'required', 'myTeams', msg('My Teams')),
  route('/my/teams/new', 'required', 'newTeam', msg('New team'), link('/my/teams')),
  route('/my/organizations/new', 'required', 'newOrganization', msg('New organization'), link('/my/teams')),
  route(
    '/organizations/:id/edit',
    'required',
    'editOrganization',
    msg('Edit organization'),
    link('/organizations/:id'),
  ),
  route('/teams/:id/edit', 'required', 'editTeam', msg('Edit team'), link('/teams/:id')),
  route('/series/:id', 'public', 'series', msg('Series'), history),
  route('/teams/:id/fixtures', 'required', 'fixtures', msg('Import matches'), link('/teams/:id')),
  route('/teams/:id/attendance', 'required', 'teamAttendance', msg('Attendance'), link('/teams/:id')),
  route('/organizations/:id', 'public', 'organization', msg('Organization'), history),
  route('/teams/:id', 'required', 'team', msg('Team'), history),
  route('/users/:id', 'public', 'user', msg('Member'), link('/explore/members')),
  route('/my/notifications', 'required', 'notifications', msg('Notifications'), link('/')),
  route('/teams/join/:code', 'public', 'joinTeam', msg('Join a team')),
  // The operator's texts; see `hasPage`.
  route('/imprint', 'public', 'imprint', msg('Imprint'), history),
  route('/privacy', 'public', 'privacy', msg('Privacy'), history),
  route('/terms', 'public', 'terms', msg('Terms'), history),
  route('/events', 'public', 'placeholder', msg('Events')),
  route('/teams', 'public', 'placeholder', msg('Teams')),
  route('/organizations', 'public', 'placeholder', msg('Organizations')),
  route('/users', 'public', 'placeholder', msg('Members')),
  route('/my', 'public', 'placeholder', msg('My pages')),
];

const byPattern = routes.map((entry) => ({
  entry,
  pattern: new RegExp(`^${entry.path.replace(/:\w+/g, '([^/]+)')}/?$`),
}));

/** The route of a path, or null where there is none. The first match wins, as in the table. */
export function findRoute(pathname: string): { entry: RouteEntry; id: string | undefined } | null {
  for (const { entry, pattern } of byPattern) {
    const match = pattern.exec(pathname);
    if (match) return { entry, id: decoded(match[1]) };
  }
  return null;
}

/** The title of a path's route; null where there is none. */
export function titleOf(pathname: string): string | null {
  const found = findRoute(pathname);
  return found && t(found.entry.title);
}

const textScreens: readonly ScreenName[] = ['imprint', 'privacy', 'terms'] satisfies TextScreen[];

/** Whether a route has a page, given the texts that the operator has set. */
export const hasPage = ({ screen }: RouteEntry, texts: readonly string[]): boolean =>
  !textScreens.includes(screen) || texts.includes(screen);

function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of a screen of the table. */
export const pathOf = (screen: string): string | undefined =>
  routes.find((entry) => entry.screen === screen)?.path;

/** Fills `:id` into a path of the table. */
export function pathTo(path: string, id: string | undefined): string {
  return path.replace(':id', encodeURIComponent(id ?? ''));
}

export type GuardDecision = { kind: 'allow' } | { kind: 'redirect'; to: string; remember: boolean };

/**
 * The guard of docs/product.md, "Route guard". `pathname`: the requested path. `remember`: open it after login.
 */
export function guard(pathname: string, isSignedIn: boolean): GuardDecision {
  const found = findRoute(pathname);
  if (!found || found.entry.auth === 'public') return { kind: 'allow' };
  const { entry, id } = found;
  if (entry.auth === 'required' && !isSignedIn) {
    const isEvent = entry.screen === 'event' || entry.screen === 'myEvent';
    return { kind: 'redirect', to: isEvent ? pathTo('/events/public/:id', id) : '/login', remember: true };
  }
  if (entry.auth === 'guest' && isSignedIn)
    return {
      kind: 'redirect',
      to: entry.screen === 'publicEvent' ? pathTo('/events/:id', id) : '/explore',
      remember: false,
    };
  return { kind: 'allow' };
}
