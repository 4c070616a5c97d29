// The list of what waits to be sent, as it opens from the edge of any page.
import { WaitingChanges } from '../entities/waiting-changes.tsx';
import { Sheet } from '../ui/dialogs/sheet.tsx';
import { EmptyState } from '../ui/page/state.tsx';

export function WaitingSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Waiting changes" onClose={onClose}>
      <WaitingChanges
        empty={
          <EmptyState icon="circle-check" title="Everything is sent">
            What you do without a connection waits here.
          </EmptyState>
        }
      />
    </Sheet>
  );
}
