// The longest task of a page's main thread, from the browser's trace: `long-animation-frame` reports no frame that a scroll alone
// has caused.
import type { Browser } from 'playwright-core';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds; `tdur` is the time of the processor. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
};
/** `processorMs`: the most that one task has used of the processor. Its duration may be longer, where the machine was busy elsewhere. */
export type Tasks = { longestMs: number; processorMs: number; count: number };

/** Of the page that is busiest while `run` runs; `count` of the tasks of 50 ms or more. */
export async function tasksWhile(browser: Browser, run: () => Promise<void>): Promise<Tasks> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  await run();
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Map<string, { ms: number; processorMs: number }[]>();
  for (const event of events)
    if (event.name === 'thread_name' && event.args.name === 'CrRendererMain') pages.set(threadOf(event), []);
  for (const event of events)
    if (event.name === 'RunTask' && event.ph === 'X')
      pages
        .get(threadOf(event))
        ?.push({ ms: (event.dur ?? 0) / 1000, processorMs: (event.tdur ?? 0) / 1000 });
  const sumOf = (tasks: { ms: number }[]) => tasks.reduce((sum, { ms }) => sum + ms, 0);
  const [busiest = []] = [...pages.values()].toSorted((a, b) => sumOf(b) - sumOf(a));
  if (busiest.length === 0) throw new Error('The trace has no task of a page.');
  return {
    longestMs: Math.max(0, ...busiest.map(({ ms }) => ms)),
    processorMs: Math.max(0, ...busiest.map(({ processorMs }) => processorMs)),
    count: busiest.filter(({ ms }) => ms >= 50).length,
  };
}
