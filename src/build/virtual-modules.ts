// Modules that exist only in a build: their text by name.
import type { Plugin } from 'vite';

/** A plugin named `name` that answers these imports. */
export function virtualModules(name: string, modules: Record<string, string>): Plugin {
  return {
    name,
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules[id.slice(1)] : undefined),
  };
}
