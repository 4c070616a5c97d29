// The rules that a drawn page travels with: those it needs to be looked at. What nothing on it matches, and what only answers
// to a pointer, comes with the screens' own code, which brings every rule of a component once the page is alive.
import { shortCss } from './style-cache.ts';

type Rule = {
  /** The at-rules around it, the outermost first. */
  around: string[];
  /** Each one of which the rule would stand for alone, and what it needs of a page. */
  selectors: [text: string, need: Need][];
  body: string;
};

/** Classes and attributes that must all be there, as they stand in a selector, and lists of which one must be met each. */
type Need = { names: string[]; choices: Need[][] };

/** Rules by the text of their style: a few hundred styles draw all pages. */
const known = new Map<string, Rule[]>();
const most = 2000;

/** `styles`: the CSS of every component that was drawn, shown or not; `html`: the page as drawn. */
export function drawnCss(styles: readonly string[], html: string): string {
  const isThere = finderIn(html);
  let css = '';
  let open: string[] = [];
  for (const { around, selectors, body } of styles.flatMap(rulesOf)) {
    const matching = selectors.filter(([, need]) => isThere(need));
    if (matching.length === 0) continue;
    // Neighbours under the same at-rules share them.
    if (around.join() !== open.join()) {
      css += '}'.repeat(open.length) + around.map((rule) => `${rule}{`).join('');
      open = around;
    }
    css += `${matching.map(([text]) => text).join(',')}{${body}}`;
  }
  return css + '}'.repeat(open.length);
}

function rulesOf(style: string): Rule[] {
  let rules = known.get(style);
  if (!rules) {
    rules = readRules(shortCss(style));
    if (known.size >= most) known.clear();
    known.set(style, rules);
  }
  return rules;
}

/** Emotion writes rules without comments, and none of ours has a brace in a text. */
function readRules(style: string): Rule[] {
  const rules: Rule[] = [];
  const open: string[] = [];
  for (const [, text = '', sign] of style.matchAll(/([^{}]*)([{}])/g)) {
    if (sign === '{') open.push(text);
    else {
      const selectors = needsOf(open.pop() ?? '');
      const body = text
        .split(';')
        .filter((declaration) => declaration && !declaration.startsWith('transition:'))
        .join(';');
      if (body && selectors.length > 0 && !open.some((rule) => /hover|keyframes/.test(rule)))
        rules.push({ around: [...open], selectors, body });
    }
  }
  return rules;
}

/** Commas outside of parentheses, which may stand in one another once. */
const betweenSelectors = /,(?!(?:[^()]|\([^()]*\))*\))/;
const negation = /:not\((?:[^()]|\([^()]*\))*\)/g;
const condition = /:(?:is|has)\(((?:[^()]|\([^()]*\))*)\)/g;
/** What only answers to a pointer. */
const isLater = /:(hover|active)/;

/** Each selector of a list with its need, without those that a page cannot meet before someone points at it. */
function needsOf(list: string): [text: string, need: Need][] {
  return list.split(betweenSelectors).flatMap((text): [string, Need][] => {
    const positive = text.replace(negation, '');
    const simple = positive.replace(condition, '');
    if (isLater.test(simple)) return [];
    const names = simple.match(/\.[\w-]+|\[[\w-]+|:(disabled|checked)/g) ?? [];
    const choices = [...positive.matchAll(condition)].map(([, choice = '']) =>
      needsOf(choice).map(([, need]) => need),
    );
    return [[text, { names, choices }]];
  });
}

/** Tells whether a selector with this need may match something in `html`: elements are taken to be there. */
function finderIn(html: string): (need: Need) => boolean {
  const lists = new Set([...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => list));
  const names = new Map([...lists].flatMap((list) => list.split(' ')).map((name) => [`.${name}`, true]));
  const has = (wanted: string) => {
    let is = names.get(wanted);
    if (is === undefined) {
      is = !wanted.startsWith('.') && html.includes(` ${wanted.slice(1)}`);
      names.set(wanted, is);
    }
    return is;
  };
  const isThere = ({ names, choices }: Need): boolean =>
    names.every(has) && choices.every((list) => list.some(isThere));
  return isThere;
}
