// The sandbox's checkout page: no scripts, one style, and clearly not for real cards.
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { moneyText } from '../../../text/money.ts';
import { languageNow, t } from '../../../words/t.ts';
import { cards, webhookTimings } from './cards.ts';

const style = `
:root{color-scheme:light dark;--text:#030712;--muted:#4b5563;--line:#d1d5db;--ground:#f3f4f6;--panel:#fff;--main:#15803d;--on-main:#fff;--note:#fef3c7;--on-note:#78350f;--bad:#b91c1c}
@media(prefers-color-scheme:dark){:root{--text:#f9fafb;--muted:#9ca3af;--line:#374151;--ground:#030712;--panel:#111827;--main:#22c55e;--on-main:#052e16;--note:#451a03;--on-note:#fde68a;--bad:#fca5a5}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.note{background:var(--note);color:var(--on-note);border-radius:.75rem;padding:.75rem 1rem;margin:0 0 1rem}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;margin-bottom:1rem}
h1{font-size:1rem;font-weight:600;margin:0;overflow-wrap:anywhere}.amount{font-size:2.5rem;line-height:1.1;font-weight:800;letter-spacing:-.02em;margin:.25rem 0 0;font-variant-numeric:tabular-nums}
fieldset{border:0;padding:0;margin:0 0 1.25rem}legend{font-weight:600;padding:0;margin-bottom:.5rem}
label{display:flex;gap:.75rem;align-items:center;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.75rem;margin-bottom:.5rem;cursor:pointer}
label:has(:checked){border-color:var(--main);box-shadow:inset 0 0 0 1px var(--main)}
input{width:1.25rem;height:1.25rem;margin:0;flex:none;accent-color:var(--main)}
small{display:block;color:var(--muted);font-size:.875rem;font-variant-numeric:tabular-nums}
button,a.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:3rem;border-radius:.75rem;border:1px solid var(--line);background:none;color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer;margin-top:.5rem}
button.main{background:var(--main);border-color:var(--main);color:var(--on-main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
details summary{line-height:2.75rem;cursor:pointer;color:var(--muted)}details[open] summary{margin-bottom:.25rem}
.panel p{margin:0 0 .75rem}.panel .amount{margin:.25rem 0 0}.bad{color:var(--bad);font-weight:600}
`;

/** CSP source of the page's one style. */
export const sandboxStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

type Shown = {
  ref: string;
  amount_minor: number;
  currency: string;
  description: string;
  return_path: string;
  state: 'open' | 'requiresAction' | 'processing' | 'declined' | 'succeeded' | 'closed';
};

/** The checkout page: the card form, the bank's question, or the result. */
export function checkoutPage(checkout: Shown, locale: string) {
  const { amount_minor: amountMinor, currency, description, state, return_path: back } = checkout;
  const amount = moneyText({ amountMinor, currency }, locale);
  const body =
    state === 'open' || state === 'declined'
      ? payForm(checkout, amount)
      : state === 'requiresAction'
        ? bankForm(checkout)
        : html`<p>${endings[state]()}</p>`;
  return html`<!doctype html><html lang="${languageNow()}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${t('Sandbox checkout')}</title>${raw(`<style>${style}</style>`)}</head><body><main>
<p class="note"><strong>Sandbox.</strong> ${t("Play money only: we don't charge any card here, so don't enter one of yours.")}</p>
<section class="panel"><h1>${description}</h1><p class="amount">${amount}</p></section>
<section class="panel">${body}<a class="button" href="${back}">${t('Back to Sideline')}</a></section>
</main></body></html>`;
}

const endings = {
  processing: () => t('The payment is on its way. You can close this page.'),
  succeeded: () => t('This is paid.'),
  closed: () => t('This checkout is closed. Nothing was charged.'),
};

function payForm({ ref, state }: Shown, amount: string) {
  return html`<form method="post" action="/sandbox/checkout/${ref}">
${state === 'declined' ? html`<p class="bad" role="alert">${t('The card was declined. Nothing was charged. Try another one.')}</p>` : ''}
<fieldset><legend>${t('Card')}</legend>${choices('card', cards, (number) => number.replace(/(.{4})(?=.)/g, '$1 '))}</fieldset>
<details><summary>${t('How Sideline hears of it')}</summary><fieldset><legend>${t('The result arrives')}</legend>${choices('news', webhookTimings)}</fieldset></details>
<button class="main" name="do" value="pay">${t('Pay {amount}', { amount })}</button></form>`;
}

function bankForm({ ref }: Shown) {
  return html`<form method="post" action="/sandbox/checkout/${ref}"><p><strong>${t('Your bank asks:')}</strong> ${t('is this you?')}</p>
<button class="main" name="do" value="yes">${t('Yes, pay')}</button><button name="do" value="no">${t('No')}</button></form>`;
}

/** Radio buttons, the first one chosen. */
function choices(
  name: string,
  options: Record<string, (() => string) | { name: () => string }>,
  note?: (value: string) => string,
) {
  return Object.entries(options).map(
    ([value, option], at) =>
      html`<label><input type="radio" name="${name}" value="${value}" ${at === 0 ? 'checked' : ''}><span>${
        typeof option === 'function' ? option() : option.name()
      }${note ? html`<small>${note(value)}</small>` : ''}</span></label>`,
  );
}
