// Lets a drawn page show before its scripts are even asked for: on a fast line, or from a cache, they would otherwise be
// there first and hold up the paint. Its manifest waits as well, in templates that the script at the end of index.html
// opens. The app shell is not server-rendered, so it holds nothing back.

/**
 * The built page with its module scripts started after the first paint. `files`: all that was built, by address; of earlier
 * builds, too, so the script for a failed start is known by what is in it.
 */
export function withLateScripts(html: string, files: Map<string, { body: Buffer }>): string {
  const inline = /<script id="start-guard">([\s\S]*?)<\/script>/;
  const code = inline.exec(html)?.[1];
  const [guard] =
    [...files].find(([url, { body }]) => /\/start-guard-[^/]*\.js$/.test(url) && body.toString() === code) ??
    [];
  const late: string[] = [];
  const rest = html.replace(
    /<script type="module"[^>]*><\/script>|<link rel="(modulepreload|manifest)"[^>]*>/g,
    (tag) => {
      late.push(tag);
      return '';
    },
  );
  return rest
    .replace(inline, guard ? held('guard', `<script src="${guard}"></script>`) : '$&')
    .replace('</head>', () => `${held('scripts', late.join(''))}</head>`);
}

/** Opened by the last script of index.html, which looks for the attribute: ids belong to the screens. */
const held = (name: 'scripts' | 'guard', tags: string) => `<template data-held="${name}">${tags}</template>`;
