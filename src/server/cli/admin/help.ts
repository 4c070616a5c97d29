// The help texts of the admin command.
import type { Verb } from './verb.ts';

const command = 'npm run admin --';

/** `<user>`, `[user]` or nothing. */
const argumentOf = ({ argument }: Verb) =>
  argument ? (argument.isRequired ? ` <${argument.name}>` : ` [${argument.name}]`) : '';

const exits = `Exit codes: 0 done; 1 failed, or doctor found something wrong; 2 called wrongly, or a wrong setting;
3 refused, because it is not possible or not safe as things are, and nothing was changed.`;

export function commandHelp(verbs: readonly Verb[]): string {
  const names = verbs.map((verb) => `${verb.name}${argumentOf(verb)}`);
  const width = Math.max(...names.map((name) => name.length));
  return `Usage: ${command} <verb> [options]

The operator's tools. They read the same settings from the environment as the server.

${verbs.map((verb, at) => `  ${names[at]?.padEnd(width)}  ${verb.summary}`).join('\n')}

  --help  Help for the command or for a verb
  --json  Print the result as one JSON object. \`npm run -s admin\` keeps npm's own lines out of it.

${exits}`;
}

export function verbHelp(verb: Verb): string {
  const options = [
    ...Object.entries(verb.options).map(([name, { value, meaning }]) => ({
      text: `--${name}${value === undefined ? '' : ` <${value}>`}`,
      meaning,
    })),
    { text: '--json', meaning: 'Print the result as one JSON object.' },
  ];
  const width = Math.max(...options.map(({ text }) => text.length));
  return [
    `Usage: ${command} ${verb.name}${argumentOf(verb)} [options]`,
    `${verb.summary}.`,
    ...verb.details,
    options.map(({ text, meaning }) => `  ${text.padEnd(width)}  ${meaning}`).join('\n'),
    `While a server runs: ${verb.beside}`,
    exits,
  ].join('\n\n');
}
