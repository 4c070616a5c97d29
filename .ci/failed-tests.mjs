// Prints the failed tests of a report of vitest, given by its path: at the end of the gate's output, where the
// rest of it was cut off.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (status === 'failed' && !failed.length) return [{ title: name, messages: [message] }];
  return failed.map((one) => ({ title: `${name}: ${one.fullName}`, messages: one.failureMessages }));
});
for (const { title, messages } of failures) {
  console.log(`\n!! ${title}`);
  for (const message of messages) console.log(stripVTControlCharacters(message).slice(0, 2000));
}
