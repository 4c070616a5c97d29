// The command `npm run admin -- <verb>`: the operator's tools.
import { runAdmin } from './run.ts';

const { env, stdin, stdout, stderr } = process;

const code = await runAdmin(process.argv.slice(2), {
  env,
  // npm runs scripts in the project's folder and says here where it was called.
  folder: (env.npm_lifecycle_event === 'admin' && env.INIT_CWD) || process.cwd(),
  stdin,
  print: (line) => stdout.write(`${line}\n`),
  note: (text) => stderr.write(text),
  now: () => new Date(),
});
// A mail server's connection that is kept open must not hold the command up.
process.exit(code);
