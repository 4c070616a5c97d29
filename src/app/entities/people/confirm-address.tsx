// Says that the e-mail address is not confirmed yet, and sends the link again.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useAction } from '../../data/forms/use-action.ts';
import { callApi } from '../../data/http/call.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { t } from '../../words/t.ts';

const Box = chakra('div', {
  base: {
    bg: 'warn.subtle',
    color: 'warn',
    rounded: 'lg',
    p: '4',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
    gap: '3',
    // Breaks a long address.
    overflowWrap: 'anywhere',
    '& strong': { fontWeight: '700' },
  },
});

/** `title`, and why in `children`. */
export function ConfirmAddress({ title, children }: { title: string; children: string }) {
  const { busy, failure, run } = useAction();
  const [isSent, setSent] = useState(false);
  return (
    <Box>
      <p>
        <strong>{title}</strong> <EmailText text={children} />
      </p>
      <div role="status">{isSent ? t('The e-mail is on its way. Earlier links no longer work.') : null}</div>
      <FormError message={failure} />
      {isSent ? null : (
        <Button
          look="outline"
          busy={busy}
          onClick={async () => setSent(await run(() => callApi('POST /api/auth/confirm-email/resend', {})))}
        >
          {t('Send the link again')}
        </Button>
      )}
    </Box>
  );
}
