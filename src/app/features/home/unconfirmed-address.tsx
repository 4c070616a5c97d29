// Tells a person that their e-mail address is not confirmed yet, and sends the link again.
import { useResource } from '../../data/resources/use-resource.ts';
import { ConfirmAddress } from '../../entities/people/confirm-address.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';

export function UnconfirmedAddress() {
  const { data } = useResource('GET /api/users/me/profile', {}, { excludedFromFreshness: true });
  // The link of the mail was just opened: its notice says the rest.
  const isConfirming = useQuery().has('confirm');
  if (isConfirming || data?.emailVerifiedAt !== null) return null;
  return (
    <ConfirmAddress title={t('Your e-mail address is not confirmed yet.')}>
      {t(
        "Open the link in the e-mail we sent to {email}. Until then we can't send you e-mails about your events.",
        {
          email: data.email,
        },
      )}
    </ConfirmAddress>
  );
}
