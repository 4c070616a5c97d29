// Says that what was typed earlier is still in the form.
import { deviceZone, useViewer } from '../format/use-viewer.ts';
import { savedTime } from '../format/when.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from '../words/t.ts';

/** `at`: when it was typed, in milliseconds. `isNew`: nothing of it was ever saved. */
export function KeptDraft({
  at,
  isNew = false,
  onStartOver,
}: {
  at: number;
  isNew?: boolean;
  onStartOver?: () => void;
}) {
  const { locale, timeZone } = useViewer();
  const time = savedTime(at, timeZone ?? deviceZone(), locale, Date.now());
  const notice = (
    <Notice icon="pencil">
      {isNew
        ? t('Your draft from {time} is still here.', { time })
        : t('Your changes from {time} are still here, but not saved yet.', { time })}
    </Notice>
  );
  if (!onStartOver) return notice;
  return (
    <div>
      {notice}
      <Button look="quiet" onClick={onStartOver}>
        {t('Start over')}
      </Button>
    </div>
  );
}
