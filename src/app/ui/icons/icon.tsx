// Icons of the app's own frame. Decorative: the control or text beside an icon gives its meaning.
import { bodies as firstBodies } from 'virtual:chrome-icons/first';
import type { ReactElement } from 'react';
import { createElement, useEffect } from 'react';
import { createStore } from '../../data/store.ts';
import { useStore } from '../../data/use-store.ts';
import type { ChromeIconName } from './chrome-icons.ts';

const bodies = createStore<Record<string, string>>(() => firstBodies);
const shapes = new Map<ChromeIconName, ReactElement[]>();

/** Loads the icons that the first load does without. */
export async function loadIcons(): Promise<void> {
  if (bodies.get() !== firstBodies) return;
  const { bodies: others } = await import('virtual:chrome-icons/more');
  bodies.dispatch({ ...firstBodies, ...others });
}

function shapesOf(name: ChromeIconName, body: string): ReactElement[] {
  const known = shapes.get(name);
  if (known) return known;
  const elements = shapeElements(body);
  shapes.set(name, elements);
  return elements;
}

/**
 * The shapes of a line icon's body as React elements. Lucide's icons contain nothing else, so innerHTML and
 * Trusted Types are not needed.
 */
export function shapeElements(body: string): ReactElement[] {
  const elements: ReactElement[] = [];
  for (const [, tag = 'path', attributes = ''] of body.matchAll(
    /<(path|circle|rect|line|polyline|polygon|ellipse)\b([^>]*?)\/?>/g,
  )) {
    const props: Record<string, string> = {};
    // The stroke attributes are set once, for all icons.
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g))
      if (!key.includes('-') && key !== 'stroke' && value !== 'none') props[key] = value;
    elements.push(createElement(tag, { ...props, key: elements.length }));
  }
  return elements;
}

/** `size` in CSS pixels at 100 % text; it grows with the text. */
export function Icon({ name, size = 20 }: { name: ChromeIconName; size?: number }) {
  const body = useStore(bodies, (all) => all[name], bodies.get()[name]);
  // Icons that the first load does without are loaded when one is first rendered. Its space is reserved, and
  // the text beside it has the meaning.
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
