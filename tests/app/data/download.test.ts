import { expect, it, onTestFinished } from 'vitest';
import { inPageLanguage } from '../../../src/app/data/forms/use-download.ts';
import { setLanguageSource } from '../../../src/app/words/t.ts';
import { english } from '../../../src/words/message.ts';

it('the link to a file names the language of the page, because the browser asks for its own', () => {
  onTestFinished(() => setLanguageSource(() => english));
  setLanguageSource(() => ({ tag: 'de', catalogue: {} }));
  expect(inPageLanguage('/api/events/1/roster.csv')).toBe('/api/events/1/roster.csv?lang=de');
  expect(inPageLanguage('/api/teams/1/attendance.csv?from=2026-01-01')).toBe(
    '/api/teams/1/attendance.csv?from=2026-01-01&lang=de',
  );
});
