// The list of queued writes in a sheet, opened from the edge of any page.
import { OutboxList } from '../entities/outbox/outbox-list.tsx';
import { Sheet } from '../ui/dialogs/sheet.tsx';
import { EmptyState } from '../ui/page/state.tsx';
import { t } from '../words/t.ts';

export function OutboxSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t('Waiting changes')} onClose={onClose}>
      <OutboxList
        empty={
          <EmptyState icon="circle-check" title={t('Everything has been sent')}>
            {t('What you do without a connection waits here.')}
          </EmptyState>
        }
      />
    </Sheet>
  );
}
