// Asks before an event is postponed: who is notified, and what stays as it is.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Preview } from '../../data/planned.ts';
import { notifiedText } from '../../format/planning-words.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const Text = chakra('div', { base: { display: 'grid', gap: '2', color: 'fg.muted' } });

export function PostponeSheet({
  preview,
  busy,
  onPostpone,
  onClose,
}: {
  preview: Preview;
  busy: boolean;
  onPostpone: () => void;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  return (
    <Sheet title="Postpone without a date?" onClose={onClose}>
      {(close) => (
        <>
          <Text>
            <p>
              {preview === 'unknown'
                ? "You're offline. It will be postponed, and people notified, when you're online."
                : notifiedText(preview, locale)}
            </p>
            <p>
              Everyone keeps their place. No one can reply or pay until you set a new date, and others can ask
              to be notified of it.
            </p>
          </Text>
          <div className="foot">
            <Button busy={busy} onClick={onPostpone}>
              {busy ? 'Postponing…' : 'Postpone'}
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
