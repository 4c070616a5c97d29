// The module of each screen, as data: routes.tsx loads them when they are opened, and the benchmark measures
// their size.
import type { ScreenName } from './paths.ts';

export type ScreenModule = {
  /** Path below features/, without its extension. */
  path: string;
  /** The component that it exports. */
  component: string;
  /** Lists, where most people arrive, do without the icons of the other screens. */
  hasOwnIconsOnly?: true;
};

const event: ScreenModule = { path: 'events/event-screen', component: 'EventScreen' };
const siteText: ScreenModule = { path: 'site/site-text-screen', component: 'SiteTextScreen' };
const list = (path: string, component: string): ScreenModule => ({ path, component, hasOwnIconsOnly: true });

export const screenModules: Record<ScreenName, ScreenModule> = {
  home: { path: 'home/home-screen', component: 'HomeScreen' },
  login: { path: 'accounts/login-screen', component: 'LoginScreen' },
  register: { path: 'accounts/register-screen', component: 'RegisterScreen' },
  checkEmail: { path: 'accounts/check-email-screen', component: 'CheckEmailScreen' },
  forgetPassword: { path: 'accounts/forget-password-screen', component: 'ForgetPasswordScreen' },
  resetPassword: { path: 'accounts/reset-password-screen', component: 'ResetPasswordScreen' },
  explore: list('explore/explore-screen', 'ExploreScreen'),
  exploreEvents: list('explore/events-screen', 'ExploreEventsScreen'),
  exploreMembers: list('explore/members-screen', 'ExploreMembersScreen'),
  exploreOrganizations: list('explore/organizations-screen', 'ExploreOrganizationsScreen'),
  exploreOrganizers: list('explore/organizers-screen', 'ExploreOrganizersScreen'),
  exploreTeams: list('explore/teams-screen', 'ExploreTeamsScreen'),
  publicEvent: { path: 'events/public-event-screen', component: 'PublicEventScreen' },
  event,
  myEvent: event,
  series: { path: 'events/series/series-screen', component: 'SeriesScreen' },
  attendance: { path: 'attendance/attendance-screen', component: 'AttendanceScreen' },
  eventRoster: { path: 'events/roster-table/roster-screen', component: 'RosterScreen' },
  checkInCode: { path: 'attendance/check-in/code-screen', component: 'CodeScreen' },
  checkIn: { path: 'attendance/check-in/here-screen', component: 'HereScreen' },
  payment: { path: 'events/payment/payment-screen', component: 'PaymentScreen' },
  myEvents: { path: 'events/my-events-screen', component: 'MyEventsScreen' },
  newEvent: { path: 'planning/create/new-event-screen', component: 'NewEventScreen' },
  editEvent: { path: 'planning/edit/edit-event-screen', component: 'EditEventScreen' },
  places: { path: 'planning/places/places-screen', component: 'PlacesScreen' },
  hours: { path: 'coaching-hours/hours-screen', component: 'HoursScreen' },
  calendar: { path: 'calendar/calendar-screen', component: 'CalendarScreen' },
  myTeams: { path: 'groups/membership/my-teams-screen', component: 'MyTeamsScreen' },
  newTeam: { path: 'founding/new-team-screen', component: 'NewTeamScreen' },
  newOrganization: { path: 'founding/new-organization-screen', component: 'NewOrganizationScreen' },
  editTeam: { path: 'founding/edit-team-screen', component: 'EditTeamScreen' },
  editOrganization: { path: 'founding/edit-organization-screen', component: 'EditOrganizationScreen' },
  team: { path: 'groups/team-screen', component: 'TeamScreen' },
  teamAttendance: { path: 'team-attendance/team-attendance-screen', component: 'TeamAttendanceScreen' },
  fixtures: { path: 'fixtures/fixtures-screen', component: 'FixturesScreen' },
  joinTeam: { path: 'groups/membership/join-screen', component: 'JoinScreen' },
  organization: { path: 'groups/organization-screen', component: 'OrganizationScreen' },
  user: { path: 'people/user-screen', component: 'UserScreen' },
  myProfile: { path: 'people/profile/my-profile-screen', component: 'MyProfileScreen' },
  editProfile: { path: 'people/profile/edit-profile-screen', component: 'EditProfileScreen' },
  settings: { path: 'people/settings/settings-screen', component: 'SettingsScreen' },
  notifications: { path: 'notifications/notifications-screen', component: 'NotificationsScreen' },
  imprint: siteText,
  privacy: siteText,
  terms: siteText,
  placeholder: { path: 'site/placeholder-screen', component: 'PlaceholderScreen' },
};
