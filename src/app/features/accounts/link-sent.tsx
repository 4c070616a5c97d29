// What the pages say after a request for a reset link. It does not say whether the address has an account.
import { EmailText } from '../../ui/email-text.tsx';
import { rich } from '../../words/rich.ts';

export const linkSentText = (email: string) =>
  rich(
    "If there's an account for <strong>{email}</strong>, we've sent a link there to choose a new password.",
    {
      email,
      strong: () => (
        <strong>
          <EmailText text={email} />
        </strong>
      ),
    },
  );
