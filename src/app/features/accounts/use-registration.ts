// Who may create an account, as the server says it now; offline, and until it has answered, as the page came with it.
import type { RegistrationMode } from '../../../contract/words.ts';
import { useInstance } from '../../data/instance.ts';
import { useResource } from '../../data/use-resource.ts';

export function useRegistration(): RegistrationMode {
  const { registration } = useInstance();
  return useResource('GET /api/instance', {}, { isAside: true }).data?.registration ?? registration;
}
