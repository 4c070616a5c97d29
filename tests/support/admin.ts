// Runs the operator's command in process, with a given environment and standard input.
import { PassThrough } from 'node:stream';
import { runAdmin } from '../../src/server/cli/admin/run.ts';
import type { Input } from '../../src/server/cli/admin/verb.ts';

type Run = {
  env: Record<string, string>;
  /** Piped standard input. */
  input?: string;
  /** Typed in a terminal instead of piped. */
  typed?: string;
  folder?: string;
};

export type AdminRun = { code: number; out: string; notes: string };

export async function admin(
  args: string[],
  { env, input = '', typed, folder = '/' }: Run,
): Promise<AdminRun> {
  const out: string[] = [];
  const notes: string[] = [];
  const stdin: Input = new PassThrough();
  if (typed !== undefined) Object.assign(stdin, { isTTY: true, setRawMode: () => {} });
  (stdin as PassThrough).end(typed ?? input);
  const code = await runAdmin(args, {
    env,
    folder,
    stdin,
    print: (line) => out.push(line),
    note: (text) => notes.push(text),
    now: () => new Date(),
  });
  return { code, out: out.join('\n'), notes: notes.join('') };
}

/** The same with `--json`; returns the parsed output. */
export async function adminJson(args: string[], run: Run): Promise<Record<string, unknown>> {
  return JSON.parse((await admin([...args, '--json'], run)).out) as Record<string, unknown>;
}
