// Finds an element by role and name. `locate` runs in the page, so it is self-contained.
import type { Target } from './engine.ts';

export type Pattern = { by: string; source: string; flags: string };

/** A target as JSON. */
export function patternOf(target: Target): Pattern {
  const [by, name] = 'role' in target ? [target.role, target.name] : ['label', target.label];
  return typeof name === 'string'
    ? { by, source: `^${RegExp.escape(name)}$`, flags: '' }
    : { by, source: name.source, flags: name.flags };
}

/** The first visible element with the name that is not disabled; while a dialog is open, in the dialog. */
export function locate({ by, source, flags }: Pattern): Element | null {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    radio: 'input[type=radio]',
    option: '[role=option]',
    label: 'input, select, textarea',
  };
  const pattern = new RegExp(source, flags);
  const contentOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
    return [...node.childNodes].map(contentOf).join('');
  };
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label !== null) return label;
    const { labels } = element as HTMLInputElement;
    return labels?.length ? [...labels].map(contentOf).join(' ') : contentOf(element);
  };
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  for (const element of scope.querySelectorAll(selectors[by] ?? by)) {
    const name = nameOf(element).replace(/\s+/g, ' ').trim();
    if (element.matches(':disabled, [aria-disabled=true]')) continue;
    if (pattern.test(name) && element.checkVisibility({ visibilityProperty: true })) return element;
  }
  return null;
}
