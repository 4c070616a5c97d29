// The sessions of my account, and signing them out.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../../data/http/call.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { clockTime, longDay } from '../../../format/when.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel, PanelLink, PanelRow } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';
import type { PartProps } from './settings-screen.tsx';

const ConfirmSheet = lazy(async () => ({
  default: (await import('../../../ui/dialogs/confirm-sheet.tsx')).ConfirmSheet,
}));

const isPhone = (device: string) => /phone|android|ios|ipad|mobile/i.test(device);
// Beside the text while there is room, else below it.
const Mark = chakra(Badge, { base: { verticalAlign: '0.08em' } });

type Ending = { id: string; device: string } | 'others';

export function Devices({ settings: { sessions, timeZone }, reload }: PartProps) {
  const viewer = useViewer();
  const [ending, setEnding] = useState<Ending | null>(null);
  const zone = viewer.timeZone ?? timeZone;
  const when = (at: string) =>
    `${longDay(at, zone, viewer.locale, viewer.now)}, ${clockTime(at, zone, viewer.locale)}`;
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const end = async (which: Ending) => {
    if (which === 'others') await callApi('DELETE /api/users/me/sessions', {});
    else await callApi('DELETE /api/users/me/sessions/{id}', { params: { id: which.id } });
    await reload();
  };
  return (
    <Panel
      title={t('Devices')}
      about={t("Where you're signed in. Sign out any device you don't know or use.")}
    >
      {sessions.map(({ id, device, isCurrent, signedInAt, lastSeenAt }) => (
        <PanelRow
          key={id}
          icon={isPhone(device) ? 'smartphone' : 'monitor'}
          note={[
            t('Signed in {when}', { when: when(signedInAt) }),
            ...(isCurrent ? [] : [t('last used {when}', { when: when(lastSeenAt) })]),
          ].join(' · ')}
          aside={
            isCurrent ? null : (
              <Button
                look="outline"
                aria-label={t('Sign out {device}', { device })}
                onClick={() => setEnding({ id, device })}
              >
                {t('Sign out')}
              </Button>
            )
          }
        >
          {device} {isCurrent ? <Mark tone="good">{t('This device')}</Mark> : null}
        </PanelRow>
      ))}
      {others.length > 1 ? (
        <PanelRow>
          <Button look="danger" shape="wide" onClick={() => setEnding('others')}>
            {t('Sign out everywhere else')}
          </Button>
        </PanelRow>
      ) : null}
      <PanelLink icon="shield" to="/forgetPassword">
        {t('Change password')}
      </PanelLink>
      <Suspense fallback={null}>
        {ending ? (
          <ConfirmSheet
            title={
              ending === 'others'
                ? t('Sign out everywhere else?')
                : t('Sign out {device}?', { device: ending.device })
            }
            action={t('Sign out')}
            busyText={t('Signing out…')}
            said={
              ending === 'others'
                ? t('Signed out everywhere else.')
                : t('{device} is signed out.', { device: ending.device })
            }
            act={() => end(ending)}
            onClose={() => setEnding(null)}
          >
            <p>
              {ending === 'others'
                ? t('Anyone using them has to sign in again. You stay signed in here.')
                : t('Anyone using it has to sign in again. You stay signed in here.')}
            </p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Panel>
  );
}
