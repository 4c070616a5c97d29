import type { meEndpoints } from '../../contract/me.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';

export function meRoutes(_deps: Deps): Handlers<keyof typeof meEndpoints> {
  return {} as Handlers<keyof typeof meEndpoints>;
}
