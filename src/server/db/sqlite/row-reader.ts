// Reads the rows of a prepared statement as plain objects.
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/**
 * The objects that node:sqlite makes are hash tables without a prototype: slower to make, to read and to spread. Copies of one
 * object share its hidden class.
 */
export function rowReader(statement: StatementSync): (values: readonly SQLInputValue[]) => object[] {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  const rowOf = (values: readonly unknown[]) => {
    const row = { ...empty };
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row;
  };
  return (values) => (statement.all(...values) as unknown as unknown[][]).map(rowOf);
}
