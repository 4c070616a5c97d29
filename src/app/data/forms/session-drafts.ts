// Drafts of short forms, saved in sessionStorage, so that a reload of the tab loses nothing. Never passwords.
import { sessionNow } from '../session/session.ts';
import { sessionItems } from '../storage.ts';

/** Forms with unsent input since the page was opened. */
const typedInto = new Set<HTMLFormElement>();

const prefixOf = () => `draft ${sessionNow().user?.id ?? 'visitor'} `;

/** The storage key of a form: the user, the path of the page where it first mounted, its subject, and its field names. */
const keys = new WeakMap<HTMLFormElement, string>();
function keyOf(form: HTMLFormElement): string {
  const known = keys.get(form);
  if (known) return known;
  const names = fieldsOf(form).map(({ name }) => name);
  const key = prefixOf() + [location.pathname, form.dataset.draft, names].filter(Boolean).join(' ');
  keys.set(form, key);
  return key;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const secret = /password|one-time-code|^cc-/i;

/**
 * The fields that may be saved, without those that are marked with `data-undrafted`. A revealed password has type text, so its name
 * and autocomplete are checked, too.
 */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      element.name !== '' &&
      !('undrafted' in element.dataset) &&
      !['password', 'hidden', 'file', 'submit'].includes(element.type) &&
      !secret.test(element.name) &&
      !secret.test(element.autocomplete),
  );
}

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Whether a form on the page has unsent input. */
export const isTyping = () => [...typedInto].some((form) => form.isConnected);

/** Call at each input of a form whose draft is in local-drafts.ts, so that an update does not reload the page meanwhile. */
export function markTyping(form: HTMLFormElement): void {
  typedInto.add(form);
}

/** Call at each input. */
export function noteTyping(form: HTMLFormElement): void {
  markTyping(form);
  const values = fieldsOf(form).map((field) => (isTick(field) ? field.checked : field.value));
  sessionItems.setJson(keyOf(form), values);
}

/** Restores the input from before a reload. */
export function restoreDraft(form: HTMLFormElement): void {
  const values = sessionItems.getJson(keyOf(form), (value): value is unknown[] => Array.isArray(value));
  const fields = fieldsOf(form);
  if (values?.length !== fields.length) return;
  fields.forEach((field, index) => {
    const value = values[index];
    if (isTick(field)) {
      if (typeof value === 'boolean' && field.checked !== value) field.click();
    } else if (typeof value === 'string' && field.value !== value) fill(field, value);
  });
}

/** Sets the value like user input, so that React's controlled fields notice it. */
function fill(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Deletes the draft of a form that was sent. */
export function dropDraft(form: HTMLFormElement): void {
  forgetTyping(form);
  sessionItems.set(keyOf(form), null);
}

/** Call when the form unmounts; its draft stays. */
export function forgetTyping(form: HTMLFormElement): void {
  typedInto.delete(form);
}
