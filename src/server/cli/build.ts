// `npm run build`: the page into dist/. RETIRE_WORKER=on ships a worker that unregisters the service worker (docs/operations.md, "Upgrade and roll back").
import { writeFileSync } from 'node:fs';
import { fontsFolder, writeFonts } from '../render/preview-images/fonts.ts';
import { buildPage } from './build-page.ts';
import { fingerprint, fingerprintFile } from './fingerprint.ts';

const inputs = fingerprint();
const id = await buildPage('dist', { now: Date.now(), retireWorker: process.env.RETIRE_WORKER === 'on' });
writeFonts(fontsFolder);
// Written last, so that an interrupted build is repeated.
writeFileSync(fingerprintFile, inputs);
console.log(`Built ${id}.`);
