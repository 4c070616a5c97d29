// Who may create a team or an organization: coaches with a confirmed address. Others see what they have to do
// first.
import { lazy, Suspense } from 'react';
import { useResource } from '../../data/resources/use-resource.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';

export function CoachesOnly({ things }: { things: string }) {
  return (
    <Screen>
      <EmptyState
        icon="users"
        title={t('Only coaches can create {things, select, teams {teams} other {organizations}}', { things })}
        action={<ButtonLink to="/my/settings">{t('Turn on coaching')}</ButtonLink>}
      >
        {t(
          'Turn on coaching in your settings. Then you can create {things, select, teams {teams} other {organizations}} here.',
          { things },
        )}
      </EmptyState>
    </Screen>
  );
}

const ConfirmAddress = lazy(async () => ({
  default: (await import('../../entities/people/confirm-address.tsx')).ConfirmAddress,
}));

/** Nothing where the address is confirmed, or while that is unknown. */
export function AddressNotice() {
  const { data } = useResource('GET /api/users/me/settings', {}, { excludedFromFreshness: true });
  if (!data || data.emailVerifiedAt !== null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmAddress title={t('Confirm your e-mail address first.')}>
        {t('Open the link in the e-mail we sent to {email}. We keep what you type here.', {
          email: data.email,
        })}
      </ConfirmAddress>
    </Suspense>
  );
}
