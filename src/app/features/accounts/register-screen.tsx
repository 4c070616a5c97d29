// Creating an account. Leads to /login with what comes next (SPEC section 4).
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../data/call.ts';
import { useForm } from '../../data/use-form.ts';
import { countriesIn, countryOfLanguage } from '../../format/countries.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, PasswordField, SelectField, TextField } from '../../ui/field.tsx';
import type { LoginState } from './arrival-state.ts';
import { Elsewhere, Form, FormPage, TextLink } from './form-page.tsx';
import {
  checkEmail,
  checkFilled,
  checkPassword,
  checkUsername,
  passwordRule,
  tidyEmail,
  usernameRule,
} from './rules.ts';

const message = 'Account created. Check your e-mail to confirm it, then sign in';

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    sm: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '3' },
  },
});

export function RegisterScreen() {
  const navigate = useNavigate();
  const { busy, formError, errors, props } = useForm({
    check: (values) => ({
      ...checkPassword(values.password),
      ...checkEmail(values.email),
      ...checkUsername(values.username),
      ...checkFilled(values, {
        name: 'Write your name',
        countryCode: 'Choose a country',
        phone: 'Write your phone number',
      }),
    }),
    send: async ({ name = '', username = '', email, password = '', countryCode = '', phone = '' }) => {
      const created = await callApi('POST /api/auth/register', {
        body: { name, username: username.trim(), email: tidyEmail(email), password, countryCode, phone },
      });
      const state: LoginState = { message, username: created.username };
      navigate('/login', { state });
    },
  });
  return (
    <FormPage lead="Everyone starts as a trainee. You can turn on coaching later, in your settings.">
      <Form {...props}>
        <TextField label="Name" name="name" autoComplete="name" error={errors.name} />
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={usernameRule}
          error={errors.username}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint="We send a link there to confirm that it is yours."
          error={errors.email}
        />
        <Pair>
          <CountryField error={errors.countryCode} />
          <TextField
            label="Phone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            error={errors.phone}
          />
        </Pair>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={passwordRule}
          error={errors.password}
        />
        <FormError message={formError} />
        <Button type="submit" shape="wide" busy={busy}>
          {busy ? 'Creating the account…' : 'Create account'}
        </Button>
      </Form>
      <Elsewhere>
        Have an account? <TextLink to="/login">Sign in</TextLink>
      </Elsewhere>
    </FormPage>
  );
}

/** Country and calling code in one; the one of the browser's language is chosen until the person chooses. */
function CountryField({ error }: { error: string | undefined }) {
  const { locale } = useViewer();
  const [chosen, setChosen] = useState<string | null>(null);
  const countries = useMemo(() => countriesIn(locale), [locale]);
  return (
    <SelectField
      label="Country"
      name="countryCode"
      autoComplete="country"
      value={chosen ?? countryOfLanguage(locale) ?? ''}
      onChange={(event) => setChosen(event.currentTarget.value)}
      error={error}
    >
      <option value="">Choose…</option>
      {countries.map(({ code, callingCode, name }) => (
        <option key={code} value={code}>
          {name} (+{callingCode})
        </option>
      ))}
    </SelectField>
  );
}
