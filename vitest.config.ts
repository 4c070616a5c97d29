// Which tests there are and where each kind runs. `npm test` runs them all.
import { defineConfig } from 'vitest/config';
import { fieldSprite } from './src/build/field-sprite.ts';
import { chromeIcons } from './src/build/icons.ts';
import { answerShapesModule } from './src/server/cli/answer-shapes.ts';
import { savedReads } from './src/server/cli/page-plugins.ts';

const shared = { restoreMocks: true, unstubGlobals: true, unstubEnvs: true } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [answerShapesModule()],
        test: {
          ...shared,
          name: 'sqlite',
          include: ['tests/{contract,server,sw}/**/*.test.ts'],
          environment: 'node',
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        plugins: [answerShapesModule()],
        test: {
          ...shared,
          name: 'postgres',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/support/start-postgres.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        plugins: [chromeIcons(), savedReads(), answerShapesModule(), fieldSprite()],
        test: {
          ...shared,
          name: 'app',
          include: ['tests/{app,offline}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/support/app-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/start-product.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
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
});
