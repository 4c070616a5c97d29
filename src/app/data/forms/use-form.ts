// Submits a form, one request at a time. Input survives errors and reloads, and the first invalid field gets the focus.
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formErrors } from '../http/write-problems.ts';
import { focusInvalid } from './focus-invalid.ts';
import { dropDraft, forgetTyping, noteTyping, restoreDraft } from './session-drafts.ts';

export type FormValues = Record<string, string>;
type Errors = { form: string | null; fields: Record<string, string> };

const noErrors: Errors = { form: null, fields: {} };

/**
 * `check` returns validation errors by field before the form is sent; `send` rejects with the server's refusal. A form with
 * errors is only sent if `needsServer` says that the server may have more, so that all are shown at once. After a success the
 * form stays busy, because the next page replaces it. `subject`: what the form is about, where a page has the same form for
 * several things; each has its own draft.
 */
export function useForm({
  subject,
  check,
  needsServer,
  send,
}: {
  subject?: string;
  check?: (values: FormValues) => Record<string, string>;
  needsServer?: (values: FormValues, wrong: Record<string, string>) => boolean;
  send: (values: FormValues) => Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(noErrors);

  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    restoreDraft(element);
    return () => forgetTyping(element);
  }, []);

  useEffect(() => {
    if (errors !== noErrors) focusInvalid(form.current);
  }, [errors]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    const { currentTarget } = event;
    const { elements } = currentTarget;
    const values: FormValues = {};
    for (const [name, value] of new FormData(currentTarget))
      if (typeof value === 'string') values[name] = value;
    const refuse = ({ form, fields }: Errors) => {
      // Errors of fields that this form does not show become part of the form's error.
      const stray = Object.entries(fields).filter(([name]) => !elements.namedItem(name));
      setErrors({ fields, form: form ?? (stray.map(([, message]) => message).join(' ') || null) });
    };
    const wrong = check?.(values) ?? {};
    const isWrong = Object.keys(wrong).length > 0;
    if (isWrong && !needsServer?.(values, wrong)) return refuse({ form: null, fields: wrong });
    isSending.current = true;
    setBusy(true);
    setErrors(noErrors);
    try {
      await send(values);
      dropDraft(currentTarget);
    } catch (error) {
      isSending.current = false;
      setBusy(false);
      const { form, fields } = formErrors(error);
      refuse(isWrong ? { form: null, fields: { ...fields, ...wrong } } : { form, fields });
    }
  };

  return {
    busy,
    formError: errors.form,
    errors: errors.fields,
    props: {
      ref: form,
      onSubmit: submit,
      onInput: (event: FormEvent<HTMLFormElement>) => noteTyping(event.currentTarget),
      noValidate: true,
      'data-draft': subject,
    },
  };
}
