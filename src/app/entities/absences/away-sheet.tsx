// The form of an absence: from, until, a note, and a preview of its effect. Its content is a draft on the
// device until it is saved.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Absence, AbsenceAnswer, AbsenceEffect } from '../../../contract/events/absences.ts';
import { limits } from '../../../contract/values/limits.ts';
import { focusInvalid } from '../../data/forms/focus-invalid.ts';
import { readDraft, saveDraft } from '../../data/forms/local-drafts.ts';
import { useReadOnly } from '../../data/forms/use-read-only.ts';
import { callApi } from '../../data/http/call.ts';
import { newId } from '../../data/http/new-id.ts';
import { formErrors } from '../../data/http/write-problems.ts';
import { absenceSubject, addAbsence, changeAbsence } from '../../data/outbox/absences.ts';
import { cancel, write } from '../../data/outbox/outbox.ts';
import { useQueued } from '../../data/outbox/use-outbox.ts';
import { useSession } from '../../data/session/session.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { daysText } from '../../format/words/absence.ts';
import { effectLines, savedText } from '../../format/words/absence-effect.ts';
import { Button } from '../../ui/button.tsx';
import { Effect, Effects } from '../../ui/dialogs/effects.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { useFootInView } from '../../ui/dialogs/use-foot-in-view.ts';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { OfflineNotice } from '../../ui/forms/offline-notice.tsx';
import { t } from '../../words/t.ts';

const Form = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    '& .days': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))', gap: '3' },
    '& .seen': { fontSize: 'sm', color: 'fg.muted' },
  },
});

/** `id`: the id of a new absence, so that sending the form again adds it once. */
type Typed = { id: string; from: string; to: string; note: string };
type Errors = ReturnType<typeof formErrors>;
/** A write that is not sent yet, and what its answer will say. */
export type Late = {
  subject: string;
  said: (answer: AbsenceAnswer) => { text: string; ended?: Absence };
};
const noErrors: Errors = { form: null, fields: {} };

const isTyped = (value: unknown): value is Typed => {
  const { id, from, to, note } = (value ?? {}) as Record<string, unknown>;
  return [id, from, to, note].every((text) => typeof text === 'string');
};

/** Errors that the device can find before it sends anything. */
function validationErrors({ from, to }: Typed): Errors['fields'] {
  if (from === '') return { from: t('Choose the first day.') };
  if (to === '') return { to: t('Choose the last day.') };
  return to < from ? { to: t('This is before the first day.') } : {};
}

const isWhole = (typed: Typed) => Object.keys(validationErrors(typed)).length === 0;

/** A date typed key by key changes several times: debounce the preview. */
const restMs = 250;

