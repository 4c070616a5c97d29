// Creating an account. Leads to /login with what comes next (docs/product.md, "Accounts").
import { chakra } from '@chakra-ui/react/styled-system';
import { type ChangeEvent, type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SiteText } from '../../../contract/values/enums.ts';
import { isTyping } from '../../data/forms/session-drafts.ts';
import { useForm } from '../../data/forms/use-form.ts';
import { callApi } from '../../data/http/call.ts';
import { useInstance } from '../../data/session/instance.ts';
import { savedRedirectPath, saveRedirectPath } from '../../data/session/redirect-path.ts';
import { countriesIn, countryOfLanguage } from '../../format/countries.ts';
import { inviteCodeIn } from '../../format/invite-code.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError, PasswordField, SelectField, TextField } from '../../ui/forms/field.tsx';
import { rich } from '../../words/rich.ts';
import { msg, t } from '../../words/t.ts';
import { Elsewhere, Form, FormPage, Notice, TextLink } from './form-page.tsx';
import type { LoginState } from './navigation-state.ts';
import {
  checkEmail,
  checkFilled,
  checkPassword,
  checkUsername,
  passwordRule,
  tidyEmail,
  usernameRule,
} from './rules.ts';
import { useRegistration } from './use-registration.ts';

const message = msg(
  'Account created. You can sign in now, and confirm your address later with the link in our e-mail.',
);

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    sm: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '3' },
  },
});

export function RegisterScreen() {
  const registration = useRegistration();
  // If registration closes while someone is typing, the form stays; sending it shows the refusal.
  if (registration === 'closed' && !isTyping()) return <Closed />;
  return <RegisterForm needsInvitation={registration === 'invite'} />;
}

function Closed() {
  const { name } = useInstance();
  return (
    <FormPage
      title={t('No new accounts right now')}
      lead={t("You can't create a new account at {name} at the moment. If you already have one, sign in.", {
        name,
      })}
    >
      <ButtonLink to="/login">{t('Sign in')}</ButtonLink>
    </FormPage>
  );
}

const invitePath = /^\/teams\/join\/([\w-]+)\/?$/;

function RegisterForm({ needsInvitation }: { needsInvitation: boolean }) {
  const navigate = useNavigate();
  // A person who opened an invite link before returns to it after signing in.
  const [linkCode] = useState(() => invitePath.exec(savedRedirectPath())?.[1] ?? '');
  const [typedCode, setTypedCode] = useState(linkCode);
  const given = needsInvitation ? typedCode : linkCode;
  const inviteCode = inviteCodeIn(given) ?? given.trim();
  const { busy, formError, errors, props } = useForm({
    check: (values) => ({
      ...checkPassword(values.password),
      ...checkEmail(values.email),
      ...checkUsername(values.username),
      ...checkFilled(values, {
        name: t('Enter your name'),
        countryCode: t('Choose a country'),
      }),
    }),
    // The server knows which usernames are taken, which passwords are common and which phone numbers exist.
    needsServer: (values, wrong) =>
      ['username', 'password', 'phone'].some((name) => values[name]?.trim() && !wrong[name]),
    send: async ({ name = '', username = '', email, password = '', countryCode = '', phone = '' }) => {
      const created = await callApi('POST /api/auth/register', {
        body: {
          name,
          username: username.trim(),
          email: tidyEmail(email),
          password,
          countryCode,
          phone,
          ...(inviteCode && { inviteCode }),
        },
      });
      if (needsInvitation && inviteCode) saveRedirectPath(`/teams/join/${inviteCode}`);
      const state: LoginState = { message: t(message), username: created.username };
      navigate('/login', { state });
    },
  });
  return (
    <FormPage lead={t('Everyone starts as a trainee. You can turn on coaching later, in your settings.')}>
      {/* Outside the form, whose draft is keyed by its fields: it survives a change of the registration
          mode. */}
      {needsInvitation ? <InviteCode code={typedCode} onChange={setTypedCode} /> : null}
      <Form {...props}>
        <TextField label={t('Name')} name="name" autoComplete="name" error={errors.name} />
        <TextField
          label={t('Username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={usernameRule()}
          error={errors.username}
        />
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t("We'll send you a link there to check that it's yours.")}
          error={errors.email}
        />
        <Pair>
          <CountryField error={errors.countryCode} />
          <TextField
            label={t('Phone')}
            hint={t('Optional')}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            error={errors.phone}
          />
        </Pair>
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="new-password"
          hint={passwordRule()}
          error={errors.password}
        />
        <FormError message={formError} />
        <Accepting />
        <Button type="submit" shape="wide" busy={busy}>
          {busy ? t('Creating your account…') : t('Create account')}
        </Button>
      </Form>
      <Elsewhere>
        {t('Already have an account?')} <TextLink to="/login">{t('Sign in')}</TextLink>
      </Elsewhere>
    </FormPage>
  );
}

function InviteCode({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <>
      <Notice tone="plain">
        {t(
          "You need an invitation to create an account here: your team's invite link or an invited e-mail address.",
        )}
      </Notice>
      <TextField
        label={t('Invite link or code')}
        value={code}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('Leave it empty if your e-mail address was invited.')}
      />
    </>
  );
}

const AcceptLine = chakra('p', {
  base: { fontSize: 'sm', color: 'fg.muted', '& a': { color: 'brand', textDecoration: 'underline' } },
});

/**
 * The texts that a new person accepts, where the operator has set them. They open in a new tab, so that no
 * input is lost.
 */
function Accepting() {
  const { texts } = useInstance();
  const link = (text: SiteText) => (label: ReactNode) => (
    <a href={`/${text}`} target="_blank" rel="noopener">
      {label}
    </a>
  );
  const [terms, privacy] = [texts.includes('terms'), texts.includes('privacy')];
  if (!terms && !privacy) return null;
  return (
    <AcceptLine>
      {rich(
        'By creating an account you accept the {which, select, terms {<terms>terms</terms>} privacy {<privacy>privacy policy</privacy>} other {<terms>terms</terms> and the <privacy>privacy policy</privacy>}}.',
        {
          which: !privacy ? 'terms' : !terms ? 'privacy' : 'both',
          terms: link('terms'),
          privacy: link('privacy'),
        },
      )}
    </AcceptLine>
  );
}

/** Country and calling code in one select; defaults to the country of the browser's language. */
function CountryField({ error }: { error: string | undefined }) {
  const { locale } = useViewer();
  const [chosen, setChosen] = useState<string | null>(null);
  const countries = useMemo(() => countriesIn(locale), [locale]);
  return (
    <SelectField
      label={t('Country')}
      name="countryCode"
      autoComplete="country"
      value={chosen ?? countryOfLanguage(locale) ?? ''}
      onChange={(event) => setChosen(event.currentTarget.value)}
      error={error}
    >
      <option value="">{t('Choose…')}</option>
      {countries.map(({ code, callingCode, name }) => (
        <option key={code} value={code}>
          {name} (+{callingCode})
        </option>
      ))}
    </SelectField>
  );
}
