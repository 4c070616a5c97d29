// For `node --import`: a server whose Intl formats texts differently from the browser's.
import { patchIntl } from './other-intl.ts';

patchIntl();
