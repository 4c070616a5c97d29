// Virtual modules, by name with their source.
import type { Plugin } from 'vite';

/** A plugin named `name` that provides these modules. */
export function virtualModules(name: string, modules: Record<string, string>): Plugin {
  return {
    name,
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules[id.slice(1)] : undefined),
  };
}
