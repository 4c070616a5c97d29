// The version of the program, from package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Not `new URL(…, import.meta.url)`: Vite rewrites it to a URL of the page when it loads the API.
const manifest: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

export const { version } = manifest;
