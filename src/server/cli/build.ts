// `npm run build`: the page into dist/. RETIRE_WORKER=on ships a worker that unregisters the service worker (docs/operations.md, "Upgrade and roll back").
import { rmSync, writeFileSync } from 'node:fs';
import { fontsFolder, writeFonts } from '../render/preview-images/fonts.ts';
import { buildPage } from './build-page.ts';
import { fingerprint, fingerprintFile } from './fingerprint.ts';

const inputs = fingerprint();
// An interrupted build may have replaced a part of the one before: the next start builds again, also one of that version.
rmSync(fingerprintFile, { force: true });
const id = await buildPage('dist', { now: Date.now(), retireWorker: process.env.RETIRE_WORKER === 'on' });
writeFonts(fontsFolder);
writeFileSync(fingerprintFile, inputs);
console.log(`Built ${id}.`);
