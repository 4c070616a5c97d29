// A line for those who run it, sent with the reply, or by itself where there is a place already.
import type { MyEvent } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** `isSent`: what was written last is with the server. */
export function ReplyNote({
  event: { can, registration },
  note,
  isSent,
  isSending,
  onChange,
  onSend,
}: {
  event: MyEvent;
  note: string;
  isSent: boolean;
  isSending: boolean;
  onChange: (note: string) => void;
  onSend: () => void;
}) {
  const hasPlace = can.cancelRegistration && registration?.state !== 'offered';
  if (!can.respond && !can.register && !hasPlace) return null;
  return (
    <details>
      <summary>Add a note for the coach</summary>
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
    </details>
  );
}
