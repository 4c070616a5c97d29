// The walk in WebKit, over HTTPS: it stores no Secure cookie on `http://localhost`.
import { openWebKit } from '../support/engines/webkit.ts';
import { walkThrough } from './walk.ts';

walkThrough(openWebKit, { hasTls: true, isWatched: true });
