// Every route for a trainee, with the worker installed.
import { checkRoutes } from '../../support/browser/route-checks.ts';

checkRoutes('trainee', { withAxe: true, withWorker: true });