/** A preview of saving; null while it loads, `unknown` where the server can't be asked. */
function useEffectOf({ from, to }: Typed, id: string | undefined): AbsenceEffect | 'unknown' | null {
  const key = `${from} ${to}`;
  const [found, setFound] = useState<{ key: string; effect: AbsenceEffect | 'unknown' } | null>(null);
  useEffect(() => {
    if (!isWhole({ id: '', from, to, note: '' })) return;
    const ending = new AbortController();
    const ask = async () => {
      const body = { from, to, ...(id !== undefined && { id }) };
      const asked = callApi('POST /api/users/me/absences/preview', { body, signal: ending.signal });
      // Days that the server refuses become errors of their fields when the form is saved.
      const effect = await asked.catch(() => 'unknown' as const);
      if (!ending.signal.aborted) setFound({ key: `${from} ${to}`, effect });
    };
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [from, to, id]);
  return found?.key === key ? found.effect : null;
}

export function AwaySheet({
  absence,
  today,
  onDone,
  onClose,
}: {
  /** The absence to change; null for a new one. */
  absence: Absence | null;
  today: string;
  /** Gets the result of saving in words. */
  onDone: (said: { text: string; late?: Late }) => void;
  onClose: () => void;
}) {
  const userId = useSession().user?.id ?? '';
  const { locale } = useViewer();
  const draft = `absence ${absence?.id ?? 'new'}`;
  const [typed, setTyped] = useState<Typed>(
    () =>
      readDraft(userId, draft, isTyped) ?? {
        id: absence?.id ?? newId(),
        from: absence?.from ?? today,
        to: absence?.to ?? '',
        note: absence?.note ?? '',
      },
  );
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useReadOnly(form, busy);
  useFootInView(form, errors.form && errors);
  const effect = useEffectOf(typed, absence?.id);
  const waiting = useQueued(absence ? absenceSubject.change(absence.id) : '');

  /** Shows the errors and focuses the first one. */
  const refuse = (wrong: Errors) => {
    setErrors(wrong);
    focusInvalid(form.current);
  };

  const change = (fields: Partial<Typed>) => {
    // The sheet closes once it is saved, so what is typed until then would be lost.
    if (busy) return;
    const next = { ...typed, ...fields };
    setTyped(next);
    saveDraft(userId, draft, next);
    const left = Object.entries(errors.fields).filter(([name]) => !(name in fields));
    if (left.length < Object.keys(errors.fields).length)
      setErrors({ form: null, fields: Object.fromEntries(left) });
  };
  const save = async (close: () => void) => {
    const fields = validationErrors(typed);
    if (Object.keys(fields).length > 0) return refuse({ form: null, fields });
    if (busy) return;
    setBusy(true);
    setErrors(noErrors);
    try {
      const days = { from: typed.from, to: typed.to, note: typed.note.trim() || null };
      const title = t('Away {days}', { days: daysText(days, locale) });
      // This write contains the queued one, so it replaces it.
      if (waiting) await cancel(waiting.id);
      const sent = absence
        ? await write(changeAbsence(absence, days, title))
        : await write(addAbsence(days, title, typed.id));
      if (sent.kind === 'refused') {
        const refused = Object.fromEntries((sent.fields ?? []).map(({ path, message }) => [path, message]));
        refuse({ form: sent.fields ? null : sent.message, fields: refused });
        return;
      }
      saveDraft(userId, draft, null);
      close();
      const said = (answer: AbsenceEffect) => ({ text: savedText(answer, absence !== null, locale) });
      const subject = absence ? absenceSubject.change(absence.id) : absenceSubject.add(typed.id);
      onDone(
        sent.kind === 'done' ? said(sent.answer) : { text: t('Not sent yet.'), late: { subject, said } },
      );
    } catch (error) {
      refuse(formErrors(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet title={absence ? t('Change your absence') : t("I'm away")} onClose={onClose}>
      {(close) => (
        <Form
          ref={form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void save(close);
          }}
        >
          <div className="days">
            <TextField
              label={t('First day')}
              type="date"
              name="from"
              required
              min={absence && absence.from < today ? absence.from : today}
              value={typed.from}
              error={errors.fields.from}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextField
              label={t('Last day')}
              type="date"
              name="to"
              required
              min={typed.from > today ? typed.from : today}
              value={typed.to}
              error={errors.fields.to}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </div>
          <TextField
            label={t('Note for your coaches')}
            name="note"
            maxLength={limits.absenceNoteMax}
            autoComplete="off"
            value={typed.note}
            error={errors.fields.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
          <div role="status">
            {isWhole(typed) ? (
              <Consequences effect={effect} isChange={absence !== null} locale={locale} />
            ) : null}
          </div>
          <p className="seen">
            {t('Your coaches see these days. Only the people who run the events see the note.')}
          </p>
          <OfflineNotice>{t("We'll reply to your events once this is sent.")}</OfflineNotice>
          <FormError message={errors.form} />
          <div className="foot">
            <Button type="submit" busy={busy}>
              {busy ? t('Saving…') : t('Save')}
            </Button>
            <Button look="outline" onClick={close}>
              {t('Back')}
            </Button>
          </div>
        </Form>
      )}
    </Sheet>
  );
}

function Consequences({
  effect,
  isChange,
  locale,
}: {
  effect: AbsenceEffect | 'unknown' | null;
  isChange: boolean;
  locale: string;
}) {
  if (effect === 'unknown') return null;
  if (effect === null) return <chakra.p color="fg.muted">{t('Checking your events…')}</chakra.p>;
  return (
    <Effects>
      {effectLines(effect, isChange, locale).map(({ icon, text, isWarning = false }) => (
        <Effect key={icon} icon={icon} isWarning={isWarning}>
          {text}
        </Effect>
      ))}
    </Effects>
  );
}
