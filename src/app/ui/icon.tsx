// Icons of the app's own frame. Decorative: the control or text beside one says what it means.
import { bodies as firstBodies } from 'virtual:chrome-icons/first';
import type { ReactElement } from 'react';
import { createElement } from 'react';
import type { ChromeIconName } from './chrome-icons.ts';

const bodies: Record<string, string> = { ...firstBodies };
const shapes = new Map<ChromeIconName, ReactElement[]>();

/** Adds icons that came later, by name. */
export function addIcons(more: Record<string, string>): void {
  Object.assign(bodies, more);
}

function shapesOf(name: ChromeIconName): ReactElement[] {
  const known = shapes.get(name);
  if (known) return known;
  const body = bodies[name];
  // A first screen that uses one of the others: add it to the first ones.
  if (body === undefined) {
    console.error(`The icon ${name} has not been loaded.`);
    return [];
  }
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
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      className="icon"
    >
      {shapesOf(name)}
    </svg>
  );
}
