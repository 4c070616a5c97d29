// Asks before an edit of a published event is saved: changes, who is notified, and warnings.
import type { Preview } from '../../../data/outbox/planned.ts';
import { type Asking, AskSheet } from '../../../ui/dialogs/ask-sheet.tsx';
import { t } from '../../../words/t.ts';
import { ChangeEffects, type Move, Moves } from './change-effects.tsx';

export function ChangeSheet({
  preview,
  moves,
  locale,
  onSave,
  ...asking
}: Asking & {
  preview: Preview;
  moves: readonly Move[];
  locale: string;
  onSave: () => void;
}) {
  return (
    <AskSheet
      title={t('Save these changes?')}
      action={t('Save changes')}
      busyText={t('Saving…')}
      onAct={onSave}
      {...asking}
    >
      <Moves moves={moves} />
      <ChangeEffects preview={preview} />
    </AskSheet>
  );
}
