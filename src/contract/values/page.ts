// Names and texts that the HTML of a page shares with its scripts and the service worker. Screens must not use attributes
// that begin with `data-sideline`: the scripts would take their elements for parts of the page itself.

/** The id of the element that React renders into. */
export const rootId = 'root';

/** On the script element with the data that a page was rendered from; the app shell has none. */
export const hydrationDataAttribute = 'data-sideline-note';

/** On a template with deferred content: `scripts` until the first paint, `start-guard` until the start fails. */
export const deferredAttribute = 'data-sideline-deferred';
export type Deferred = 'scripts' | 'start-guard';

/** On <html>, set by the scripts: the type of the event that activated the start guard. */
export const startGuardTriggerAttribute = 'data-sideline-asked';
/** On <html>, set by the app once its own error handling works. */
export const startedAttribute = 'data-started';

/** Names of <meta> elements: the build of the page and settings of this instance. */
export type MetaName =
  | 'build'
  | 'application-name'
  | 'registration'
  | 'site-texts'
  | 'hint-cookie'
  | 'icon-fallback';

/** The path of the web app manifest in a language. */
export const manifestPath = (tag: string) =>
  tag === 'en' ? '/manifest.webmanifest' : `/manifest.${tag}.webmanifest`;

/** `theme-color` in each mode: the page's background. */
export const themeColors = { light: '#f9fafb', dark: '#030712' } as const;

/** The description of a page without a subject of its own. */
export const siteDescription = (name: string) =>
  `Find a session, know your place, be on time. ${name} is for coaches and the people they train.`;
