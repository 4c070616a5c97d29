// Offers to install the app. Renders nothing if it is installed or cannot be.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useInstance } from '../data/session/instance.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { rich } from '../words/rich.ts';
import { t } from '../words/t.ts';
import { dismissInstall, install, useInstall } from './install.ts';

const Card = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    p: '4',
    '& .head': { display: 'flex', alignItems: 'flex-start', gap: '3' },
    '& .head > svg': { flexShrink: '0' },
    '& h2': { fontWeight: '700', lineHeight: '1.3' },
    '& p, & li': { fontSize: 'sm', color: 'fg.muted' },
    '& ol': { ps: '5', mt: '3', listStyle: 'decimal' },
    '& strong': { color: 'fg' },
    '& .actions': { display: 'flex', gap: '2', mt: '3' },
  },
});

const strong = (text: ReactNode) => <strong>{text}</strong>;

/** `isAsked`: the user has opened the settings for it, so it is shown even if dismissed before, without "Not now". */
export function InstallCard({ isAsked = false }: { isAsked?: boolean }) {
  const { name } = useInstance();
  const { way, isDismissed } = useInstall();
  if (way === 'none' || (isDismissed && !isAsked)) return null;
  return (
    <Card aria-labelledby="install">
      <div className="head">
        <Logo />
        <div>
          <h2 id="install">{t('Keep {name} on this device', { name })}</h2>
          <p>
            {t(
              "Your events and calendar open right away, even without a signal. Your replies go out when you're back online.",
            )}
          </p>
        </div>
      </div>
      {way === 'ios' ? (
        <ol>
          <li>{rich("Tap <strong>Share</strong> in the browser's bar.", { strong })}</li>
          <li>{rich('Choose <strong>Add to Home Screen</strong>.', { strong })}</li>
        </ol>
      ) : null}
      <div className="actions">
        {way === 'prompt' ? <Button onClick={() => void install()}>{t('Install')}</Button> : null}
        {isAsked ? null : (
          <Button look="quiet" onClick={dismissInstall}>
            {t('Not now')}
          </Button>
        )}
      </div>
    </Card>
  );
}
