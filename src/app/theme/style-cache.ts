// Where Emotion keeps the rules of a page. Without its vendor prefixes: the browsers that the build aims at need none.
import createCache, { type EmotionCache } from '@emotion/cache';

/** Rules as short as they can be said, for those that travel in a page. Emotion knows them by their names alone. */
export function shortCss(css: string): string {
  return css
    .replaceAll(';}', '}')
    .replaceAll('@media screen and (', '@media (')
    .replace(/(?<=[\s:(,-])0(?=\.\d)/g, '')
    .replace(/:0px(?=[;}])/g, ':0')
    .replace(/(?<=[:,]) /g, '');
}

/** The same for every page, by which Emotion on a server finds the rules that it has written before. */
const noPlugins: [] = [];

export const createStyleCache = (): EmotionCache => createCache({ key: 'c', stylisPlugins: noPlugins });
