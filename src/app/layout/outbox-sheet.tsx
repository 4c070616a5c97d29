// The list of queued writes in a sheet, opened from the edge of any page.
import { OutboxList } from '../entities/outbox-list.tsx';
import { Sheet } from '../ui/dialogs/sheet.tsx';
import { EmptyState } from '../ui/page/state.tsx';

export function OutboxSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Waiting changes" onClose={onClose}>
      <OutboxList
        empty={
          <EmptyState icon="circle-check" title="Everything is sent">
            What you do without a connection waits here.
          </EmptyState>
        }
      />
    </Sheet>
  );
}
