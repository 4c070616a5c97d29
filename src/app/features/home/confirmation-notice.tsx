// Shows the result of the link in the welcome mail.

import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { loginPath } from '../../data/session/redirect-path.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';
import { useConfirmation } from './confirmation.ts';

const Place = chakra('div', {
  base: {
    '&:not(:empty)': {
      w: 'full',
      maxW: '72rem',
      mx: { base: 'auto', lg: '0' },
      px: { base: '4', sm: '5', lg: '8' },
      py: '4',
    },
  },
});
const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    rounded: 'lg',
    '& > p': { flex: '1 1 14rem', minW: '0', fontWeight: '500', overflowWrap: 'anywhere' },
    '& > svg': { flexShrink: '0' },
  },
  variants: {
    tone: {
      good: { bg: 'brand.subtle', color: 'brand.subtle.fg' },
      warn: { bg: 'warn.subtle', color: 'warn' },
      plain: { bg: 'bg.subtle', color: 'fg' },
    },
  },
});

export function ConfirmationNotice() {
  return (
    <Place role="status">
      <Outcome />
    </Place>
  );
}

function Outcome() {
  const { confirmation, retry } = useConfirmation();
  switch (confirmation?.kind) {
    case 'signInFirst':
      return (
        <Message tone="plain" icon="mail" text={t('Sign in to confirm your e-mail address.')}>
          <ButtonLink to={loginPath(confirmation.path)}>{t('Sign in')}</ButtonLink>
        </Message>
      );
    case 'asking':
      return <Message tone="plain" icon="mail" text={t('Confirming your e-mail address…')} />;
    case 'confirmed':
      return (
        <Message
          tone="good"
          icon="circle-check"
          text={t('{email} is confirmed. Thank you.', { email: confirmation.email })}
        />
      );
    case 'otherAccount':
      return <Message tone="warn" icon="circle-alert" text={confirmation.message} />;
    case 'refused':
      return (
        <Message
          tone="warn"
          icon="circle-alert"
          text={t("{message} If you've confirmed your address before, you're all set.", {
            message: confirmation.message,
          })}
        />
      );
    case 'unreachable':
      return (
        <Message
          tone="warn"
          icon="cloud-off"
          text={t("We couldn't confirm your e-mail address: no connection.")}
        >
          <Button look="outline" onClick={retry}>
            {t('Try again')}
          </Button>
        </Message>
      );
    default:
      return null;
  }
}

function Message({
  tone,
  icon,
  text,
  children,
}: {
  tone: 'good' | 'warn' | 'plain';
  icon: ChromeIconName;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Box tone={tone}>
      <Icon name={icon} />
      <p>
        <EmailText text={text} />
      </p>
      {children}
    </Box>
  );
}
