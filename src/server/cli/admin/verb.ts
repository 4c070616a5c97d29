// The types of a verb of the admin command, and its exit codes.
import type { Readable } from 'node:stream';

/** Exit codes, as the help text lists them. */
export const exitCodes = {
  done: 0,
  /** The verb failed, or the doctor found a fault. */
  failed: 1,
  /** Unknown verb or option, missing or wrong value, wrong setting. */
  usage: 2,
  /** Impossible or unsafe in the current state; nothing was changed. */
  refused: 3,
} as const;

/** The command was called with wrong arguments. */
export class UsageError extends Error {}

export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** The environment of a run of the command. */
export type Io = {
  env: Record<string, string | undefined>;
  /** Folder that relative file names are resolved from. */
  folder: string;
  stdin: Input;
  /** Standard output: results. */
  print(line: string): void;
  /** Standard error: progress, questions and warnings; a text without a line end stays on its line. */
  note(text: string): void;
  now(): Date;
};

type Option = {
  type: 'string' | 'boolean';
  /** The placeholder of the value in the help text. */
  value?: string;
  meaning: string;
};

export type Given = {
  argument: string | undefined;
  text(option: string): string | undefined;
  flag(option: string): boolean;
};

export type Result = {
  /** For people. */
  lines: string[];
  /** For programs, printed with `--json`. */
  data: Record<string, unknown>;
  /** The verb found a fault: the command fails. */
  isWrong?: boolean;
};

export type Verb = {
  name: string;
  summary: string;
  /** The argument, as the help text names it. */
  argument?: { name: string; isRequired: boolean };
  options: Record<string, Option>;
  /** Paragraphs after the summary. */
  details: string[];
  /** Whether it may run while a server does, and why. */
  beside: string;
  run(given: Given, io: Io): Promise<Result>;
};
