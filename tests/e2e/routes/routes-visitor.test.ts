// Every route for a visitor, with the worker installed: each page as the server renders it, and as the worker
// caches it.
import { checkRoutes } from '../../support/browser/route-checks.ts';

checkRoutes('visitor', { withAxe: true, withWorker: true });
