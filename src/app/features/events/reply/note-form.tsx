// The line that goes to those who run an event: with the reply, or by itself where there is a place already.
import { limits } from '../../../../contract/values/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';

export type Note = {
  note: string;
  /** What was written last is with the server. */
  isSent: boolean;
  isSending: boolean;
  onChange: (note: string) => void;
  onSend: () => void;
};

/** `hasPlace`: there is no reply to wait for. */
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
        label="Note for the coach"
        name="note"
        maxLength={limits.noteMax}
        autoComplete="off"
        value={note}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        hint={hasPlace ? undefined : 'It goes with your reply.'}
      />
      <p className="line" role="status">
        {isSent && note === '' ? 'Your coach has your note.' : null}
      </p>
      {hasPlace ? (
        <Button type="submit" look="outline" busy={isSending}>
          Send note
        </Button>
      ) : null}
    </form>
  );
}
