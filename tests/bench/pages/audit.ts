// One page in Lighthouse with its slow phone. On a busy machine, the time that the page waited for the CPU
// can be removed: trace tasks then last as long as their CPU time instead of their wall time.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';

export type Audit = {
  fcpMs: number;
  lcpMs: number;
  /** Layout shift, without unit. */
  cls: number;
  blockingMs: number;
  /** 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Ids of audits that cost points outside performance. */
  failed: string[];
};

export type AuditOptions = {
  /** Lighthouse's own port of the browser. */
  port: number;
  isCpuTime: boolean;
  /** Without the other categories it takes half the time. */
  onlyPerformance?: boolean;
  headers?: Record<string, string>;
};

const attempts = 3;

/**
 * Opens the page in a fresh profile and audits it. Throws if Lighthouse fails to record a trace three times.
 */
export async function auditPage(url: string, options: AuditOptions): Promise<Audit> {
  for (let attempt = 1; ; attempt++)
    try {
      return await auditOnce(url, options);
    } catch (error) {
      // On a busy machine a trace is sometimes cut off.
      if (attempt === attempts) throw error;
    }
}

async function auditOnce(url: string, options: AuditOptions): Promise<Audit> {
  const categories = options.onlyPerformance ? ['performance'] : Object.keys(categoryNames);
  const flags: Flags = {
    port: options.port,
    logLevel: 'error',
    onlyCategories: categories,
    ...(options.headers && { extraHeaders: options.headers }),
  };
  if (!options.isCpuTime) return figuresOf(await lighthouse(url, flags));
  const folder = mkdtempSync(join(tmpdir(), 'sideline-audit-'));
  try {
    await lighthouse(url, { ...flags, gatherMode: folder });
    const file = join(folder, 'trace.json');
    const trace: { traceEvents: TraceEvent[] } = JSON.parse(readFileSync(file, 'utf8'));
    withoutWaiting(trace.traceEvents);
    writeFileSync(file, JSON.stringify(trace));
    return figuresOf(await lighthouse(url, { ...flags, auditMode: folder }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const categoryNames = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'bestPractices',
  seo: 'seo',
} as const;

type Result = Awaited<ReturnType<typeof lighthouse>>;

function figuresOf(result: Result): Audit {
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse did not open the page: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { audits, categories } = result.lhr;
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const failed = Object.entries(categories)
    .filter(([id]) => id !== 'performance')
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    fcpMs: figure('first-contentful-paint'),
    lcpMs: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    blockingMs: figure('total-blocking-time'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    failed,
  };
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ph: string;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** The part of `dur` in which the thread was running. */
  tdur?: number;
};

/** Shrinks every outermost task, with all events inside it, to its CPU time. Changes the events. */
export function withoutWaiting(events: TraceEvent[]): void {
  for (const thread of Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`).values()) {
    const tasks = thread
      .filter(
        ({ ph, name, dur, tdur }) => ph === 'X' && name.endsWith('RunTask') && dur && tdur !== undefined,
      )
      .map(({ ts, dur = 0, tdur = 0 }) => ({ ts, end: ts + dur, share: Math.min(1, tdur / dur) }))
      .sort((a, b) => a.ts - b.ts);
    let at = 0;
    for (const event of thread.toSorted((a, b) => a.ts - b.ts)) {
      while (at < tasks.length - 1 && (tasks[at + 1]?.ts ?? 0) <= event.ts) at++;
      const task = tasks[at];
      if (!task || event.ts < task.ts || event.ts > task.end) continue;
      event.ts = task.ts + (event.ts - task.ts) * task.share;
      if (event.dur !== undefined) event.dur *= task.share;
    }
  }
}
