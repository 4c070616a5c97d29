import type { groupEndpoints } from '../../contract/groups.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';

export function groupRoutes(_deps: Deps): Handlers<keyof typeof groupEndpoints> {
  return {} as Handlers<keyof typeof groupEndpoints>;
}
