// Runs a verb: parses its arguments, prints its result, and returns the exit code.
import { parseArgs } from 'node:util';
import { hideCredentials } from '../../credentials.ts';
import { Refusal } from '../../db/transfer/store.ts';
import { commandHelp, verbHelp } from './help.ts';
import { exitCodes, type Given, type Io, UsageError, type Verb } from './verb.ts';
import { verbs } from './verbs.ts';

/** Runs the command with these arguments; the exit code. */
export async function runAdmin(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    io.note(`${commandHelp(verbs)}\n`);
    return exitCodes.usage;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    const verb = verbs.find((one) => one.name === rest[0]);
    io.print(verb ? verbHelp(verb) : commandHelp(verbs));
    return exitCodes.done;
  }
  const isJson = beforeDashes(rest).includes('--json');
  try {
    const verb = verbs.find((one) => one.name === name);
    if (!verb) throw new UsageError(`There is no verb "${name}". \`npm run admin -- --help\` lists them.`);
    const parsed = read(verb, rest);
    if (parsed === 'help') {
      io.print(verbHelp(verb));
      return exitCodes.done;
    }
    const { lines, data, isWrong = false } = await verb.run(parsed, io);
    if (isJson) io.print(JSON.stringify({ ok: !isWrong, ...data }, null, 2));
    else for (const line of lines) io.print(line);
    return isWrong ? exitCodes.failed : exitCodes.done;
  } catch (error) {
    const code = codeOf(error);
    const message = hideCredentials(error instanceof Error ? error.message : String(error));
    if (isJson) io.print(JSON.stringify({ ok: false, exitCode: code, error: message }, null, 2));
    else io.note(`${message}\n`);
    return code;
  }
}

/** The arguments before `--`; those after it are never options. */
const beforeDashes = (args: readonly string[]) =>
  args.includes('--') ? args.slice(0, args.indexOf('--')) : args;

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  return error instanceof Refusal ? exitCodes.refused : exitCodes.failed;
}

function read(verb: Verb, args: readonly string[]): Given | 'help' {
  const { values, positionals } = parse(verb, args);
  if (values.help) return 'help';
  const { argument } = verb;
  if (positionals.length > (argument ? 1 : 0))
    throw new UsageError(`"${positionals.at(-1)}" is one argument too many. ${more(verb)}`);
  if (argument?.isRequired && !positionals[0])
    throw new UsageError(`The ${argument.name} is missing. ${more(verb)}`);
  return {
    argument: positionals[0],
    text: (option) => {
      const value = values[option];
      return typeof value === 'string' ? value : undefined;
    },
    flag: (option) => values[option] === true,
  };
}

function parse(
  verb: Verb,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(verb.options).map(([name, { type }]) => [name, { type }] as const),
  );
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}. ${more(verb)}`);
  }
}

const more = ({ name }: Verb) => `\`npm run admin -- ${name} --help\` says how to call it.`;
