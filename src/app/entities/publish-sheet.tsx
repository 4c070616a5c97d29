// Asks before an event is published: its details, who will see it, who is notified, and warnings.
import { chakra } from '@chakra-ui/react/styled-system';
import { useConnectivity } from '../data/http/connectivity.ts';
import { connectionTexts } from '../format/planning-words.ts';
import { useViewer } from '../format/use-viewer.ts';
import { countOf } from '../format/words.ts';
import { type Asking, AskSheet } from '../ui/dialogs/ask-sheet.tsx';
import { Effect, Effects } from '../ui/dialogs/effects.tsx';

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
  const { locale } = useViewer();
  const connectionText = connectionTexts[useConnectivity()];
  return (
    <AskSheet
      title={count === null ? 'Publish this event?' : 'Publish this series?'}
      action={count === null ? 'Publish' : `Publish ${countOf(count, 'date', 'dates', locale)}`}
      busyText="Publishing…"
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
        {connectionText ? (
          <Effect icon="cloud-off">{`${connectionText} It will be published when you're online.`}</Effect>
        ) : null}
      </Effects>
    </AskSheet>
  );
}
