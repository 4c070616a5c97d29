// What the page can tell about a form before it is sent. The server checks the same and more (docs/product.md, "Accounts").
import { limits } from '../../../contract/values/limits.ts';
import type { FormValues } from '../../data/forms/use-form.ts';
import { t } from '../../words/t.ts';

export type FieldErrors = Record<string, string>;

/** docs/product.md, "Accounts", as a person reads it. */
export const passwordRule = () =>
  t('At least {min} characters, any you like. No common passwords, and not your username or e-mail.', {
    min: limits.passwordMin,
  });
export const usernameRule = () =>
  t('{min} to {max} letters, digits, dots, dashes or underscores. Starts with a letter.', {
    min: limits.usernameMin,
    max: limits.usernameMax,
  });

/** docs/product.md, "Accounts": the address is trimmed and lowercased before sending. */
export const tidyEmail = (email: string | undefined) => (email ?? '').trim().toLowerCase();

/** One message for each empty field of `needed`. */
export function checkFilled(values: FormValues, needed: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(needed).filter(([name]) => !values[name]?.trim()));
}

export function checkEmail(email: string | undefined): FieldErrors {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(tidyEmail(email))
    ? {}
    : { email: t('Enter an e-mail address, such as ada@example.org') };
}

export function checkPassword(password: string | undefined): FieldErrors {
  const { length } = password ?? '';
  if (length < limits.passwordMin)
    return { password: t('Use at least {min} characters', { min: limits.passwordMin }) };
  return length > limits.passwordMax
    ? { password: t('Use at most {max} characters', { max: limits.passwordMax }) }
    : {};
}

export function checkUsername(username: string | undefined): FieldErrors {
  const name = (username ?? '').trim().toLowerCase();
  const isRight =
    /^[a-z][a-z0-9._-]*$/.test(name) &&
    name.length >= limits.usernameMin &&
    name.length <= limits.usernameMax;
  if (isRight) return {};
  return { username: name === '' ? t('Choose a username') : t("This doesn't work as a username") };
}
