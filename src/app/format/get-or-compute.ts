// A small cache for computed values.

/**
 * The cached value of a key; computes and stores it on a miss. Holds at most `max` entries, then starts again
 * empty.
 */
export function getOrCompute<Value>(
  cache: Map<string | number, Value>,
  key: string | number,
  max: number,
  compute: () => Value,
): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = compute();
    if (cache.size >= max) cache.clear();
    cache.set(key, value);
  }
  return value;
}
