// Asks before an event is published: what it is, who will see it, who is notified, and what is unusual about it.
import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';

const What = chakra('div', {
  base: {
    '& strong': { display: 'block', fontSize: 'lg', fontWeight: '700', lineHeight: '1.3' },
    '& p': { color: 'fg.muted' },
  },
});
const Facts = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2.5',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'md',
    '& li': { display: 'flex', gap: '3' },
    '& .icon': { flexShrink: '0', mt: '0.5', color: 'fg.muted' },
    '& .warn, & .warn .icon': { color: 'warn' },
  },
});

export function PublishSheet({
  name,
  lines,
  seen,
  told,
  warnings,
  isOnline,
  busy,
  failure,
  onPublish,
  onClose,
}: {
  name: string;
  /** When and where. */
  lines: readonly string[];
  seen: string;
  told: string;
  warnings: readonly string[];
  isOnline: boolean;
  busy: boolean;
  failure: string | null;
  onPublish: () => void;
  onClose: () => void;
}) {
  return (
    <Sheet title="Publish this event?" onClose={onClose}>
      {(close) => (
        <>
          <What>
            <strong>{name}</strong>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </What>
          <Facts>
            <li>
              <Icon name="eye" />
              <span>{seen}</span>
            </li>
            <li>
              <Icon name="bell" />
              <span>{told}</span>
            </li>
            {warnings.map((warning) => (
              <li key={warning} className="warn">
                <Icon name="circle-alert" />
                <span>{warning}</span>
              </li>
            ))}
            {isOnline ? null : (
              <li>
                <Icon name="cloud-off" />
                <span>You're offline. It will be published when you're online.</span>
              </li>
            )}
          </Facts>
          <FormError message={failure} />
          <div className="foot">
            <Button busy={busy} onClick={onPublish}>
              {busy ? 'Publishing…' : 'Publish'}
            </Button>
            <Button look="outline" onClick={close}>
              Back
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}
