// The thread that parses Markdown: one text in, its blocks out. Says how much processor time it has used so far.
import { parentPort } from 'node:worker_threads';
import type { Block } from '../../contract/text.ts';
import { parseMarkdown } from './markdown.ts';

/** `blocks` is null in the first one, which says that the thread is ready. */
export type Parsed = { blocks: Block[] | null; cpuMs: number };

const post = (blocks: Block[] | null) => {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ blocks, cpuMs: (user + system) / 1000 } satisfies Parsed);
};

parentPort?.on('message', (markdown: string) => post(parseMarkdown(markdown)));
post(null);
