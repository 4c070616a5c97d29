// Icons of the app's own frame. Decorative: the control or text beside one says what it means.
import { bodies as firstBodies } from 'virtual:chrome-icons/first';
import type { ReactElement } from 'react';
import { createElement, useEffect, useSyncExternalStore } from 'react';
import type { ChromeIconName } from './chrome-icons.ts';

const bodies: Record<string, string> = { ...firstBodies };
const shapes = new Map<ChromeIconName, ReactElement[]>();
const listeners = new Set<() => void>();
let isWhole = false;

/** Loads the icons that the first load does without. */
export async function loadIcons(): Promise<void> {
  if (isWhole) return;
  const { bodies: others } = await import('virtual:chrome-icons/more');
  isWhole = true;
  Object.assign(bodies, others);
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function shapesOf(name: ChromeIconName, body: string): ReactElement[] {
  const known = shapes.get(name);
  if (known) return known;
  const drawn = drawShapes(body);
  shapes.set(name, drawn);
  return drawn;
}

/** The shapes of a line icon's body as elements: Lucide's hold nothing else, and so innerHTML and Trusted Types stay out of it. */
export function drawShapes(body: string): ReactElement[] {
  const drawn: ReactElement[] = [];
  for (const [, tag = 'path', attributes = ''] of body.matchAll(
    /<(path|circle|rect|line|polyline|polygon|ellipse)\b([^>]*?)\/?>/g,
  )) {
    const props: Record<string, string> = {};
    // How lines are drawn is said once, for all icons.
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g))
      if (!key.includes('-') && key !== 'stroke' && value !== 'none') props[key] = value;
    drawn.push(createElement(tag, { ...props, key: drawn.length }));
  }
  return drawn;
}

/** `size` in CSS pixels at 100 % text; it grows with the text. */
export function Icon({ name, size = 20 }: { name: ChromeIconName; size?: number }) {
  const bodyNow = () => bodies[name];
  const body = useSyncExternalStore(follow, bodyNow, bodyNow);
  // Beside a list's own icons the others come when something shows one; its place is kept, and its words say it meanwhile.
  useEffect(() => {
    if (body === undefined) loadIcons().catch(() => {});
  }, [body]);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      className="icon"
    >
      {body === undefined ? null : shapesOf(name, body)}
    </svg>
  );
}
