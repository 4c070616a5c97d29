import type { eventEndpoints } from '../../contract/events.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';

export function eventRoutes(_deps: Deps): Handlers<keyof typeof eventEndpoints> {
  return {} as Handlers<keyof typeof eventEndpoints>;
}
