// Who may create a team or an organization: coaches with a confirmed address. Others see what they have to do
// first.
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { useAction } from '../../data/forms/use-action.ts';
import { callApi, urlOf } from '../../data/http/call.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';

/** Turns on coaching and stays: the form takes the place of this. */
export function CoachesOnly({ things }: { things: string }) {
  const { busy, failure, run } = useAction();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const turnOn = () =>
    run(async () => {
      const { version } = await callApi('GET /api/users/me/settings', {});
      const settings = await callApi('PATCH /api/users/me/settings', { body: { version, isCoach: true } });
      await mutate(urlOf('GET /api/users/me/settings', {}), settings, { revalidate: false });
      navigate({ pathname, search }, { replace: true, state: { said: t('Coaching is on.') } });
      // Reading the profile updates the session.
      const profile = await callApi('GET /api/users/me/profile', {});
      await mutate(urlOf('GET /api/users/me/profile', {}), profile, { revalidate: false });
    });
  return (
    <Screen>
      <EmptyState
        icon="users"
        title={t('Only coaches can create {things, select, teams {teams} other {organizations}}', { things })}
        action={
          <Button busy={busy} onClick={() => void turnOn()}>
            {t('Turn on coaching')}
          </Button>
        }
      >
        {t(
          'Turn on coaching, and create {things, select, teams {teams} other {organizations}} here. You can turn it off in your settings.',
          { things },
        )}
      </EmptyState>
      <FormError message={failure} />
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
