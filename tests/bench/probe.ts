// Loaded into a measured process before its program (`--import`): reports its resource usage to the parent.
// Changes nothing else.
import { readdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { type LoopDelay, loopDelay, watchLoop } from './server/loop-watch.ts';

export type Usage = {
  cpuMs: number;
  residentMb: number;
  heapMb: number;
  /** Open files, sockets and pipes. */
  descriptors: number;
  /** Since the last `watchLoop`; null before the first. */
  loop: LoopDelay | null;
};
export type Question =
  | { kind: 'usage' }
  /** Replies like `usage`, and measures the event loop from then on. */
  | { kind: 'watchLoop' }
  | { kind: 'profile' }
  | { kind: 'saveProfile'; file: string }
  /** For a server with switch-counts.ts in it. */
  | { kind: 'replyCounts'; isOn: boolean };

const session = new Session();

process.on('message', async (question: Question) => {
  if (question.kind === 'profile') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  } else if (question.kind === 'saveProfile') {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(question.file, JSON.stringify(profile));
  }
  process.send?.(usage());
  if (question.kind === 'watchLoop') watchLoop();
});
// An aborted bench leaves no process running.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    cpuMs: (user + system) / 1000,
    residentMb: rss / 1_000_000,
    heapMb: heapUsed / 1_000_000,
    descriptors: readdirSync('/dev/fd').length,
    loop: loopDelay(),
  };
}
