// Remembers what a pure function of styles has answered. It stands in for Chakra's own (build/left-out.ts), which writes
// every argument out as a text at every call, a third of the work of drawing a page. Nearly all of them are constants, and
// are known here by being the same object.

/** What equal objects are called; the names are never used twice. */
const names = new WeakMap<object, string>();
let namesByText = new Map<string, string>();
let count = 0;
const most = 5000;

/**
 * The same text for equal values: plain objects whatever the order of their keys, functions by identity. A string is its own
 * name, as making another would cost more than all else; no string of styles has a NUL, which all other names begin with.
 */
function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return `\0${value}`;
  const known = names.get(value);
  if (known !== undefined) return known;
  const name = typeof value === 'function' ? `\0#${++count}` : nameOfText(textOf(value));
  names.set(value, name);
  return name;
}

function textOf(value: object): string {
  if (Array.isArray(value)) return `[${value.map(nameOf).join('\0')}]`;
  const fields = value as Record<string, unknown>;
  return Object.keys(fields)
    .sort()
    .map((key) => `${key}\0${nameOf(fields[key])}`)
    .join('\0');
}

function nameOfText(text: string): string {
  const known = namesByText.get(text);
  if (known !== undefined) return known;
  if (namesByText.size >= most) namesByText = new Map();
  const name = `\0#${++count}`;
  namesByText.set(text, name);
  return name;
}

/** `work` must be pure, and must not change what it is given or has returned; nor may anyone else. */
export function memo<Args extends unknown[], Result>(work: (...args: Args) => Result) {
  let answers = new Map<string, Result>();
  return (...args: Args): Result => {
    const key = args.length === 1 ? nameOf(args[0]) : args.map(nameOf).join('\0');
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = work(...args);
    if (answers.size >= most) answers = new Map();
    answers.set(key, answer);
    return answer;
  };
}
