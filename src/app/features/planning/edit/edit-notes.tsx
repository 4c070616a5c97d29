// The notes above the form of an event: what became of the changes that were made earlier.
import { isPublishing } from '../../../data/outbox/planned.ts';
import { KeptDraft } from '../../../entities/kept-draft.tsx';
import { refusalText } from '../../../format/words/refusals.ts';
import { FormError } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../words/t.ts';
import type { useEventEdits } from './use-event-edits.ts';

/** `foundAt`: when the draft that the page was opened with was typed, in milliseconds. */
export function EditNotes({
  edits: { waiting, isChanged, conflicts },
  foundAt,
}: {
  edits: ReturnType<typeof useEventEdits>;
  foundAt: number | null;
}) {
  const refusal = waiting?.refusal;
  if (refusal && refusal.code !== 'stale_version')
    return <FormError message={t("We couldn't save this: {refusal}", { refusal: refusalText(refusal) })} />;
  if (waiting && !refusal)
    return (
      <Notice icon="clock">
        {isPublishing(waiting)
          ? t('This will be published as soon as possible. If you save again, you replace it.')
          : t('These changes will be sent as soon as possible. If you save again, you replace them.')}
      </Notice>
    );
  if (waiting && isChanged && conflicts.length === 0)
    return (
      <Notice icon="pencil">
        {t(
          'Someone changed this event before your changes arrived. Both are here now: take a look, then save again.',
        )}
      </Notice>
    );
  return foundAt !== null && isChanged ? <KeptDraft at={foundAt} /> : null;
}
