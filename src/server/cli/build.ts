// `npm run build`: the page into dist/. RETIRE_WORKER=on ships a worker that unregisters the service worker (docs/operations.md, "Upgrade and roll back").
import { buildDist } from './build-dist.ts';

await buildDist({ isNeeded: () => true });
