// Writes the page parts of a build for the page template (src/server/render/template.ts): the URLs of scripts, the inline
// scripts, the constant CSS, and the build id.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';
import { createTemplate, type InlineCode, type PageParts, pagePartsFile } from '../server/render/template.ts';
import { catalogueFile, catalogues } from './catalogues.ts';
import { messages } from './messages.ts';
import { isWritten } from './page-plugins.ts';

const entryModule = resolve('src/app/boot/entry-client.tsx');
const inlineScript = (name: string) => resolve(`src/app/boot/inline/${name}.ts`);

/** The inline parts of the HTML, the same in a build and on the dev server. */
export async function inlineParts(): Promise<Pick<PageParts, 'scripts' | 'globalCss'>> {
  const [firstPaint, startGuard, deferredStart, css] = await Promise.all([
    bundleScript(inlineScript('first-paint')),
    bundleScript(inlineScript('start-guard'), { plugins: [messages(), catalogues()] }),
    bundleScript(inlineScript('deferred-start')),
    runnerImport<typeof import('../app/theme/global-css.tsx')>('./src/app/theme/global-css.tsx'),
  ]);
  return {
    scripts: {
      firstPaint: inlineCode(firstPaint),
      startGuard: inlineCode(startGuard),
      deferredStart: inlineCode(deferredStart),
    },
    globalCss: inlineCode(css.module.globalCss()),
  };
}

function inlineCode(text: string): InlineCode {
  if (/<\/(script|style)/i.test(text)) throw new Error('Inline code would end its own tag.');
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

/** Bundles a module with its imports into one small classic script. */
export async function bundleScript(entry: string, config: InlineConfig = {}): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ...config,
    build: {
      write: false,
      minify: true,
      target: 'baseline-widely-available',
      lib: { entry, formats: ['iife'], name: 'inline' },
    },
  });
  const [{ output }] = result as [Rolldown.RolldownOutput];
  return output[0].code.trim();
}

/** Placeholder settings: the build id does not depend on the settings. */
const anySettings = {
  instance: { name: 'Sideline', registration: 'open', texts: [] },
  hintCookie: 'sideline_hint',
  iconFallback: false,
} as const;

/**
 * The build id: a hash of the app shell and of all file names, which contain content hashes. The same sources have the same
 * id, so that users are not asked to update without a change.
 */
function nameOf(files: string[], parts: Omit<PageParts, 'buildId'>): string {
  const { shell } = createTemplate({ ...parts, buildId: '' }, anySettings);
  return createHash('sha256').update(files.sort().join('\n')).update(shell).digest('hex').slice(0, 12);
}

/** Writes `.vite/page.json`, which is not served, in place of the HTML that Vite generates for its entry. */
export function pageParts(): Plugin {
  return {
    name: 'page-parts',
    enforce: 'post',
    apply: isWritten,
    async generateBundle(_, bundle) {
      delete bundle['index.html'];
      const chunkOf = (module: string) => {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.includes(module),
        );
        if (chunk?.type !== 'chunk') throw new Error(`No chunk of the build has ${module}.`);
        return chunk;
      };
      const main = chunkOf(entryModule);
      const inline = await inlineParts();
      const guard = inline.scripts.startGuard.text;
      const startGuardFile = `assets/start-guard-${createHash('sha256').update(guard).digest('base64url').slice(0, 8)}.js`;
      const parts = {
        entry: `/${main.fileName}`,
        preloads: main.imports.map((file) => `/${file}`),
        catalogues: { de: `/${chunkOf(catalogueFile('de')).fileName}` },
        startGuardFile: `/${startGuardFile}`,
        ...inline,
      };
      const written: PageParts = { buildId: nameOf(Object.keys(bundle), parts), ...parts };
      this.emitFile({ type: 'asset', fileName: startGuardFile, source: guard });
      this.emitFile({ type: 'asset', fileName: pagePartsFile, source: JSON.stringify(written) });
    },
  };
}
