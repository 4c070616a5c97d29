// The browser interface of the engine tests. Each driver implements exactly this.

export type Role = 'button' | 'link' | 'heading' | 'radio' | 'option';

/** An element by role and name, or a field by its label. A name in quotes must match completely. */
export type Target = { role: Role; name: string | RegExp } | { label: string | RegExp };

/** A snapshot of an element at the time it was found. */
export type Found = {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a local file in a file field. */
  upload(path: string): Promise<void>;
};

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Tab = {
  /** Loads an address as if typed; resolves when the document is there. */
  open(address: string): Promise<void>;
  /** Runs a self-contained function in the page; promises are awaited. */
  evaluate<A extends Json[], T>(script: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** The first visible match, or null. */
  find(target: Target): Promise<Found | null>;
  /** The faults that the document reported since the last call; see watch.ts. */
  takeFaults(): Promise<string[]>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Uint8Array>;
};

export type Engine = {
  /** A new tab without earlier cookies, storage or service workers; earlier tabs are closed. */
  newProfile(): Promise<Tab>;
  close(): Promise<void>;
};

/** The time zone of the test devices: neither that of the server nor of most events. */
export const device = {
  width: 390,
  height: 844,
  env: { TZ: 'America/New_York', LANG: 'en_GB.UTF-8', LANGUAGE: 'en_GB' },
};
