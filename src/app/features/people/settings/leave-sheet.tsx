// Deletes the account: says what is deleted and what stays, and asks for the password.
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm } from '../../../data/forms/use-form.ts';
import { callApi } from '../../../data/http/call.ts';
import { logout } from '../../../data/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, PasswordField } from '../../../ui/forms/field.tsx';

const Consequences = chakra('ul', {
  base: { display: 'grid', gap: '2', ps: '5', listStyle: 'disc', '& strong': { fontWeight: '700' } },
});
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });

export function LeaveSheet({ onClose }: { onClose: () => void }) {
  const { busy, formError, errors, props } = useForm({
    check: ({ password }) => (password ? {} : { password: 'Write your password' }),
    send: async ({ password = '' }) => {
      await callApi('DELETE /api/users/me', { body: { password } });
      await logout({ notice: 'Your account is deleted. Thank you for having been here.' });
    },
  });
  return (
    <Sheet title="Delete your account?" onClose={onClose}>
      {(close) => (
        <>
          <Consequences>
            <li>
              <strong>It cannot be undone.</strong> Nobody can bring the account back.
            </li>
            <li>Your profile, picture, settings, devices and calendars go at once.</li>
            <li>You lose your places, waitlist positions and memberships. Places go to whoever waits.</li>
            <li>What the law wants kept, such as payments, stays without your name.</li>
            <li>If you want your data, download them first.</li>
          </Consequences>
          <Form {...props}>
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              error={errors.password}
            />
            <FormError message={formError} />
            <Button type="submit" look="danger" shape="wide" busy={busy}>
              {busy ? 'Deleting…' : 'Delete my account for good'}
            </Button>
            <Button look="outline" shape="wide" onClick={close}>
              Keep it
            </Button>
          </Form>
        </>
      )}
    </Sheet>
  );
}
