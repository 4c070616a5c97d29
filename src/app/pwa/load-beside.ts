// Loads a part of the app, with whatever it needs asked for beside it and not after it. The build calls it at every import(),
// in place of Vite's own, which also sees to styles.

const asked = new Set<string>();

/** `files`: what the part imports, as paths below the site's own. */
export function loadBeside<Module>(load: () => Promise<Module>, files: readonly string[] = []) {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
  return load();
}
