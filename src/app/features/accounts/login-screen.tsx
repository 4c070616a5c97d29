// Signing in. Leads to the saved path (docs/product.md, "Route guard").
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { languageFor } from '../../../words/languages.ts';
import { useForm } from '../../data/forms/use-form.ts';
import { displayStore } from '../../data/session/display.ts';
import { login } from '../../data/session/login.ts';
import { savedRedirectPath, saveRedirectPath, takeRedirectPath } from '../../data/session/redirect-path.ts';
import { guard } from '../../routing/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, PasswordField, TextField } from '../../ui/forms/field.tsx';
import { isPrevious, useQuery } from '../../ui/navigation/router.tsx';
import { pageLanguage, t } from '../../words/t.ts';
import { Elsewhere, Form, FormPage, Notice, TextLink } from './form-page.tsx';
import { type LoginState, textsOf } from './navigation-state.ts';
import { checkFilled } from './rules.ts';
import { useAutofocus } from './use-autofocus.ts';
import { useRegistration } from './use-registration.ts';

/**
 * Whether the guard sent a visitor from the saved path to this one, such as from an event of theirs to its public page, and would
 * not send them back.
 */
function isSentTo(path: string, saved: string): boolean {
  const pathOf = (address: string) => new URL(address, location.origin).pathname;
  const sent = guard(pathOf(saved), false);
  if (sent.kind === 'allow' || sent.to !== pathOf(path)) return false;
  const back = guard(sent.to, true);
  return back.kind === 'allow' || back.to !== saved;
}

/** Whether the account has another language than this document. */
function isInOtherLanguage(): boolean {
  const { locale } = displayStore.get() ?? {};
  return locale !== undefined && languageFor([locale]) !== pageLanguage().tag;
}

export function LoginScreen() {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const { message, username }: LoginState = textsOf(state);
  const from = useQuery().get('from');
  useEffect(() => {
    if (from !== null && !isSentTo(from, savedRedirectPath())) saveRedirectPath(from);
  }, [from]);
  const first = useAutofocus();
  const registration = useRegistration();
  const { busy, formError, errors, props } = useForm({
    // Not what was typed before for another name, as before registering.
    ...(username && { subject: username }),
    check: (values) =>
      checkFilled(values, {
        username: t('Enter your username or e-mail address'),
        password: t('Enter your password'),
      }),
    send: async ({ username = '', password = '' }) => {
      await login(username.trim(), password, key);
      const path = takeRedirectPath();
      // A document has one language.
      if (isInOtherLanguage()) return location.replace(path);
      // Go back instead of opening a second copy of the previous page: Back would then seem to do nothing.
      if (isPrevious(path)) navigate(-1);
      else navigate(path, { replace: true });
    },
  });
  return (
    <FormPage>
      {message && !formError && Object.keys(errors).length === 0 ? (
        <Notice tone={username ? 'good' : 'plain'}>{message}</Notice>
      ) : null}
      <Form {...props}>
        <TextField
          {...(username ? {} : { ref: first })}
          label={t('Username or e-mail')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={username}
          error={errors.username}
        />
        <PasswordField
          {...(username ? { ref: first } : {})}
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <FormError message={formError} />
        <Button type="submit" shape="wide" busy={busy}>
          {busy ? t('Signing in…') : t('Sign in')}
        </Button>
        <TextLink to="/forgetPassword" alignSelf="flex-start">
          {t('Forgot your password?')}
        </TextLink>
      </Form>
      <Elsewhere>
        {registration === 'closed' ? (
          t("You can't create a new account at the moment.")
        ) : (
          <>
            {registration === 'invite' ? t('Invited?') : t('New here?')}{' '}
            <TextLink to="/register">{t('Create an account')}</TextLink>
          </>
        )}
      </Elsewhere>
    </FormPage>
  );
}
