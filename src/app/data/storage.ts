// localStorage and sessionStorage. Either may be blocked, so that even naming it throws, or full. Then an item lasts until
// the page closes.

type Unstored = { value: string | null; over: string | null };

function storageItems(area: () => Storage) {
  /** Items that could not be stored, with what is stored in their place: it differs once another tab has stored a newer one. */
  const unstored = new Map<string, Unstored>();
  const stored = (key: string) => {
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  };
  const get = (key: string): string | null => {
    const value = stored(key);
    const own = unstored.get(key);
    return own && own.over === value ? own.value : value;
  };
  /** Null removes the item. Returns whether that outlasts the page. */
  const set = (key: string, value: string | null): boolean => {
    try {
      if (value === null) area().removeItem(key);
      else area().setItem(key, value);
      unstored.delete(key);
      return true;
    } catch {
      unstored.set(key, { value, over: stored(key) });
      return false;
    }
  };
  return {
    get,
    set,
    /** Null if there is no such item, or if it is not JSON, or `isValid` rejects it. */
    getJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
      try {
        const value: unknown = JSON.parse(get(key) ?? 'null');
        return isValid(value) ? value : null;
      } catch {
        return null;
      }
    },
    /** As `set`. */
    setJson: (key: string, value: object | null): boolean => set(key, value && JSON.stringify(value)),
    /** Removes the items whose key starts with `prefix`. */
    removeAll(prefix: string): void {
      let keys = [...unstored.keys()];
      try {
        keys = [...keys, ...Object.keys(area())];
      } catch {
        // Blocked: it holds no items.
      }
      for (const key of keys) if (key.startsWith(prefix)) set(key, null);
    },
  };
}

/** Items of this browser, for all tabs. */
export const localItems = /* @__PURE__ */ storageItems(() => localStorage);
/** Items of this tab; they survive a reload. */
export const sessionItems = /* @__PURE__ */ storageItems(() => sessionStorage);
