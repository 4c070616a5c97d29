// After a request for a reset link: where it was sent, what to do if it does not arrive, and sending it
// again.

import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { formErrors } from '../../data/http/write-problems.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';
import { Elsewhere, FormPage, TextLink } from './form-page.tsx';
import { linkSentText } from './link-sent.tsx';
import { type CheckEmailState, textsOf } from './navigation-state.ts';
import { sendResetMail } from './reset-mail.ts';

/** Rate limit between two mails. */
const pauseSeconds = 30;

const Steps = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '& li': { display: 'flex', gap: '3', px: '4', py: '3.5' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& svg': { flexShrink: '0', mt: '0.5', color: 'fg.muted' },
  },
});

export function CheckEmailScreen() {
  const { email }: CheckEmailState = textsOf(useLocation().state);
  if (!email)
    return (
      <FormPage lead={t("Ask for a link and we'll e-mail it to you. Then you can choose a new password.")}>
        <ButtonLink to="/forgetPassword" shape="wide">
          {t('Get a link')}
        </ButtonLink>
      </FormPage>
    );
  return (
    <FormPage lead={linkSentText(email)}>
      <Steps>
        <li>
          <Icon name="clock" />
          {t('The link works once, within 10 minutes.')}
        </li>
        <li>
          <Icon name="mail" />
          {t('Nothing there? Check your spam folder too.')}
        </li>
      </Steps>
      <SendAgain email={email} />
      <Elsewhere>
        {t('Wrong address?')} <TextLink to="/forgetPassword">{t('Change it')}</TextLink>
      </Elsewhere>
    </FormPage>
  );
}

function SendAgain({ email }: { email: string }) {
  const [round, setRound] = useState(0);
  const [left, setLeft] = useState(pauseSeconds);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail starts a new pause
  useEffect(() => {
    const until = Date.now() + pauseSeconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [round]);

  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await sendResetMail(email);
      setRound((count) => count + 1);
    } catch (reason) {
      const { form, fields } = formErrors(reason);
      setError(form ?? Object.values(fields).join(' '));
    }
    setBusy(false);
  };
  const isPausing = left > 0;
  return (
    <>
      <FormError message={error} />
      <Button
        look="outline"
        shape="wide"
        busy={busy}
        aria-disabled={isPausing || busy || undefined}
        opacity={isPausing ? '0.75' : undefined}
        data-tabular
        onClick={isPausing ? undefined : send}
      >
        {busy ? t('Sending…') : isPausing ? t('Send again in {left} s', { left }) : t('Send again')}
      </Button>
      <chakra.p role="status" fontSize="sm" color="fg.muted">
        {round > 0 && !busy && error === null ? t('Sent once more. Only the newest link works.') : null}
      </chakra.p>
    </>
  );
}
