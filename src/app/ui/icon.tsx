// Icons of the app's own frame. Decorative: the control or text beside one says what it means.
import { bodies } from 'virtual:chrome-icons';
import type { ReactElement } from 'react';
import { createElement } from 'react';
import type { ChromeIconName } from './chrome-icons.ts';

const shapes = new Map<ChromeIconName, ReactElement[]>();

function shapesOf(name: ChromeIconName): ReactElement[] {
  const known = shapes.get(name);
  if (known) return known;
  const drawn = drawShapes(bodies[name] ?? '');
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
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g))
      if (!key.includes('-')) props[key] = value;
    drawn.push(createElement(tag, { ...props, key: drawn.length }));
  }
  return drawn;
}

/** `size` in CSS pixels at 100 % text; it grows with the text. */
export function Icon({ name, size = 20 }: { name: ChromeIconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="icon"
    >
      {shapesOf(name)}
    </svg>
  );
}
