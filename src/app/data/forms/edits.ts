// The edits of a stored object in a form: the changes to save, and the conflicts if the object has changed on the server
// meanwhile (three-way merge). Pure.

/** The typed values, and the form's values before (`base`); `at` in milliseconds. */
export type Edits<V> = { base: V; typed: Partial<V>; at: number };
type Key<V> = keyof V & string;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields to save: typed, and different from the current values. */
export function changesOf<V extends object>(edits: Edits<V> | null, now: V): Key<V>[] {
  const keys = Object.keys(edits?.typed ?? {}) as Key<V>[];
  return keys.filter((key) => !isSame(edits?.typed[key], now[key]));
}

/** The fields that were changed here and on the server, to different values: the user chooses. */
export function conflictsOf<V extends object>(edits: Edits<V> | null, now: V): Key<V>[] {
  return changesOf(edits, now).filter((key) => edits && !isSame(edits.base[key], now[key]));
}

/** Adds typed fields to the edits. A field with its base value is no edit, even if the server's value changes. */
export function typedInto<V extends object>(
  edits: Edits<V> | null,
  { fields, now, at }: { fields: Partial<V>; now: V; at: number },
): Edits<V> {
  const base = edits?.base ?? now;
  const typed = Object.entries({ ...edits?.typed, ...fields }).filter(
    ([key, value]) => !isSame(value, base[key as Key<V>]),
  );
  return { base, typed: Object.fromEntries(typed) as Partial<V>, at };
}

/** The edits after the user has resolved some conflicts: `mine` keeps the typed values, `theirs` drops them. */
export function resolved<V extends object>(
  edits: Edits<V>,
  keys: readonly Key<V>[],
  choice: 'mine' | 'theirs',
  now: V,
): Edits<V> {
  const typed = Object.fromEntries(
    Object.entries(edits.typed).filter(([key]) => choice === 'mine' || !keys.includes(key as Key<V>)),
  );
  const known = Object.fromEntries(keys.map((key) => [key, now[key]]));
  return { ...edits, base: { ...edits.base, ...known }, typed: typed as Partial<V> };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a stored value is edits of a form like `sample`, whose fields are strings, booleans or arrays of strings. */
export function isEditsLike<V extends object>(value: unknown, sample: V): value is Edits<V> {
  if (!isObject(value) || !Number.isFinite(value.at)) return false;
  const { base, typed } = value;
  if (!isObject(base) || !isObject(typed)) return false;
  const fields = Object.fromEntries(Object.entries(sample)) as Record<string, unknown>;
  const isLike = (key: string, field: unknown) =>
    Array.isArray(fields[key]) ? isTexts(field) : typeof field === typeof fields[key];
  return (
    Object.keys(fields).every((key) => isLike(key, base[key])) &&
    Object.entries(typed).every(([key, field]) => key in fields && isLike(key, field))
  );
}
