// How the page is built. The server serves dist/client as it is; nothing here runs at request time.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { answerShapesModule } from './src/build/answer-shapes.ts';
import { catalogues } from './src/build/catalogues.ts';
import { chunks } from './src/build/chunks.ts';
import { devPage } from './src/build/dev-page.ts';
import { fieldSprite } from './src/build/field-sprite.ts';
import { chromeIcons } from './src/build/icons.ts';
import { messages } from './src/build/messages.ts';
import { pageParts } from './src/build/page.ts';
import { affectedReads, savedReads, serviceWorker } from './src/build/page-plugins.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    messages(),
    catalogues(),
    react(),
    chromeIcons(),
    savedReads(),
    affectedReads(),
    answerShapesModule(),
    fieldSprite(),
    chunks(),
    devPage(),
    ...(isSsrBuild ? [] : [pageParts(), serviceWorker()]),
  ],
  // For React before 18. This one has the hook.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  build: {
    // Emotion needs them for withTheme only, which nothing uses, and CommonJS does not say so.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
    },
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    // The target's browsers all know modulepreload.
    modulePreload: { polyfill: false },
  },
}));
