// How the page is built. The server serves dist/ as it is; nothing here runs at request time.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/client', emptyOutDir: true, manifest: true, target: 'baseline-widely-available', assetsInlineLimit: 0 },
});
