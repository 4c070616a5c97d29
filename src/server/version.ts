// Which version of the program this is, as package.json says it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Not `new URL(…, import.meta.url)`: Vite turns that into an address of the page where the API runs beside the page.
const manifest: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

export const { version } = manifest;
