// Which list stays beside a page on a wide screen.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../data/session/session.ts';
import { type Message, msg } from '../words/t.ts';
import type { ScreenName } from './paths.ts';

/** Screens that are lists. */
export type ListName = 'exploreEvents' | 'home' | 'myEvents' | 'myTeams' | 'notifications';

export const listLabels: Record<ListName, Message> = {
  exploreEvents: msg('Events'),
  home: msg('Home'),
  myEvents: msg('My Events'),
  myTeams: msg('My Teams'),
  notifications: msg('Notifications'),
};

/** The screen that stands beside a list in most cases while nothing is chosen. */
export const previewFor: Record<ListName, ScreenName> = {
  exploreEvents: 'event',
  home: 'event',
  myEvents: 'event',
  myTeams: 'team',
  notifications: 'event',
};

/** The list beside a page that no list has opened. */
const details: Partial<Record<ScreenName, ListName>> = {
  publicEvent: 'exploreEvents',
  event: 'exploreEvents',
  myEvent: 'myEvents',
  team: 'myTeams',
};

/** The list of a page in two panes: the page itself, the list that it was opened from, or the one where it belongs. */
export function useListFor(screen: ScreenName | undefined): ListName | undefined {
  const isSignedIn = useSession().status === 'signedIn';
  const opener = useOpener();
  if (screen === undefined) return undefined;
  const own = details[screen];
  const list = own ? (opener ?? own) : screen in listLabels ? (screen as ListName) : undefined;
  // The other lists are personal.
  return isSignedIn || list === 'exploreEvents' ? list : undefined;
}

/** The list that this page was opened from (`besideOf` in ui/navigation/router.tsx), for all of its queries. */
function useOpener(): ListName | undefined {
  const { pathname, state } = useLocation();
  const given = (state as { beside?: ListName } | null)?.beside;
  const [last, setLast] = useState({ pathname, given });
  const opener = given ?? (last.pathname === pathname ? last.given : undefined);
  if (last.pathname !== pathname || last.given !== opener) setLast({ pathname, given: opener });
  return opener !== undefined && opener in listLabels ? opener : undefined;
}
