// The options of Emotion's cache, the same in the browser and on the server.
import createCache, { type EmotionCache } from '@emotion/cache';

/** No vendor prefixes: the browsers that the build targets need none. One list, by which Emotion on a server caches its rules. */
const stylisPlugins: [] = [];

export const createStyleCache = (): EmotionCache => createCache({ key: 'c', stylisPlugins });
