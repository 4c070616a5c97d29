// My e-mail address and its confirmation, the export of my data, and deleting the account.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { Settings } from '../../../../contract/people/me.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Panel, PanelRow } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';

const LeaveSheet = lazy(async () => ({ default: (await import('./leave-sheet.tsx')).LeaveSheet }));

const Mark = chakra(Badge, { base: { verticalAlign: '0.08em' } });

export function AccountSettings({ settings }: { settings: Settings }) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Panel title={t('Account and data')}>
      <Address settings={settings} />
      <Export />
      <PanelRow
        icon="trash-2"
        note={t("For good. First we'll show you what goes and what stays.")}
        aside={
          <Button look="danger" onClick={() => setLeaving(true)}>
            {t('Delete…')}
          </Button>
        }
      >
        {t('Delete my account')}
      </PanelRow>
      <Suspense fallback={null}>
        {isLeaving ? <LeaveSheet onClose={() => setLeaving(false)} /> : null}
      </Suspense>
    </Panel>
  );
}

function Address({ settings: { email, emailVerifiedAt } }: { settings: Settings }) {
  const { busy, failure, run } = useAction();
  const [isSent, setSent] = useState(false);
  const isConfirmed = emailVerifiedAt !== null;
  return (
    <PanelRow
      icon="mail"
      label={t('E-mail')}
      note={
        isConfirmed
          ? undefined
          : t(
              'Confirm your address before you create groups, plan events or get listed. Open the link in the e-mail we sent you.',
            )
      }
      aside={
        isConfirmed || isSent ? null : (
          <Button
            look="outline"
            busy={busy}
            onClick={async () => setSent(await run(() => callApi('POST /api/auth/confirm-email/resend', {})))}
          >
            {t('Send again')}
          </Button>
        )
      }
    >
      <EmailText text={email} />{' '}
      <Mark tone={isConfirmed ? 'good' : 'warn'}>{isConfirmed ? t('Confirmed') : t('Not confirmed')}</Mark>
      <div role="status">{isSent ? t('The e-mail is on its way. Earlier links no longer work.') : null}</div>
      <FormError message={failure} />
    </PanelRow>
  );
}

function Export() {
  const { busy, failure, run } = useAction();
  const [isDone, setDone] = useState(false);
  return (
    <PanelRow
      icon="download"
      note={t('Everything we store about you, as a JSON file.')}
      aside={
        <Button look="outline" busy={busy} onClick={async () => setDone(await run(saveExport))}>
          <Icon name="download" size={18} />
          {busy ? t('Getting it…') : t('Download')}
        </Button>
      }
    >
      {t('My data')}
      <div role="status">{isDone ? t("It's in your downloads.") : null}</div>
      <FormError message={failure} />
    </PanelRow>
  );
}

async function saveExport(): Promise<void> {
  const data = await callApi('GET /api/users/me/export', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'sideline-my-data.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
