// The start guard: shows a card if the app fails to start, and moves to the next version if one is installed. Inline in
// the app shell; a server-rendered page loads it as a file when something fails (deferred-start.ts). There the card is a
// notice above the bottom bar, so that the page stays readable.
// Speaks the language of the page, from texts of its own: the app's catalogue may be what did not arrive.
// Also repairs on request: unregisters the worker, deletes all caches, and reloads the page.

import { rootId, startedAttribute, startGuardTriggerAttribute } from '../../../contract/values/page.ts';
import { catalogue as german } from '../../../words/catalogues/de.po?of=start-guard';
import type { LanguageTag } from '../../../words/languages.ts';
import { english, type Language } from '../../../words/message.ts';
import { ownBuild, pageMeta } from '../../data/session/page-meta.ts';
import { repairEvent } from '../../pwa/chunk-guard.ts';
import { findNewest, takeOver } from '../../pwa/take-over.ts';
import { documentLanguage } from '../../words/document-language.ts';
import { setLanguageSource, t } from '../../words/t.ts';

const languages: Record<LanguageTag, Language> = { en: english, de: { tag: 'de', catalogue: german } };

const page = document.documentElement;
const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
let isShown = false;

async function repair(): Promise<void> {
  try {
    for (const registration of (await workers?.getRegistrations()) ?? []) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
    // The HTTP cache may also hold a broken copy.
    for (const { src, href } of document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>(
      'script[src],link[rel=modulepreload]',
    ))
      await fetch(src || href, { cache: 'reload' });
  } catch {
    // Reload anyway: the remaining files may be intact.
  }
  location.reload();
}

/**
 * Counts a restart and returns whether it is allowed: at most two per build, and none without sessionStorage, to prevent a
 * reload loop. Without a waiting worker only the second restart may help: in the first one, the new worker may have
 * activated too late.
 */
function countRestart(isWaiting: boolean): boolean {
  try {
    const key = `restarts of ${ownBuild()}`;
    const count = Number(sessionStorage.getItem(key));
    if (count > 1 || (!isWaiting && count === 0)) return false;
    sessionStorage.setItem(key, String(count + 1));
    return true;
  } catch {
    return false;
  }
}

async function moveToNext(): Promise<void> {
  const registration = await workers?.getRegistration();
  if (!registration) return;
  const next = registration.waiting ?? (await findNewest(registration));
  if (countRestart(next !== null)) await takeOver({ isLoading: true });
}

function add<Tag extends keyof HTMLElementTagNameMap>(parent: HTMLElement, tag: Tag, text: string) {
  const element = parent.appendChild(document.createElement(tag));
  element.textContent = text;
  return element;
}

const cardStyle =
  'position:fixed;z-index:99;margin:auto;max-width:34rem;background:#111827;color:#fff;font:1rem/1.5 system-ui,sans-serif;';
const noticeStyle =
  'inset:auto 1rem calc(5.5rem + env(safe-area-inset-bottom));padding:1rem;border-radius:.75rem;border:1px solid #4b5563';
const sheetStyle = 'inset:auto 0 0;padding:1.5rem;border-radius:1rem 1rem 0 0';
const buttonStyle =
  'min-height:44px;min-width:44px;padding:.5rem 1.25rem;margin:.75rem .75rem 0 0;font:inherit;font-weight:600;color:#111827;background:#fff;border:0;border-radius:.5rem;cursor:pointer';

function wordsFor(isReadable: boolean, isOffline: boolean): [title: string, text: string] {
  const name = pageMeta('application-name') ?? 'Sideline';
  const failed = t('{name} did not start', { name });
  if (isReadable && isOffline)
    return [failed, t('You can read this page. The rest opens once you are back online.')];
  if (isReadable) return [failed, t('You can read this page, and its links work. Retry for the rest.')];
  if (isOffline)
    return [t('{name} is not on this device', { name }), t('It opens once you are back online.')];
  return [
    failed,
    t(
      'A part of the app did not arrive. Retry first. Repair fetches the whole app again; you stay signed in.',
    ),
  ];
}

function show(): void {
  if (isShown || page.hasAttribute(startedAttribute)) return;
  isShown = true;
  const isReadable = document.getElementById(rootId)?.hasChildNodes() === true;
  const isOffline = !navigator.onLine;
  const language = languages[documentLanguage(isReadable)];
  setLanguageSource(() => language);
  const [title, text] = wordsFor(isReadable, isOffline);
  const card = add(document.body, 'div', '');
  card.setAttribute('role', 'alert');
  card.lang = language.tag;
  card.style.cssText = cardStyle + (isReadable ? noticeStyle : sheetStyle);
  add(card, 'h2', title).style.cssText =
    `font-size:${isReadable ? 1 : 1.25}rem;font-weight:700;margin:0 0 .25rem`;
  add(card, 'p', text).style.margin = '0';
  const addButton = (label: string, act: () => unknown) => {
    const button = add(card, 'button', label);
    button.onclick = act;
    button.style.cssText = buttonStyle;
  };
  addButton(t('Retry'), () => location.reload());
  if (!isOffline) addButton(t('Repair'), repair);
  // Keeps the end of the page and the focused element clear of the card.
  if (isReadable)
    document.body.style.paddingBottom = page.style.scrollPaddingBottom = `${card.offsetHeight + 104}px`;
  void moveToNext();
}

addEventListener(repairEvent, repair);
// A script that fails to load (its error event does not bubble), or that throws before the app runs.
addEventListener(
  'error',
  (event) => {
    if (!(event.target instanceof HTMLScriptElement) && !event.error) return;
    if (document.body) show();
    else addEventListener('DOMContentLoaded', show);
  },
  true,
);
const asked = page.getAttribute(startGuardTriggerAttribute);
if (asked) (asked === 'error' ? show : repair)();
