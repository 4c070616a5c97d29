// Asks before an event is published: its details, who will see it, who is notified, and warnings.
import { chakra } from '@chakra-ui/react/styled-system';
import { useConnectivity } from '../../data/http/connectivity.ts';
import { connectionText } from '../../format/words/connection.ts';
import { type Asking, AskSheet } from '../../ui/dialogs/ask-sheet.tsx';
import { Effect, Effects } from '../../ui/dialogs/effects.tsx';
import { t } from '../../words/t.ts';

const Summary = chakra('div', {
  base: {
    '& strong': { display: 'block', fontSize: 'lg', fontWeight: '700', lineHeight: '1.3' },
    '& p': { color: 'fg.muted' },
  },
});

export function PublishSheet({
  name,
  count = null,
  lines,
  seen,
  notified,
  warnings,
  onPublish,
  ...asking
}: Asking & {
  name: string;
  /** How many dates of a series are published; null for one event. */
  count?: number | null;
  /** When and where it takes place. */
  lines: readonly string[];
  seen: string;
  notified: string;
  warnings: readonly string[];
  onPublish: () => void;
}) {
  const reason = connectionText(useConnectivity());
  return (
    <AskSheet
      title={count === null ? t('Publish this event?') : t('Publish this series?')}
      action={
        count === null ? t('Publish') : t('Publish {count, plural, one {# date} other {# dates}}', { count })
      }
      busyText={t('Publishing…')}
      onAct={onPublish}
      {...asking}
    >
      <Summary>
        <strong>{name}</strong>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Summary>
      <Effects>
        <Effect icon="eye">{seen}</Effect>
        <Effect icon="bell">{notified}</Effect>
        {warnings.map((warning) => (
          <Effect key={warning} icon="circle-alert" isWarning>
            {warning}
          </Effect>
        ))}
        {reason ? (
          <Effect icon="cloud-off">{t("{reason} We'll publish it as soon as possible.", { reason })}</Effect>
        ) : null}
      </Effects>
    </AskSheet>
  );
}
