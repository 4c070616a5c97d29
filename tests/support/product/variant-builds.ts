// The page in the variants that tests deploy: A is the product's own build, the others are built once for its sources.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprint, fingerprintFile } from '../../../src/server/cli/fingerprint.ts';

export type Variant = 'A' | 'B' | 'C';

const folder = 'dist/test-builds';

/** The folder of a variant's build. */
export const buildOf = (variant: Variant): string =>
  variant === 'A' ? 'dist' : join(folder, `${variant}-${readFileSync(fingerprintFile, 'utf8').slice(0, 16)}`);

/** Builds these variants where they are missing. Call before the test files, which would wait for each other's builds. */
export async function buildVariants(...variants: Exclude<Variant, 'A'>[]): Promise<void> {
  if (readFileSync(fingerprintFile, 'utf8') !== fingerprint())
    throw new Error('The build in dist/ is not of these sources: run `npm run build`.');
  mkdirSync(folder, { recursive: true });
  await Promise.all(variants.filter((variant) => !existsSync(buildOf(variant))).map(build));
}

async function build(variant: Variant): Promise<void> {
  const out = buildOf(variant);
  const unfinished = `${out}.${process.pid}`;
  await promisify(execFile)(
    process.execPath,
    ['tests/support/product/build-variant.ts', variant, unfinished],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  // Another run may have built it meanwhile.
  if (existsSync(out)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, out);
}
