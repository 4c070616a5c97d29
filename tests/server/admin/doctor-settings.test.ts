// What `doctor` says about the settings of a public server.
import { expect, test } from 'vitest';
import { checkSettings } from '../../../src/server/cli/admin/checks/settings.ts';
import { readConfig } from '../../../src/server/config.ts';

const textsMissing = (env: Record<string, string>) =>
  checkSettings(readConfig(env)).flatMap(({ level, check }) =>
    ['IMPRINT_FILE', 'PRIVACY_FILE'].includes(check) ? [`${level} ${check}`] : [],
  );

test('the doctor warns that a public server has no imprint or no privacy text', () => {
  const club = { PUBLIC_ORIGIN: 'https://club.example' };
  expect(textsMissing(club)).toEqual(['warning IMPRINT_FILE', 'warning PRIVACY_FILE']);
  expect(textsMissing({ ...club, IMPRINT_FILE: 'a.md' })).toEqual(['warning PRIVACY_FILE']);
  expect(textsMissing({ ...club, IMPRINT_FILE: 'a.md', PRIVACY_FILE: 'b.md' })).toEqual([]);
});

test.each([{}, { PUBLIC_ORIGIN: 'https://localhost' }, { PUBLIC_ORIGIN: 'http://club.example' }])(
  'the doctor asks for neither where the public cannot come: %j',
  (env) => {
    expect(textsMissing(env)).toEqual([]);
  },
);
