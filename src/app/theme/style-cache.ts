// The options of Emotion's cache, the same in the browser and on the server.
import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * No vendor prefixes: the build's target browsers need none. One array for all, because Emotion on a server
 * caches its rules by it.
 */
const stylisPlugins: [] = [];

export const createStyleCache = (): EmotionCache => createCache({ key: 'c', stylisPlugins });
