// The bell and the avatar in the header of every main screen, for signed-in people.
import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense } from 'react';
import { useSession } from '../../data/session/session.ts';
import { loadable } from '../../ui/page/loadable.tsx';

const AccountTools = loadable(() => import('./account-tools.tsx'), 'AccountTools');

// Two targets wide before their code is there, so that the title beside them does not wrap again.
const Place = chakra('div', { base: { ms: 'auto', minW: '24', minH: 'target', flexShrink: '0' } });

export function HeaderTools() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Place>
      <Suspense fallback={null}>
        <AccountTools user={user} />
      </Suspense>
    </Place>
  );
}
