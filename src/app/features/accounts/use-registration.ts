// The registration mode, as the server says it now; offline, and until it answers, the mode that came with
// the page.
import type { RegistrationMode } from '../../../contract/values/enums.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useInstance } from '../../data/session/instance.ts';

export function useRegistration(): RegistrationMode {
  const { registration } = useInstance();
  return (
    useResource('GET /api/instance', {}, { excludedFromFreshness: true }).data?.registration ?? registration
  );
}
