// Notes above the form of a group: a restored draft, and being offline.
import { useState } from 'react';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { savedTime } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';

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
      <OfflineNotice>You're offline. What you type stays here, to save when you're online.</OfflineNotice>
      {found !== null && isChanged ? (
        <div>
          <Notice icon="pencil">
            {`What you wrote ${savedTime(found, timeZone ?? deviceZone(), locale, Date.now())} is still here, and not saved yet.`}
          </Notice>
          <Button
            look="quiet"
            onClick={() => {
              onDrop();
              setFound(null);
            }}
          >
            Start again
          </Button>
        </div>
      ) : null}
    </>
  );
}
