// Reads passwords from a terminal or standard input: `ps` would show an argument to every account of the machine.
import { once } from 'node:events';
import { type Input, type Io, UsageError } from './verb.ts';

/** Longer than any valid password. */
const maxCharacters = 4096;

/** The new password: typed twice without being shown, or the first line of standard input. */
export async function readPassword(io: Io): Promise<string> {
  if (!io.stdin.isTTY) {
    const line = await firstLine(io.stdin);
    if (line === '')
      throw new UsageError('There is no password on standard input: pipe it in, or run this in a terminal.');
    return line;
  }
  const password = await ask(io, 'New password: ', { isShown: false });
  if ((await ask(io, 'The same again: ', { isShown: false })) !== password)
    throw new UsageError('These were two different passwords. Nothing was changed.');
  return password;
}

async function firstLine(stdin: Input): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) {
    text += part;
    if (/[\r\n]/.test(text) || text.length > maxCharacters) break;
  }
  return text.split(/\r?\n|\r/)[0] ?? '';
}

/** Asks in a terminal, in raw mode, so that the answer is not echoed. */
export async function ask(io: Io, question: string, { isShown }: { isShown: boolean }): Promise<string> {
  const { stdin } = io;
  io.note(question);
  stdin.setRawMode?.(true);
  stdin.setEncoding('utf8');
  const typed: string[] = [];
  /** Handles a character; true at the end of the line. */
  const take = (character: string): boolean => {
    if (character === '\r' || character === '\n' || character === '\u0004') return true;
    if (character === '\u0003') throw new UsageError('Cancelled. Nothing was changed.');
    if (character === '\u007f' || character === '\b') {
      if (typed.pop() !== undefined && isShown) io.note('\b \b');
    } else if (character >= ' ' && typed.length < maxCharacters) {
      typed.push(character);
      if (isShown) io.note(character);
    }
    return false;
  };
  try {
    for (;;) {
      const characters = [...(await nextPart(stdin))];
      const end = characters.findIndex(take);
      if (end < 0) continue;
      // Text pasted after the line end answers the next question.
      const rest = characters.slice(end + 1).join('');
      if (rest) stdin.unshift(rest);
      return typed.join('');
    }
  } finally {
    stdin.setRawMode?.(false);
    io.note('\n');
  }
}

/** The next chunk of input; a line end at the end of input. */
async function nextPart(stdin: Input): Promise<string> {
  for (;;) {
    const part: unknown = stdin.read();
    if (typeof part === 'string') return part;
    if (stdin.readableEnded) return '\n';
    await Promise.race([once(stdin, 'readable'), once(stdin, 'end')]);
  }
}
