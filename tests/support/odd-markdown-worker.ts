// Stands in for the thread that parses Markdown: hangs on `hang`, dies on `die`, and answers anything else as one paragraph.
import { parentPort } from 'node:worker_threads';
import type { Parsed } from '../../src/server/text/markdown-worker.ts';

const post = (blocks: Parsed['blocks']) => {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ blocks, cpuMs: (user + system) / 1000 } satisfies Parsed);
};

parentPort?.on('message', (markdown: string) => {
  if (markdown === 'die') process.exit(1);
  while (markdown === 'hang');
  post([{ type: 'paragraph', children: [{ text: markdown }] }]);
});
post(null);
