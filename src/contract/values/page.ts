// What the HTML of a page has in common with the scripts in it and with the service worker: names and texts. Screens use no
// attribute that begins with `data-sideline`, so none of them is mistaken for a part of the page itself.

/** The id of the element that React renders into. */
export const rootId = 'root';

/** On the JSON that says what a page was rendered from; the app shell has none. */
export const renderNoteAttribute = 'data-sideline-note';

/** On a template whose content waits: `scripts` for the first paint, `start-guard` for a start that fails. */
export const deferredAttribute = 'data-sideline-deferred';
export type Deferred = 'scripts' | 'start-guard';

/** On <html>, set by the scripts: the type of the event for which the start guard was asked for. */
export const askedAttribute = 'data-sideline-asked';
/** On <html>, set by the app once it shows by itself what fails. */
export const startedAttribute = 'data-started';

/** Names of <meta> elements: which build a page is of, and how this instance is set up. */
export type MetaName =
  | 'build'
  | 'application-name'
  | 'registration'
  | 'site-texts'
  | 'hint-cookie'
  | 'icon-fallback';

/** `theme-color` in each mode: the page's background. */
export const themeColors = { light: '#f9fafb', dark: '#030712' } as const;

/** What a page without a subject of its own says of itself. */
export const siteDescription = (name: string) =>
  `Find a session, know your place, be on time. ${name} is for coaches and the people they train.`;
