// The admin command, `npm run admin -- <verb>`.
import { runAdmin } from './run.ts';

const { env, stdin, stdout, stderr } = process;

const code = await runAdmin(process.argv.slice(2), {
  env,
  // npm runs scripts in the project's folder; INIT_CWD is the caller's.
  folder: (env.npm_lifecycle_event === 'admin' && env.INIT_CWD) || process.cwd(),
  stdin,
  print: (line) => stdout.write(`${line}\n`),
  note: (text) => stderr.write(text),
  now: () => new Date(),
});
// Exit explicitly: an open connection to the mail server would keep the process alive.
process.exit(code);
