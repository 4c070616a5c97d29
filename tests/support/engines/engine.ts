// What the tests ask of a browser, whichever engine it is. Each driver fulfils this and no more.

export type Role = 'button' | 'link' | 'heading' | 'radio' | 'option';

/** What a person looks for: a thing by role and name, or a field by its label. A name in quotes is the whole name. */
export type Target = { role: Role; name: string | RegExp } | { label: string | RegExp };

/** A thing on the page, as it was when it was found. */
export type Found = {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file of this machine in a file field. */
  upload(path: string): Promise<void>;
};

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Tab = {
  /** Loads a page as if its address had been typed; resolves when its document is there. */
  open(address: string): Promise<void>;
  /** Runs a function that uses nothing around it in the page; promises are waited for. */
  evaluate<A extends Json[], T>(script: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** The first visible match, or null. */
  find(target: Target): Promise<Found | null>;
  /** What the document reported since the last call; see watch.ts. */
  takeFaults(): Promise<string[]>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Uint8Array>;
};

export type Engine = {
  /** A tab without cookies, storage or workers of tabs before, which are closed. */
  newProfile(): Promise<Tab>;
  close(): Promise<void>;
};

/** The device of the tests: neither the zone of the server nor that of most events. */
export const device = {
  width: 390,
  height: 844,
  env: { TZ: 'America/New_York', LANG: 'en_GB.UTF-8', LANGUAGE: 'en_GB' },
};
