// Builds the page into dist/. Several processes may start in one folder after an update: one of them builds.
import { rmSync, writeFileSync } from 'node:fs';
import { fontsFolder, writeFonts } from '../render/preview-images/fonts.ts';
import { buildPage } from './build-page.ts';
import { lockBuilds } from './earlier-builds.ts';
import { fingerprint, fingerprintFile } from './fingerprint.ts';

/** Many times as long as a build takes. */
const lockTimeoutMs = 5 * 60_000;

/** Waits for a build of another process. `isNeeded` is asked after that. */
export async function buildDist({ isNeeded }: { isNeeded: () => boolean }): Promise<void> {
  const unlock = lockBuilds('dist', lockTimeoutMs);
  try {
    if (!isNeeded()) return;
    const inputs = fingerprint();
    // An interrupted build may have replaced a part of the one before: the next start builds again, also one of that version.
    rmSync(fingerprintFile, { force: true });
    const id = await buildPage('dist', {
      now: Date.now(),
      retireWorker: process.env.RETIRE_WORKER === 'on',
    });
    writeFonts(fontsFolder);
    writeFileSync(fingerprintFile, inputs);
    console.log(`Built ${id}.`);
  } finally {
    unlock();
  }
}
