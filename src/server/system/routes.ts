import type { systemEndpoints } from '../../contract/system.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';

export function systemRoutes(_deps: Deps): Handlers<keyof typeof systemEndpoints> {
  return {} as Handlers<keyof typeof systemEndpoints>;
}
