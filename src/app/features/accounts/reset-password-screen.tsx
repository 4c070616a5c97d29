// Sets a new password: with the link from the mail, or shortly after signing in. Leads to /login.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useForm } from '../../data/forms/use-form.ts';
import { callApi } from '../../data/http/call.ts';
import { ApiError } from '../../data/http/problem.ts';
import { endSession } from '../../data/session/end-session.ts';
import { saveRedirectPath } from '../../data/session/redirect-path.ts';
import { useSession } from '../../data/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError, PasswordField } from '../../ui/forms/field.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import { announce } from '../../words/announce.ts';
import { msg, t } from '../../words/t.ts';
import { Elsewhere, Form, FormPage, Notice, TextLink } from './form-page.tsx';
import type { LoginState } from './navigation-state.ts';
import { checkPassword, passwordRule } from './rules.ts';

const message = msg('Password changed. Sign in with your new one.');

export function ResetPasswordScreen() {
  const navigate = useNavigate();
  const { user } = useSession();
  const token = useQuery().get('token');
  /** What is said instead of signing out, where the link may be for another account than the one that is signed in here. */
  const [said, setSaid] = useState<string | null>(null);
  const { busy, formError, errors, props } = useForm({
    check: ({ password, confirmPassword }) => ({
      ...(password === confirmPassword ? {} : { confirmPassword: t("The passwords don't match") }),
      ...checkPassword(password),
    }),
    send: async ({ password = '', confirmPassword = '' }) => {
      await callApi('POST /api/auth/reset-password', {
        body: { password, confirmPassword },
        ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
      });
      const isOver = user && token ? await isSessionOver() : true;
      if (user && isOver !== true) {
        const text =
          isOver === null
            ? t(message)
            : t("The password is changed. You're still signed in as {name}.", { name: user.name });
        setSaid(text);
        return announce(text);
      }
      // A new password ends every session, including this one. Not `logout`, which deletes the queued writes.
      if (user) {
        saveRedirectPath('/');
        return endSession({ isLogout: false, notice: t(message) });
      }
      const state: LoginState = { message: t(message) };
      navigate('/login', { state, replace: true });
    },
  });
  if (said && user)
    return (
      <FormPage>
        <Notice tone="good">{said}</Notice>
        <ButtonLink to="/" shape="wide">
          {t('Home')}
        </ButtonLink>
      </FormPage>
    );
  if (!token && !user)
    return (
      <FormPage
        lead={t(
          'Open this page with the link in our e-mail. The link is missing here: ask for a new one, it only takes a minute.',
        )}
      >
        <ButtonLink to="/forgetPassword" shape="wide">
          {t('Get a link')}
        </ButtonLink>
      </FormPage>
    );
  return (
    <FormPage lead={t("We'll sign you out everywhere. Then sign in with your new password.")}>
      <Form {...props}>
        {/* Tells password managers which account the password is for; the account of a link is not known. */}
        {user && !token ? (
          <input type="hidden" name="username" autoComplete="username" value={user.username} />
        ) : null}
        <PasswordField
          label={t('New password')}
          name="password"
          autoComplete="new-password"
          hint={passwordRule()}
          error={errors.password}
        />
        <PasswordField
          label={t('New password again')}
          name="confirmPassword"
          autoComplete="new-password"
          error={errors.confirmPassword}
        />
        <FormError message={formError} />
        <Button type="submit" shape="wide" busy={busy}>
          {busy ? t('Saving…') : t('Save the new password')}
        </Button>
      </Form>
      {formError ? (
        <Elsewhere>
          {t('Link too old?')} <TextLink to="/forgetPassword">{t('Get a new one')}</TextLink>
        </Elsewhere>
      ) : null}
    </FormPage>
  );
}

/** Null without an answer; then the next call finds out. */
async function isSessionOver(): Promise<boolean | null> {
  try {
    // Unlike other calls, its refusal does not end the session here with a message of its own.
    await callApi('POST /api/auth/refresh', {});
    return false;
  } catch (error) {
    if (!(error instanceof ApiError)) return null;
    return [401, 403].includes(error.status) ? true : null;
  }
}
