// What was found once and is asked for again and again.

/** What `known` holds under this key; found, and kept, where it holds nothing. Holds `most` at most, and then begins anew. */
export function recall<Value>(
  known: Map<string | number, Value>,
  key: string | number,
  most: number,
  find: () => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    if (known.size >= most) known.clear();
    known.set(key, value);
  }
  return value;
}
