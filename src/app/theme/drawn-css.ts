// The rules that a drawn page travels with: those it needs to be looked at. What nothing on it matches, and what only answers
// to a pointer, comes with the screens' own code, which brings every rule of a component once the page is alive.

type Rule = {
  /** The at-rules around it, the outermost first. */
  around: string[];
  /** Each one of which the rule would stand for alone. */
  selectors: string[];
  body: string;
};

/** Rules by the text of their style: a few hundred styles draw all pages. */
let known = new Map<string, Rule[]>();
const most = 2000;

/** `styles`: the CSS of every component on the page; `html`: the page as drawn. */
export function drawnCss(styles: readonly string[], html: string): string {
  const isThere = finderIn(html);
  let css = '';
  let open: string[] = [];
  for (const { around, selectors, body } of styles.flatMap(rulesOf)) {
    const matching = selectors.filter(isThere);
    if (matching.length === 0) continue;
    // Neighbours under the same at-rules share them.
    if (around.join() !== open.join()) {
      css += '}'.repeat(open.length) + around.map((rule) => `${rule}{`).join('');
      open = around;
    }
    css += `${matching.join(',')}{${body}}`;
  }
  return css + '}'.repeat(open.length);
}

function rulesOf(style: string): Rule[] {
  const rules = known.get(style) ?? readRules(style);
  if (known.size >= most) known = new Map();
  known.set(style, rules);
  return rules;
}

/** Emotion writes rules without comments, and none of ours has a brace in a text. */
function readRules(style: string): Rule[] {
  const rules: Rule[] = [];
  const open: string[] = [];
  for (const [, text = '', sign] of style.matchAll(/([^{}]*)([{}])/g)) {
    if (sign === '{') open.push(text);
    else {
      const selector = open.pop() ?? '';
      const body = text
        .split(';')
        .filter((declaration) => declaration && !declaration.startsWith('transition:'))
        .join(';');
      if (body && !open.some((rule) => rule.includes('hover')))
        rules.push({ around: [...open], selectors: selector.split(betweenSelectors), body });
    }
  }
  return rules;
}

/** Commas outside of parentheses, which may stand in one another once. */
const betweenSelectors = /,(?!(?:[^()]|\([^()]*\))*\))/;
const negation = /:not\((?:[^()]|\([^()]*\))*\)/g;
const condition = /:(?:is|has)\(((?:[^()]|\([^()]*\))*)\)/g;

/** Tells whether a selector may match something in `html`: its classes and attributes are there, its elements are taken so. */
function finderIn(html: string): (selector: string) => boolean {
  const lists = new Set([...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => list));
  const names = new Map([...lists].flatMap((list) => list.split(' ')).map((name) => [`.${name}`, true]));
  const has = (wanted: string) => {
    const is = names.get(wanted) ?? (!wanted.startsWith('.') && html.includes(` ${wanted.slice(1)}`));
    names.set(wanted, is);
    return is;
  };
  const isThere = (selector: string): boolean => {
    const positive = selector.replace(negation, '');
    const choices = [...positive.matchAll(condition)];
    const simple = positive.replace(condition, '');
    return (
      !/:(hover|active)/.test(simple) &&
      (simple.match(/\.[\w-]+|\[[\w-]+|:(disabled|checked)/g) ?? []).every(has) &&
      choices.every(([, list = '']) => list.split(betweenSelectors).some(isThere))
    );
  };
  return isThere;
}
