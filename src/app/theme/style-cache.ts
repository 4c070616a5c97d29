// Where Emotion keeps the rules of a page. Without its vendor prefixes: the browsers that the build aims at need none.
import createCache, { type EmotionCache } from '@emotion/cache';

export const createStyleCache = (): EmotionCache => createCache({ key: 'css', stylisPlugins: [] });
