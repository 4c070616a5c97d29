// Prints the progress of a copy: a line per table, and per 100,000 rows of a large one.
import type { OnProgress } from '../../db/transfer/copy.ts';
import type { Io } from './verb.ts';

const step = 100_000;

export function showProgress(io: Io): OnProgress {
  let steps = 0;
  return ({ table, rows, isDone }) => {
    const count = rows.toLocaleString('en');
    if (isDone) {
      steps = 0;
      io.note(`${table}: ${count} ${rows === 1 ? 'row' : 'rows'} copied and compared\n`);
    } else if (Math.floor(rows / step) > steps) {
      steps = Math.floor(rows / step);
      io.note(`${table}: ${count} rows so far\n`);
    }
  };
}
