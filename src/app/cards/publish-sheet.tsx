// Asks before an event is published: what it is, who will see it, who is notified, and what is unusual about it.
import { chakra } from '@chakra-ui/react/styled-system';
import { type Asking, AskSheet } from '../ui/ask-sheet.tsx';
import { Effect, Effects } from '../ui/effects.tsx';

const What = chakra('div', {
  base: {
    '& strong': { display: 'block', fontSize: 'lg', fontWeight: '700', lineHeight: '1.3' },
    '& p': { color: 'fg.muted' },
  },
});

export function PublishSheet({
  name,
  lines,
  seen,
  told,
  warnings,
  isOnline,
  onPublish,
  ...asking
}: Asking & {
  name: string;
  /** When and where. */
  lines: readonly string[];
  seen: string;
  told: string;
  warnings: readonly string[];
  isOnline: boolean;
  onPublish: () => void;
}) {
  return (
    <AskSheet
      title="Publish this event?"
      action="Publish"
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
        {isOnline ? null : (
          <Effect icon="cloud-off">You're offline. It will be published when you're online.</Effect>
        )}
      </Effects>
    </AskSheet>
  );
}
