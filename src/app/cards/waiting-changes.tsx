// What waits on this device to be sent, each with the way to take it back.
import { cancel, useOutbox } from '../data/outbox.ts';
import { Button } from '../ui/button.tsx';
import { PanelRow } from '../ui/panel.tsx';

export function WaitingChanges() {
  const rows = useOutbox();
  if (rows.length === 0) return <PanelRow icon="circle-check">Nothing waits. Everything is sent.</PanelRow>;
  return rows.map(({ id, title, refusal }) => (
    <PanelRow
      key={id}
      icon={refusal ? 'circle-alert' : 'clock'}
      note={refusal ? refusal.message : 'Saved on this device, will be sent'}
      aside={
        <Button look="outline" onClick={() => void cancel(id)} aria-label={`Take back: ${title}`}>
          Take back
        </Button>
      }
    >
      {title}
    </PanelRow>
  ));
}
