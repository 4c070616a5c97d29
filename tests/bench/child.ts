// Starts a program that prints "is ready at <address>" as a child with the probe in it, sends it requests,
// and ends it.
import { type ChildProcess, fork } from 'node:child_process';
import type { Question, Usage } from './probe.ts';

export type Child = {
  /** `http://127.0.0.1:<port>`. */
  origin: string;
  /** From the start of the process to its "ready" line. */
  readyMs: number;
  ask(question: Question): Promise<Usage>;
  stop(): Promise<void>;
};

const startLimitMs = 60_000;

/** `preload`: a file of this folder that is loaded before the program. */
type Started = { isProbed?: boolean; preload?: string };

/** Starts a TypeScript program of this project. Throws with its output if it exits before it is ready. */
export async function startChild(
  program: string,
  { env = {}, isProbed = true, preload }: Started & { env?: Record<string, string> } = {},
): Promise<Child> {
  const startedAt = performance.now();
  const child = fork(program, {
    execArgv: [...(isProbed ? ['probe.ts'] : []), ...(preload ? [preload] : [])].flatMap((file) => [
      '--import',
      new URL(file, import.meta.url).href,
    ]),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  try {
    const origin = await readyOrigin(child);
    return {
      origin,
      readyMs: performance.now() - startedAt,
      ask: (question) => answer(child, question),
      stop: () => stop(child),
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** The whole product on this data, as `npm start` runs it, without rate limits and logs. */
export function startProduct(dataDir: string, started: Started = {}): Promise<Child> {
  return startChild('src/server/start.js', {
    ...started,
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
    },
  });
}

function readyOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`Not ready after ${startLimitMs / 1000} s: ${said}`)),
      startLimitMs,
    );
    const listen = (data: Buffer) => {
      said = (said + data.toString()).slice(-4000);
      const port = /is ready at http:\/\/\S+:(\d+)/.exec(said)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`Ended at start with code ${code}: ${said}`)));
  });
}

/** One request at a time; the bench never sends two at once. */
function answer(child: ChildProcess, question: Question): Promise<Usage> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The measured server ended.'));
    child.once('exit', ended);
    child.once('message', (usage: Usage) => {
      child.off('exit', ended);
      resolve(usage);
    });
    child.send(question);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
