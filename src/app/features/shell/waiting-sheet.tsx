// The list of what waits to be sent, as it opens from the edge of any page.
import { WaitingChanges } from '../../cards/waiting-changes.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState } from '../../ui/state.tsx';

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
