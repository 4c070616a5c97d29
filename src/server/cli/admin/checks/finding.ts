// The result of one check of the doctor.

export type Finding = {
  check: string;
  /** `warning`: fine for a trial. Only `wrong` makes the command fail. */
  level: 'ok' | 'warning' | 'wrong';
  message: string;
  /** The remedy; null where none is needed. */
  fix: string | null;
};

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message, fix: null });
export const wrong = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'wrong',
  message,
  fix,
});
export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'warning',
  message,
  fix,
});
