// Validates answers of the API against their shapes, when they arrive and when they are read back from the device.
import { shapes } from 'virtual:answer-shapes';
import type { Shape } from '../contract/shapes.ts';
import { pathPattern } from './path-pattern.ts';

/** The success status of a call, and whether its answer has a body; null for a call that this version does not know. */
export function successOf(call: string): { status: number; hasBody: boolean } | null {
  const entry = shapes.calls[call];
  return entry ? { status: entry[0], hasBody: entry[1] !== undefined } : null;
}

/**
 * Whether `data` is valid as the answer of a call. A missing field that is nullable is set to null: the device may have
 * saved the answer before the field existed.
 */
export function isAnswerOf(call: string, data: unknown): boolean {
  const shape = shapes.calls[call]?.[1];
  return shape !== undefined && fits(data, shape);
}

type Matcher = { call: string; pattern: RegExp };
let reads: Matcher[] | undefined;

/** The read of a URL, such as `GET /api/events/{id}`; null for a URL without one. */
export function readAt(address: string): string | null {
  reads ??= Object.keys(shapes.calls)
    .filter((call) => call.startsWith('GET '))
    // A static path matches before one with parameters.
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((call) => ({ call, pattern: pathPattern(call.slice('GET '.length)) }));
  const path = address.split('?', 1)[0] ?? '';
  return reads.find(({ pattern }) => pattern.test(path))?.call ?? null;
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'x') return true;
  if (typeof shape === 'string') return value === null ? isNullable(shape) : fitsText(value, shape);
  if (value === null) return isNullable(shape);
  const node = typeof shape === 'number' ? shapes.nodes[shape < 0 ? ~shape : shape] : shape;
  if (node === undefined || typeof value !== 'object') return false;
  if ('any' in node) return node.any.some((option: Shape) => fits(value, option));
  if ('items' in node) return Array.isArray(value) && value.every((item) => fits(item, node.items));
  if (Array.isArray(value)) return false;
  if ('values' in node) return Object.values(value).every((item) => fits(item, node.values));
  const fields = value as Record<string, unknown>;
  for (const name in node.fields) {
    const isOptional = name.endsWith('?');
    const field = fields[isOptional ? name.slice(0, -1) : name];
    const shape = node.fields[name] as Shape;
    if (field === undefined && !isOptional && isNullable(shape)) fields[name] = null;
    else if (field === undefined ? !isOptional : !fits(field, shape)) return false;
  }
  return true;
}

const isNullable = (shape: Shape) =>
  typeof shape === 'string' ? shape.endsWith('?') : typeof shape === 'number' && shape < 0;

function fitsText(value: unknown, shape: string): boolean {
  switch (shape[0]) {
    case 'n':
      return Number.isFinite(value);
    case 'b':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string' && (texts[shape[0] as string]?.(value) ?? true);
  }
}

/** Formats that screens pass to `Date` and `Intl.NumberFormat`, which throw at other texts. */
const texts: Record<string, (text: string) => boolean> = {
  t: (text) => text.endsWith('Z') && !Number.isNaN(Date.parse(text)),
  d: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  c: (text) => /^[A-Z]{3}$/.test(text),
};
