// Who may found a team or an organization: coaches with a confirmed address. The others are led to what they need.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { callApi } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useResource } from '../../data/use-resource.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/state.tsx';

export function CoachesOnly({ things }: { things: string }) {
  return (
    <Screen>
      <EmptyState
        icon="users"
        title={`Creating ${things} is for coaches`}
        action={<ButtonLink to="/my/settings">Turn on coaching</ButtonLink>}
      >
        Turn on coaching in your settings. Then you can create {things} here.
      </EmptyState>
    </Screen>
  );
}

const Box = chakra('div', {
  base: {
    bg: 'warn.subtle',
    color: 'warn',
    rounded: 'lg',
    p: '4',
    display: 'grid',
    justifyItems: 'start',
    gap: '3',
    '& strong': { fontWeight: '700' },
  },
});

/** Says that the address is not confirmed yet, and sends the link again. Nothing where it is, or while that is not known. */
export function AddressNotice() {
  const { data } = useResource('GET /api/users/me/settings', {}, { isAside: true });
  const { busy, failure, run } = useAction();
  const [isSent, setSent] = useState(false);
  if (!data || data.emailVerifiedAt !== null) return null;
  return (
    <Box>
      <p>
        <strong>Confirm your e-mail address first.</strong> Open the link in the mail that we sent to{' '}
        {data.email}. What you type here stays.
      </p>
      <div role="status">{isSent ? 'The mail is on its way. Earlier links stop working.' : null}</div>
      <FormError message={failure} />
      {isSent ? null : (
        <Button
          look="outline"
          busy={busy}
          onClick={async () => setSent(await run(() => callApi('POST /api/auth/confirm-email/resend', {})))}
        >
          Send the link again
        </Button>
      )}
    </Box>
  );
}
