// Asks before an event is published: what it is, who will see it, who is notified, and what is unusual about it.
import { chakra } from '@chakra-ui/react/styled-system';
import { useConnectivity } from '../data/http/connectivity.ts';
import { absenceTexts } from '../format/planning-words.ts';
import { useViewer } from '../format/use-viewer.ts';
import { countOf } from '../format/words.ts';
import { type Asking, AskSheet } from '../ui/dialogs/ask-sheet.tsx';
import { Effect, Effects } from '../ui/dialogs/effects.tsx';

const What = chakra('div', {
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
  told,
  warnings,
  onPublish,
  ...asking
}: Asking & {
  name: string;
  /** How many dates of a series are published; null for one event. */
  count?: number | null;
  /** When and where. */
  lines: readonly string[];
  seen: string;
  told: string;
  warnings: readonly string[];
  onPublish: () => void;
}) {
  const { locale } = useViewer();
  const absence = absenceTexts[useConnectivity()];
  return (
    <AskSheet
      title={count === null ? 'Publish this event?' : 'Publish this series?'}
      action={count === null ? 'Publish' : `Publish ${countOf(count, 'date', 'dates', locale)}`}
      busyText="Publishing…"
      onAct={onPublish}
      {...asking}
    >
      <What>
        <strong>{name}</strong>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </What>
      <Effects>
        <Effect icon="eye">{seen}</Effect>
        <Effect icon="bell">{told}</Effect>
        {warnings.map((warning) => (
          <Effect key={warning} icon="circle-alert" isWarning>
            {warning}
          </Effect>
        ))}
        {absence ? (
          <Effect icon="cloud-off">{`${absence} It will be published when you're online.`}</Effect>
        ) : null}
      </Effects>
    </AskSheet>
  );
}
