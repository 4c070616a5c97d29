// Every route for a coach, without a worker. Their planning screens meet axe in planning.test.ts and evening.test.ts.
import { checkRoutes } from '../../support/browser/route-checks.ts';

checkRoutes('coach', { withAxe: false, withWorker: false });
