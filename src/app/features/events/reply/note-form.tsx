// A note to those who run an event: sent with the reply, or by itself where there is a place already.
import { limits } from '../../../../contract/values/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';

export type Note = {
  note: string;
  /** The server has the last note. */
  isSent: boolean;
  isSending: boolean;
  onChange: (note: string) => void;
  onSend: () => void;
};

/** `hasPlace`: the note is sent by itself, because there is no reply to send it with. */
export function NoteForm({
  note,
  isSent,
  isSending,
  onChange,
  onSend,
  hasPlace,
}: Note & { hasPlace: boolean }) {
  return (
    <form
      className="note"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasPlace && note.trim()) onSend();
      }}
    >
      <TextField
        label={t('Note for the coach')}
        name="note"
        maxLength={limits.noteMax}
        autoComplete="off"
        value={note}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        hint={hasPlace ? undefined : t('It goes with your reply.')}
      />
      <p className="line" role="status">
        {isSent && note === '' ? t('Your coach has your note.') : null}
      </p>
      {hasPlace ? (
        <Button type="submit" look="outline" busy={isSending}>
          {t('Send note')}
        </Button>
      ) : null}
    </form>
  );
}
