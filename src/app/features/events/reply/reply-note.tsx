// Opens the field for a note to those who run an event; its code is loaded when it is opened.
import { lazy, Suspense, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { t } from '../../../words/t.ts';
import type { Note } from './note-form.tsx';

const NoteForm = lazy(async () => ({ default: (await import('./note-form.tsx')).NoteForm }));

export function ReplyNote({ event: { can, registration }, ...note }: Note & { event: MyEvent }) {
  const [wasOpened, setOpened] = useState(false);
  const hasPlace = can.cancelRegistration && registration?.state !== 'offered';
  if (!can.respond && !can.register && !hasPlace) return null;
  return (
    <details onToggle={() => setOpened(true)}>
      <summary>{t('Add a note for the coach')}</summary>
      {wasOpened ? (
        <Suspense fallback={null}>
          <NoteForm {...note} hasPlace={hasPlace} />
        </Suspense>
      ) : null}
    </details>
  );
}
