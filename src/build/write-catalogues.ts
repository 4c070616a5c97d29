// `npm run messages`: updates the catalogues from the messages in the sources. With `--check` it writes nothing, prints the
// errors of the catalogues, and exits with 1 if there are any.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { languageTags } from '../words/languages.ts';
import { allMessages, catalogueFile, faultsOf, updatedCatalogue } from './catalogues.ts';

const messages = allMessages();
const isCheck = process.argv.includes('--check');
let faultCount = 0;
for (const tag of languageTags) {
  // The sources have the English texts.
  if (tag === 'en') continue;
  const file = catalogueFile(tag);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const catalogue = isCheck ? before : updatedCatalogue(tag, before, messages);
  if (!isCheck) writeFileSync(file, catalogue);
  const faults = faultsOf(catalogue, messages);
  for (const fault of faults) console.error(`${tag}: ${fault}`);
  console.log(`${tag}: ${messages.size} texts, ${faults.length} to be mended`);
  faultCount += faults.length;
}
process.exitCode = isCheck && faultCount > 0 ? 1 : 0;
