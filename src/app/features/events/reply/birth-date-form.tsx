// Asks for one's birth date, where an event with an age limit needs it before it gives a place.
import { useRef, useState } from 'react';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { ApiError } from '../../../data/http/problem.ts';
import { notifyWriteAcknowledged } from '../../../data/resources/notify-acknowledged.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';

const call = 'PATCH /api/users/me/profile';

export function BirthDateForm() {
  const { busy, failure, run } = useAction();
  const [birthDate, setBirthDate] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const refuse = (message: string) => {
    setError(message);
    focusInvalid(form.current);
  };
  const save = async () => {
    const { version } = await callApi('GET /api/users/me/profile', {});
    try {
      await callApi(call, { body: { version, birthDate } });
    } catch (problem) {
      const own = problem instanceof ApiError && problem.fields.find(({ path }) => path === 'birthDate');
      if (!own) throw problem;
      refuse(own.message);
      return;
    }
    notifyWriteAcknowledged(call);
  };
  return (
    <form
      ref={form}
      className="note"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (birthDate === '') refuse(t('Enter your birth date'));
        else void run(save);
      }}
    >
      <TextField
        label={t('Your birth date')}
        name="birthDate"
        type="date"
        autoComplete="bday"
        required
        value={birthDate}
        error={error}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
          setError(undefined);
          setBirthDate(event.target.value);
        }}
        hint={t('Only you see it. It stays in your profile.')}
      />
      <FormError message={failure} />
      <Button type="submit" busy={busy}>
        {t('Save')}
      </Button>
    </form>
  );
}
