// What the doctor says about one thing.

export type Finding = {
  check: string;
  /** `warning`: fine for trying things out. Only `wrong` makes the command fail. */
  level: 'ok' | 'warning' | 'wrong';
  message: string;
  /** What to do; null where nothing is to be done. */
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
