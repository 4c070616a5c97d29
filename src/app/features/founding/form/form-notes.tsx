// Notes above the form of a group: a restored draft, and being offline.
import { useState } from 'react';
import { KeptDraft } from '../../../entities/kept-draft.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
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
  // Read once: the draft that existed when the page was opened.
  const [found, setFound] = useState(isChanged ? typedAt : null);
  return (
    <>
      <OfflineNotice>{t('We keep what you type here until you can save it.')}</OfflineNotice>
      {found !== null && isChanged ? (
        <KeptDraft
          at={found}
          onStartOver={() => {
            onDrop();
            setFound(null);
          }}
        />
      ) : null}
    </>
  );
}
