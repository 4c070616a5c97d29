// What was typed into forms and not sent yet: kept for this tab, so that a reload loses nothing. Never a password.
import { sessionNow } from '../session/session.ts';

/** Forms that hold something typed since the page was opened. */
const typedInto = new Set<HTMLFormElement>();

const prefixOf = () => `draft ${sessionNow().user?.id ?? 'visitor'} `;

/** A form is known by who fills it in, the page that it is on when it is first shown, and its fields. */
const keys = new WeakMap<HTMLFormElement, string>();
function keyOf(form: HTMLFormElement): string {
  const known = keys.get(form);
  if (known) return known;
  const key = `${prefixOf()}${location.pathname} ${fieldsOf(form).map(({ name }) => name)}`;
  keys.set(form, key);
  return key;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const secret = /password|one-time-code|^cc-/i;

/** Its fields that may be kept. A password whose text is shown is of type text, so its name and purpose count too. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      element.name !== '' &&
      !['password', 'hidden', 'file', 'submit'].includes(element.type) &&
      !secret.test(element.name) &&
      !secret.test(element.autocomplete),
  );
}

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** True while a reload would take from someone what they are typing. */
export const isTyping = () => [...typedInto].some((form) => form.isConnected);

/** Call at each input of a form that has its draft in draft.ts, so that a new version waits for it all the same. */
export function markTyping(form: HTMLFormElement): void {
  typedInto.add(form);
}

/** Call at each input. */
export function noteTyping(form: HTMLFormElement): void {
  markTyping(form);
  const values = fieldsOf(form).map((field) => (isTick(field) ? field.checked : field.value));
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(values));
  } catch {
    // Storage is blocked: a reload asks for it again.
  }
}

/** Fills in what was typed before the page was reloaded. */
export function restoreDraft(form: HTMLFormElement): void {
  let values: unknown;
  try {
    values = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null');
  } catch {
    return;
  }
  const fields = fieldsOf(form);
  if (!Array.isArray(values) || values.length !== fields.length) return;
  fields.forEach((field, index) => {
    const value: unknown = values[index];
    if (isTick(field)) {
      if (typeof value === 'boolean' && field.checked !== value) field.click();
    } else if (typeof value === 'string' && field.value !== value) fill(field, value);
  });
}

/** As a person would, so that fields which React holds take it too. */
function fill(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** It was sent. */
export function dropDraft(form: HTMLFormElement): void {
  forgetTyping(form);
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept.
  }
}

/** The form has left the page; its draft stays for those who come back. */
export function forgetTyping(form: HTMLFormElement): void {
  typedInto.delete(form);
}
