// What was typed into a form about something stored: what of it would be saved, and what to do where the stored thing has
// changed elsewhere meanwhile. Pure.

/** What was typed, and the form as it was then; `at` in milliseconds. */
export type Edits<V> = { base: V; typed: Partial<V>; at: number };
type Key<V> = keyof V & string;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields that would be saved: typed, and not what is there anyway. */
export function changesOf<V extends object>(edits: Edits<V> | null, now: V): Key<V>[] {
  const keys = Object.keys(edits?.typed ?? {}) as Key<V>[];
  return keys.filter((key) => !isSame(edits?.typed[key], now[key]));
}

/** The fields that were changed here and elsewhere, each in its own way: the person chooses. */
export function conflictsOf<V extends object>(edits: Edits<V> | null, now: V): Key<V>[] {
  return changesOf(edits, now).filter((key) => edits && !isSame(edits.base[key], now[key]));
}

/** What was typed, with more fields. What is as it was before is not a change, whatever others do with it meanwhile. */
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

/** What was typed, after the person has chosen for some fields: theirs goes in, or what is there now stays. */
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

/** Whether what a device has kept are edits of a form like `sample`, whose fields are texts, flags or lists of texts. */
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
