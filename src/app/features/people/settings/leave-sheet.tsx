// Deletes the account: says what is deleted and what stays, and asks for the password.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { useForm } from '../../../data/forms/use-form.ts';
import { callApi } from '../../../data/http/call.ts';
import { logout } from '../../../data/session/end-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, PasswordField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';

const Consequences = chakra('ul', {
  base: { display: 'grid', gap: '2', ps: '5', listStyle: 'disc', '& strong': { fontWeight: '700' } },
});
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });

export function LeaveSheet({ onClose }: { onClose: () => void }) {
  const about = useId();
  const { busy, formError, errors, props } = useForm({
    check: ({ password }) => (password ? {} : { password: t('Enter your password') }),
    send: async ({ password = '' }) => {
      await callApi('DELETE /api/users/me', { body: { password } });
      await logout({ notice: t('Your account is deleted. Thank you for being here.') });
    },
  });
  return (
    <Sheet title={t('Delete your account?')} about={about} onClose={onClose}>
      {(close) => (
        <>
          <Consequences id={about}>
            <li>
              <strong>{t("You can't undo this.")}</strong> {t('No one can bring the account back.')}
            </li>
            <li>{t('Your profile, picture, settings, devices and calendars go right away.')}</li>
            <li>
              {t(
                'You lose your places, waitlist positions and memberships. Your places go to the people waiting.',
              )}
            </li>
            <li>{t('What the law asks us to keep, such as payments, stays without your name.')}</li>
            <li>{t('If you want to keep your data, download it first.')}</li>
          </Consequences>
          <Form {...props}>
            <PasswordField
              label={t('Your password')}
              name="password"
              autoComplete="current-password"
              error={errors.password}
            />
            <FormError message={formError} />
            <Button type="submit" look="danger" shape="wide" busy={busy}>
              {busy ? t('Deleting…') : t('Delete my account for good')}
            </Button>
            <Button look="outline" shape="wide" onClick={close}>
              {t('Keep it')}
            </Button>
          </Form>
        </>
      )}
    </Sheet>
  );
}
