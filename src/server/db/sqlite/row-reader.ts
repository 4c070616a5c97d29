// Reads the rows of a prepared statement as plain objects.
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** `*` as a column, which stands for other columns once the schema has changed; not that of `count(*)`. */
const star = /[^(]\*/;

const namesOf = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/**
 * The objects that node:sqlite makes are hash tables without a prototype: slower to make, to read and to spread. Copies of one
 * object share its hidden class.
 */
export function rowReader(statement: StatementSync): (values: readonly SQLInputValue[]) => object[] {
  statement.setReturnArrays(true);
  const known = star.test(statement.sourceSQL) ? null : toRow(namesOf(statement));
  return (values) => {
    // The types of node:sqlite know nothing of `setReturnArrays`.
    const rows = statement.all(...values) as unknown as unknown[][];
    // Only now: reading prepares the statement again if the schema has changed.
    return rows.map(known ?? toRow(namesOf(statement)));
  };
}

function toRow(names: readonly string[]) {
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (values: readonly unknown[]) => {
    const row = { ...empty };
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row;
  };
}
