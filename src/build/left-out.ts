// Leaves out parts of packages that the product never reaches but that bundlers cannot tell, 7 kB of a first load, and puts
// faster ones in place of two. A part that an update has moved stops the build, so that nothing comes back unseen.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

type Part = { module: RegExp; why: string; code: (original: string) => string };

const parts: Part[] = [
  {
    module: /@pandacss\/is-valid-prop\/dist\/index\.mjs$/,
    why: 'a list of every CSS property, of which components here take a few as props',
    code: () => `export { isCssProperty } from ${JSON.stringify(resolve('src/app/theme/style-props.ts'))}`,
  },
  {
    module: /@emotion\/is-prop-valid\/dist\/emotion-is-prop-valid\.esm\.js$/,
    why: 'a list of every HTML attribute: TypeScript lets no other through',
    code: () => `export default (name) => name !== 'as'`,
  },
  {
    module: /@chakra-ui\/react\/dist\/esm\/utils\/memo\.js$/,
    why: 'its memory of styles, in place of which theme/memo.ts has a faster one',
    code: () => `export { memo } from ${JSON.stringify(resolve('src/app/theme/memo.ts'))}`,
  },
  {
    module: /@chakra-ui\/react\/dist\/esm\/styled-system\/cva\.js$/,
    why: 'recipes with compound variants; and each made anew at every drawing of a component, a fifth of drawing a page',
    code: (original) =>
      swapped(original, [
        [/ {2}return cva;\n/, '  return memo(cva);\n'],
        [/ {4}const splitVariantProps = [\s\S]*?\n {4}\};\n/, ''],
        [/ {6}splitVariantProps,\n/, ''],
        [/ {6}const compoundVariantCss = [\s\S]*?\);\n/, ''],
        [/css\(variantCss, compoundVariantCss\)/, 'css(variantCss)'],
        [/ {2}function getCompoundVariantCss[\s\S]*?\n {2}\}\n/, ''],
      ]),
  },
  {
    module: /@chakra-ui\/react\/dist\/esm\/styled-system\/preflight\.js$/,
    why: 'its reset, in place of which theme/global-css.ts has one',
    code: () => 'export const createPreflight = () => ({})',
  },
  {
    module: /@chakra-ui\/react\/dist\/esm\/styled-system\/token-dictionary\.js$/,
    why: 'tokens as variables: steps stand in the rules as they are (theme/base.ts), colours are in theme/global-css.ts',
    code: () => `export const createTokenDictionary = () => ({
      allTokens: [],
      cssVarMap: new Map(),
      categoryMap: new Map(),
      colorPaletteMap: new Map(),
      getByName() {},
      getCategoryValues() {},
      getVar: (path, fallback) => fallback,
      expandReferenceInValue: (value) => value,
    })`,
  },
  {
    module: /@chakra-ui\/react\/dist\/esm\/styled-system\/color-mix\.js$/,
    why: 'colours with an opacity, which no style of ours has (theme/base.ts)',
    code: () => 'export const colorMix = (value) => ({ invalid: true, value })',
  },
  {
    module: /@chakra-ui\/react\/dist\/esm\/styled-system\/sva\.js$/,
    why: 'recipes with slots: here a component has one',
    code: () => 'export const createSlotRecipeFn = () => () => ({})',
  },
  {
    module: /hoist-non-react-statics\/dist\/.*\.js$/,
    why: 'statics of wrapped class components, for withTheme',
    code: () => 'export default (target) => target',
  },
  {
    module: /@emotion\/cache\/dist\/emotion-cache\.browser\.esm\.js$/,
    why: 'vendor prefixes, which theme/style-cache.ts turns off',
    code: (original) => original.replace('[prefixer]', '[]'),
  },
  {
    module: /react-router\/dist\/production\/lib\/components\.js$/,
    why: 'the data mode, which a bundler keeps as long as defining it might do something',
    code: withoutEffects,
  },
  {
    module: /react-router\/dist\/production\/lib\/hooks\.js$/,
    why: 'the error pages of matched routes, kept for the same reason',
    code: withoutEffects,
  },
  {
    module: /^\0vite\/preload-helper\.js$/,
    why: 'how parts with styles of their own are loaded: here styles are code',
    code: () =>
      `export { loadBeside as __vitePreload } from ${JSON.stringify(resolve('src/app/pwa/load-beside.ts'))}`,
  },
  {
    module: /use-sync-external-store\/shim\/index\.js$/,
    why: 'what React has itself since 18',
    code: () => `export { useSyncExternalStore } from 'react'`,
  },
];

/** Each place swapped for its text; the original where one of them is missing. */
function swapped(original: string, places: [RegExp, string][]): string {
  if (!places.every(([place]) => place.test(original))) return original;
  return places.reduce((code, [place, text]) => code.replace(place, () => text), original);
}

/** Says of components that defining them does nothing, so that those that nobody uses are left out. */
function withoutEffects(original: string): string {
  return original
    .replace(/= (\S+\.memo\()/g, '= /* @__PURE__ */ $1')
    .replace(/= (class extends \S+\.Component \{[\s\S]*?\n\});/g, '= /* @__PURE__ */ (() => $1)();');
}

export function leftOut(): Plugin {
  return {
    name: 'left-out',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const part = parts.find(({ module }) => module.test(id));
      if (!part) return undefined;
      const original = id.startsWith('\0') ? '' : readFileSync(id, 'utf8');
      const code = part.code(original);
      if (code === original) this.error(`${id} is not as expected. It holds ${part.why}.`);
      return { code, moduleType: 'js' };
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return;
      const ids = [...this.getModuleIds()];
      const missing = parts.find(({ module }) => !ids.some((id) => module.test(id)));
      if (missing) this.error(`No module fits ${missing.module}. It held ${missing.why}.`);
    },
  };
}
