// The walk in Firefox.
import { openFirefox } from '../support/engines/firefox.ts';
import { walkThrough } from './walk.ts';

walkThrough(openFirefox, { hasTls: false, isWatched: false });
