import type { peopleEndpoints } from '../../contract/people.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';

export function peopleRoutes(_deps: Deps): Handlers<keyof typeof peopleEndpoints> {
  return {} as Handlers<keyof typeof peopleEndpoints>;
}
