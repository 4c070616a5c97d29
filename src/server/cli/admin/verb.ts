// What a verb of the operator's command is, and how it ends.
import type { Readable } from 'node:stream';

/** Exit codes, as the help text lists them. */
export const exitCodes = {
  done: 0,
  /** It failed, or the doctor found something wrong. */
  failed: 1,
  /** Unknown verb or option, missing or wrong value, wrong setting. */
  usage: 2,
  /** Not possible or not safe as things are; nothing was changed. */
  refused: 3,
} as const;

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** What surrounds a run of the command. */
export type Io = {
  env: Record<string, string | undefined>;
  /** Folder that relative file names start from. */
  folder: string;
  stdin: Input;
  /** Where results go. */
  print(line: string): void;
  /** Where progress, questions and warnings go; text that has no line end stays on its line. */
  note(text: string): void;
  now(): Date;
};

type Option = {
  type: 'string' | 'boolean';
  /** What stands for the value in the help text. */
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
  /** Something was found that is wrong: the command fails. */
  isWrong?: boolean;
};

export type Verb = {
  name: string;
  summary: string;
  /** The one argument, as the help text names it; its name alone where it may be left out. */
  argument?: { name: string; isRequired: boolean };
  options: Record<string, Option>;
  /** More than the summary, one paragraph each. */
  details: string[];
  /** Whether it may run while a server does, and why. */
  beside: string;
  run(given: Given, io: Io): Promise<Result>;
};
