// Parses Markdown in a worker thread.
import type { Block } from '../../contract/text.ts';
import { createParseThread, type ParseThread } from './parse-thread.ts';

export type MarkdownThread = ParseThread<string, Block[]>;

const program = new URL('./markdown-worker.ts', import.meta.url);

export const createMarkdownThread = ({
  limitMs = 250,
  maxWaiting = 50,
  worker = program,
} = {}): MarkdownThread => createParseThread({ worker, limitMs, maxWaiting });
