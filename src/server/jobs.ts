// Scheduled jobs, such as ending expired holds and sending mails. Every server process runs every job, so a job claims its
// work with a condition in the database and never assumes that it is alone.
import { answerForAway } from './absences/jobs.ts';
import { reportSignInAttempts } from './accounts/sign-in/sign-in-guard.ts';
import { isOutage } from './db/outages.ts';
import { forJob } from './db/postgres/request-kind.ts';
import type { Deps } from './deps.ts';
import { checkDueSources } from './fixtures/check-source.ts';
import { deliverNotifications } from './notifications/delivery.ts';
import { checkDuePayments, spreadChecks } from './payments/jobs.ts';
import { carryOutRefunds } from './payments/refunds/process-refunds.ts';
import { extendSeries } from './planning/series/series.ts';
import { mailFolder } from './ports/mailer.ts';
import { prune } from './pruning/prune.ts';
import { pruneMails } from './pruning/prune-mails.ts';
import { endDueHolds, remindOfPayments } from './registrations/jobs.ts';
import { remindOfReplies } from './reminders/remind.ts';

export type Job = {
  name: string;
  everyMs: number;
  /** Runs until it has succeeded once since the start. */
  isOnce?: true;
  /** Does the work that is due. An error is logged, and the job runs again after `everyMs`. */
  run(): Promise<void>;
};

/** Every job of the server. */
export function buildJobs(deps: Deps): Job[] {
  const { config, database, now, payments, shutdown } = deps;
  const { sandbox } = payments;
  return [
    { name: 'endDueHolds', everyMs: 5_000, run: () => endDueHolds(deps) },
    { name: 'remindOfPayments', everyMs: 30_000, run: () => remindOfPayments(deps) },
    { name: 'checkDuePayments', everyMs: 5_000, run: () => checkDuePayments(deps) },
    { name: 'spreadChecks', everyMs: 5_000, isOnce: true, run: () => spreadChecks(deps) },
    { name: 'carryOutRefunds', everyMs: 5_000, run: () => carryOutRefunds(deps) },
    ...(sandbox ? [{ name: 'sandbox', everyMs: 2_000, run: () => sandbox.work(shutdown) }] : []),
    { name: 'deliverNotifications', everyMs: 30_000, run: () => deliverNotifications(deps) },
    { name: 'remindOfReplies', everyMs: 60_000, run: () => remindOfReplies(deps) },
    { name: 'answerForAway', everyMs: 10 * 60_000, run: () => answerForAway(deps) },
    { name: 'checkFixtureSources', everyMs: 60_000, run: () => checkDueSources(deps) },
    { name: 'extendSeries', everyMs: 3_600_000, run: () => extendSeries(deps) },
    { name: 'reportSignInAttempts', everyMs: 60_000, run: () => reportSignInAttempts(deps) },
    {
      name: 'prune',
      everyMs: 3_600_000,
      run: async () => void (await prune(database, now(), { signal: shutdown })),
    },
    {
      name: 'pruneMails',
      everyMs: 3_600_000,
      run: async () => void (await pruneMails(mailFolder(config), now(), { signal: shutdown })),
    },
  ];
}

/** The first run of a job is at a random moment within its period, and within a minute. */
const spreadFirstMs = 60_000;

/**
 * Runs the jobs until stopped, each one never twice at once. A random first delay spreads processes that start together.
 * `stop` resolves when the running jobs have ended; abort `shutdown` to end them at their next step.
 */
export function startJobs(
  jobs: readonly Job[],
  { log, metrics, noteOutage }: Pick<Deps, 'log' | 'metrics' | 'noteOutage'>,
  random: () => number = Math.random,
): { stop(): Promise<void> } {
  let isStopped = false;
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  /** False where the job failed; the error is logged. */
  const runOnce = async ({ name, run }: Job): Promise<boolean> => {
    const startedAt = performance.now();
    const succeeded = await forJob(run).then(
      () => true,
      (error: unknown) => {
        if (isOutage(error)) noteOutage(error, { job: name });
        else log.error({ err: error, job: name }, 'A job failed');
        return false;
      },
    );
    metrics?.observeJob({ name, seconds: (performance.now() - startedAt) / 1000, hasFailed: !succeeded });
    return succeeded;
  };
  const runAfter = (job: Job, waitMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runOnce(job).then((succeeded) => {
        running.delete(run);
        if (!isStopped && !(job.isOnce && succeeded)) runAfter(job, job.everyMs);
      });
      running.add(run);
    }, waitMs);
    timer.unref();
    timers.add(timer);
  };
  for (const job of jobs) runAfter(job, random() * Math.min(job.everyMs, spreadFirstMs));
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
