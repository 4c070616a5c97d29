// Opens the sheet with which other calendars follow this one; its code comes with the first tap.
import { type ComponentType, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type Sheet = ComponentType<{ onClose: () => void }>;

export function SubscribeButton() {
  const [sheet, setSheet] = useState<{ Sheet: Sheet } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const open = async () => {
    try {
      const { SubscribeSheet } = await import('./subscribe-sheet.tsx');
      setFailed(false);
      setSheet({ Sheet: SubscribeSheet });
    } catch (error) {
      console.warn('The sheet could not be loaded.', error);
      setFailed(true);
    }
  };
  return (
    <>
      <Button look="outline" px="4" aria-haspopup="dialog" onClick={() => void open()}>
        <Icon name="calendar-plus" size={18} />
        {isFailed ? 'Try again' : 'Subscribe'}
      </Button>
      {sheet ? <sheet.Sheet onClose={() => setSheet(null)} /> : null}
    </>
  );
}
