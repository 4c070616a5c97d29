// Requests a link to choose a new password. Leads to /checkEmail.
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useForm } from '../../data/forms/use-form.ts';
import { useSession } from '../../data/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { t } from '../../words/t.ts';
import { Form, FormPage, Notice } from './form-page.tsx';
import { linkSentText } from './link-sent.tsx';
import { type CheckEmailState, textsOf } from './navigation-state.ts';
import { sendResetMail } from './reset-mail.ts';
import { checkEmail } from './rules.ts';
import { useAutofocus } from './use-autofocus.ts';

export function ForgetPasswordScreen() {
  const navigate = useNavigate();
  const { user } = useSession();
  const { email: known }: CheckEmailState = textsOf(useLocation().state);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const first = useAutofocus();
  const { busy, formError, errors, props } = useForm({
    check: ({ email }) => checkEmail(email),
    send: async ({ email }) => {
      const state = { email: await sendResetMail(email) };
      // The guard redirects signed-in people away from /checkEmail.
      if (user) setSentTo(state.email);
      else navigate('/checkEmail', { state });
    },
  });
  if (sentTo !== null)
    return (
      <FormPage title={t('Check your e-mail')} back="/my/settings">
        <Notice tone="good">
          {linkSentText(sentTo)} {t('The link works once, within 10 minutes.')}
        </Notice>
        <ButtonLink to="/my/settings" shape="wide">
          {t('Back to my settings')}
        </ButtonLink>
      </FormPage>
    );
  return (
    <FormPage
      {...(user ? { title: t('Change your password'), back: '/my/settings' } : {})}
      lead={t("Enter your account's e-mail address. We'll send you a link to choose a new password.")}
    >
      <Form {...props}>
        <TextField
          ref={first}
          label={t('E-mail')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={known ?? user?.email}
          error={errors.email}
        />
        <FormError message={formError} />
        <Button type="submit" shape="wide" busy={busy}>
          {busy ? t('Sending…') : t('Send the link')}
        </Button>
      </Form>
    </FormPage>
  );
}
