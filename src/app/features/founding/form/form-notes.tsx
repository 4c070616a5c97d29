// Notes above the form of a group: a restored draft, and being offline.
import { useState } from 'react';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { savedTime } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../words/t.ts';

export function FormNotes({
  typedAt,
  isChanged,
  onDrop,
}: {
  /** When the unsaved changes were typed, in milliseconds. */
  typedAt: number | null;
  isChanged: boolean;
  onDrop: () => void;
}) {
  const { locale, timeZone } = useViewer();
  // Read once: the draft that existed when the page was opened.
  const [found, setFound] = useState(isChanged ? typedAt : null);
  return (
    <>
      <OfflineNotice>{t('We keep what you type here until you can save it.')}</OfflineNotice>
      {found !== null && isChanged ? (
        <div>
          <Notice icon="pencil">
            {t('Your changes from {time} are still here, but not saved yet.', {
              time: savedTime(found, timeZone ?? deviceZone(), locale, Date.now()),
            })}
          </Notice>
          <Button
            look="quiet"
            onClick={() => {
              onDrop();
              setFound(null);
            }}
          >
            {t('Start over')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
