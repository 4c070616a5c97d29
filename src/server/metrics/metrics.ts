// Metrics in Prometheus' text format. prom-client is imported only where METRICS is on.
import type { Database } from '../db/open.ts';

export type Metrics = {
  contentType: string;
  text(): Promise<string>;
  /** `route` is a route pattern, never a URL: every label value stays in memory until the process ends. */
  observeRequest(given: { method: string; route: string; status: number; seconds: number }): void;
  observeJob(given: { name: string; seconds: number; hasFailed: boolean }): void;
  /** Sets the function that each scrape calls for the length of the render queue. */
  watchRenderQueue(countWaiting: () => number): void;
  /** Sets the function that each scrape calls for the number of open live streams. */
  watchLiveStreams(countOpen: () => number): void;
};

/** Values that each scrape reads. */
export type MetricsSources = {
  database: Database;
  countWaitingMails(): Promise<number>;
  /** The number of waiting password hashes, and of those refused since the start. */
  passwordQueue(): { waiting: number; refused: number };
  version: string;
  buildId: string;
};

/** Other methods are counted as one, as a client can send any name. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

export async function createMetrics(sources: MetricsSources): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: 'sideline_build_info',
    help: 'Always 1; the labels say which program this is.',
    labelNames: ['version', 'build'],
    registers,
  }).set({ version: sources.version, build: sources.buildId }, 1);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const jobs = new Histogram({
    name: 'sideline_job_duration_seconds',
    help: 'Time of one run of a job.',
    labelNames: ['name'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  const jobFailures = new Counter({
    name: 'sideline_job_failures_total',
    help: 'Runs of a job that failed, also because the database was away.',
    labelNames: ['name'],
    registers,
  });
  let countWaitingPages = () => 0;
  new Gauge({
    name: 'sideline_render_queue_waiting',
    help: 'Pages that wait to be rendered.',
    registers,
    collect() {
      this.set(countWaitingPages());
    },
  });
  let countOpenStreams = () => 0;
  new Gauge({
    name: 'sideline_live_streams',
    help: 'Open streams of live updates, one per device.',
    registers,
    collect() {
      this.set(countOpenStreams());
    },
  });
  new Gauge({
    name: 'sideline_password_queue_waiting',
    help: 'Password hashes (argon2) that wait for their turn.',
    registers,
    collect() {
      this.set(sources.passwordQueue().waiting);
    },
  });
  new Counter({
    name: 'sideline_password_queue_refused_total',
    help: 'Password hashes that were refused because too many waited.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.passwordQueue().refused);
    },
  });
  new Gauge({
    name: 'sideline_mails_waiting',
    help: 'Notifications that are due to be mailed; NaN while the database is away.',
    registers,
    async collect() {
      this.set(await sources.countWaitingMails().catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'sideline_database_connections',
    help: 'Connections to PostgreSQL that are open, by pool and whether they are in use.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name, total, idle } of sources.database.pools()) {
        this.set({ pool: name, state: 'idle' }, idle);
        this.set({ pool: name, state: 'busy' }, total - idle);
      }
    },
  });
  new Gauge({
    name: 'sideline_database_connections_waiting',
    help: 'Requests and jobs that wait for a connection to PostgreSQL, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { name, waiting } of sources.database.pools()) this.set({ pool: name }, waiting);
    },
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest({ method, route, status, seconds }) {
      const known = knownMethods.has(method) ? method : 'other';
      requests.observe({ method: known, route, status: String(status) }, seconds);
    },
    observeJob({ name, seconds, hasFailed }) {
      jobs.observe({ name }, seconds);
      if (hasFailed) jobFailures.inc({ name });
    },
    watchRenderQueue(countWaiting) {
      countWaitingPages = countWaiting;
    },
    watchLiveStreams(countOpen) {
      countOpenStreams = countOpen;
    },
  };
}
