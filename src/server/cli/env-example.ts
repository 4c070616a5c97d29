// `npm run env-example`: writes .env.example from the table of settings. A test compares the two.
import { writeFileSync } from 'node:fs';
import { settings } from '../settings.ts';

type Described = { fallback: string | undefined; meaning: string; isSecret?: true };

const head = `# Settings of Sideline, each with its default. Made by \`npm run env-example\` from src/server/settings.ts.
# Nothing reads this file by itself: copy it to .env, remove the # before what you set, and load it, as in
# \`set -a; . ./.env; set +a; npm start\`. Put values with spaces or < > in quotes.
`;

/** The text of .env.example. Secrets and settings without a default are commented out. */
export function envExample(): string {
  const entries = Object.entries<Described>(settings).map(([name, { fallback, meaning, isSecret }]) => {
    const isSet = fallback !== undefined && !isSecret;
    return `# ${meaning}${isSecret ? ' Secret.' : ''}\n${isSet ? '' : '# '}${name}=${fallback ?? ''}\n`;
  });
  return [head, ...entries].join('\n');
}

if (import.meta.main) writeFileSync('.env.example', envExample());
