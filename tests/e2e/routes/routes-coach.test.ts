// Every route for a coach, without a worker. planning.test.ts and evening-*.test.ts check their planning
// screens with axe.
import { checkRoutes } from '../../support/browser/route-checks.ts';

checkRoutes('coach', { withAxe: false, withWorker: false });
