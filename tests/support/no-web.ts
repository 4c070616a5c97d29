// A web without servers, so that no test reaches the real one.
import type { PublicWeb } from '../../src/server/ports/public-web/fetch.ts';

export const noWeb: PublicWeb = {
  fetch: async () => ({ kind: 'failed', reason: 'There is no server with this name' }),
};
