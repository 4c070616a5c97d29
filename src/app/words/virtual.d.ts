declare module '*.po' {
  /** The translations of the page's texts, compiled, by key (src/build/catalogues.ts). */
  export const catalogue: Record<string, import('../../words/message.ts').CompiledMessage>;
}

declare module '*.po?of=start-guard' {
  /** The translations of the start guard's texts. */
  export const catalogue: Record<string, import('../../words/message.ts').CompiledMessage>;
}
