// Loaded into a measured server before its program (`--import`): its parent can remove the reply counts from
// lists, so that the same list is measured with and without them. Changes nothing else.
import { registerHooks } from 'node:module';
import type { Question } from './probe.ts';

const counting = 'export async function replyCountsOf(';
const switched = `export const replyCountsOf = (...given: Parameters<typeof countedReplies>) =>
  process.env.BENCH_REPLY_COUNTS === 'off' ? Promise.resolve(new Map()) : countedReplies(...given);
async function countedReplies(`;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/server/reminders/queries.ts')) return loaded;
    const source = String(loaded.source);
    if (!source.includes(counting)) throw new Error('The bench does not find what counts the replies.');
    return { ...loaded, source: source.replace(counting, switched) };
  },
});

process.on('message', (question: Question) => {
  if (question.kind === 'replyCounts') process.env.BENCH_REPLY_COUNTS = question.isOn ? 'on' : 'off';
});
