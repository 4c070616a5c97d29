// For `node --import`: a server whose Intl writes other texts than the browser's.
import { patchIntl } from './other-intl.ts';

patchIntl();
