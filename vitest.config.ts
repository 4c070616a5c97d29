// Which tests there are and where each kind runs. `npm test` runs them all.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { answerShapesModule } from './src/build/answer-shapes.ts';
import { catalogues } from './src/build/catalogues.ts';
import { fieldSprite } from './src/build/field-sprite.ts';
import { chromeIcons } from './src/build/icons.ts';
import { messages } from './src/build/messages.ts';
import { affectedReads, savedReads } from './src/build/page-plugins.ts';
import { propertySeed } from './tests/support/property-seed.ts';

// What waits inside a test gives up before the test does, so that a failure says what was waited for.
const shared = {
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
} as const;

const pagePlugins = [
  messages(),
  catalogues(),
  chromeIcons(),
  savedReads(),
  affectedReads(),
  answerShapesModule(),
  fieldSprite(),
];

/** A test of attendance runs the page's queue against the server. */
const serverPlugins = [messages(), answerShapesModule(), affectedReads()];

/**
 * Tests of the page that render nothing and replace no module. They share a worker: starting one takes ten times as long as their
 * tests.
 */
const appUnits = globSync('tests/{app,offline}/**/*.test.ts').filter(
  (path) => !/vi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')),
);

export default defineConfig(({ mode }) => ({
  test: {
    // One more than cores: tests in a browser wait a quarter of their time.
    maxWorkers: availableParallelism() + 1,
    // Room for short-lived objects: collecting them early takes a tenth of all CPU time.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    projects: [
      {
        plugins: serverPlugins,
        test: {
          ...shared,
          name: 'sqlite',
          include: ['tests/{bench,contract,recurrence,server,sw}/**/*.test.ts'],
          exclude: ['tests/server/postgres/**'],
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/seed-setup.ts'],
          env: { TEST_ENGINE: 'sqlite', SEED: propertySeed(mode === 'long') },
        },
      },
      {
        plugins: serverPlugins,
        test: {
          ...shared,
          name: 'postgres',
          include: ['tests/server/**/*.test.ts'],
          // What asks no database anything.
          exclude: [
            'tests/server/{pictures,public-web,sqlite,text,words}/**',
            'tests/server/accounts/{limits,plain-cookies}.test.ts',
            'tests/server/http/{aborted-request,accepts,address,compression,language,locale,request-guard,write-limit}.test.ts',
            'tests/server/{credentials,demo,demo-days,instance,mail-texts}.test.ts',
            'tests/server/admin/{doctor-settings,setting-names}.test.ts',
            'tests/server/db/iso-instant.test.ts',
            'tests/server/pruning/prune-mails.test.ts',
            'tests/server/render/{event-head,preview-images,page-cache,page-status,site,template}.test.ts',
            'tests/server/fixtures/{ics,csv}.test.ts',
            'tests/server/**/rules.test.ts',
          ],
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/seed-setup.ts'],
          env: { TEST_ENGINE: 'postgres', SEED: propertySeed(mode === 'long') },
          globalSetup: ['tests/support/databases/start-postgres.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          environment: 'node',
          // A test starts two or three servers, each of which may take long to be ready.
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        plugins: pagePlugins,
        test: {
          ...shared,
          name: 'app',
          include: ['tests/{app,offline}/**/*.test.{ts,tsx}'],
          exclude: appUnits,
          environment: 'jsdom',
          setupFiles: ['tests/support/app-setup.ts'],
        },
      },
      {
        plugins: pagePlugins,
        test: {
          ...shared,
          name: 'app-units',
          include: appUnits,
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/support/app-setup.ts', 'tests/support/seed-setup.ts'],
          env: { SEED: propertySeed(mode === 'long') },
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/product/start-product.ts'],
          setupFiles: ['tests/support/browser/e2e-setup.ts'],
          // The report of a failure needs the pages, which a file's own hook may close.
          sequence: { hooks: 'list' },
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          ...shared,
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/start-engines.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
