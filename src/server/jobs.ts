// Work that hangs on the clock and not on a request: holds that run out, mails that wait. Every server process runs
// every job, so a job takes its work with a condition in the database and never trusts that it is alone.
import { answerForAway } from './absences/jobs.ts';
import { reportSignInAttempts } from './accounts/sign-in-guard.ts';
import { isOutage } from './db/dialect.ts';
import { forJob } from './db/postgres.ts';
import type { Deps } from './deps.ts';
import { checkDueSources } from './fixtures/check-source.ts';
import { deliverNotifications } from './notifications/delivery.ts';
import { carryOutRefunds } from './payments/carry-out.ts';
import { checkDuePayments } from './payments/jobs.ts';
import { extendSeries } from './planning/series.ts';
import { prune } from './pruning/prune.ts';
import { endDueHolds, remindOfPayments } from './registrations/jobs.ts';
import { remindOfReplies } from './reminders/remind.ts';

export type Job = {
  name: string;
  everyMs: number;
  /** Does what is due now. May throw: that is logged, and the job runs again at its next turn. */
  run(): Promise<void>;
};

/** Every job of the server. */
export function buildJobs(deps: Deps): Job[] {
  const { database, now, payments } = deps;
  const { sandbox } = payments;
  return [
    { name: 'endDueHolds', everyMs: 5_000, run: () => endDueHolds(deps) },
    { name: 'remindOfPayments', everyMs: 30_000, run: () => remindOfPayments(deps) },
    { name: 'checkDuePayments', everyMs: 5_000, run: () => checkDuePayments(deps) },
    { name: 'carryOutRefunds', everyMs: 5_000, run: () => carryOutRefunds(deps) },
    ...(sandbox ? [{ name: 'sandbox', everyMs: 2_000, run: () => sandbox.work() }] : []),
    { name: 'deliverNotifications', everyMs: 30_000, run: () => deliverNotifications(deps) },
    { name: 'remindOfReplies', everyMs: 60_000, run: () => remindOfReplies(deps) },
    { name: 'answerForAway', everyMs: 10 * 60_000, run: () => answerForAway(deps) },
    { name: 'checkFixtureSources', everyMs: 60_000, run: () => checkDueSources(deps) },
    { name: 'extendSeries', everyMs: 3_600_000, run: () => extendSeries(deps) },
    { name: 'reportSignInAttempts', everyMs: 60_000, run: () => reportSignInAttempts(deps) },
    { name: 'prune', everyMs: 3_600_000, run: async () => void (await prune(database, now())) },
  ];
}

/** Runs the jobs, each one never twice at once, until stopped. The promise of `stop` waits for those that run. */
export function startJobs(jobs: readonly Job[], { log }: Pick<Deps, 'log'>): { stop(): Promise<void> } {
  let isStopped = false;
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const runAfter = (job: Job, waitMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = forJob(job.run)
        .catch((error: unknown) =>
          isOutage(error)
            ? log.warn({ err: error, job: job.name }, 'The database is away: a job waits for its next turn')
            : log.error({ err: error, job: job.name }, 'A job failed'),
        )
        .finally(() => {
          running.delete(run);
          if (!isStopped) runAfter(job, job.everyMs);
        });
      running.add(run);
    }, waitMs);
    timer.unref();
    timers.add(timer);
  };
  for (const job of jobs) runAfter(job, Math.min(job.everyMs, 1000));
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
