// Every number of the contract has bounds that its column holds.
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/values/limits.ts';
import { openApiDocument } from '../../src/server/system/openapi.ts';

type Node = { type?: unknown; minimum?: number; maximum?: number };

/** The paths of all numbers in a schema document without a lower and an upper bound in 32 bits. */
function unbounded(node: unknown, path: string): string[] {
  if (Array.isArray(node)) return node.flatMap((item, at) => unbounded(item, `${path}.${at}`));
  if (typeof node !== 'object' || node === null) return [];
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = node as Node;
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
  const fits = minimum >= -limits.int32Max - 1 && maximum <= limits.int32Max;
  return [
    ...(isNumber && !fits ? [path] : []),
    ...Object.entries(node).flatMap(([name, value]) => unbounded(value, `${path}.${name}`)),
  ];
}

test('every number in a body, a query or an answer has bounds that fit into 32 bits', () => {
  const { paths, components } = openApiDocument();
  // No column holds the numbers of a problem.
  const { Problem: _, ...schemas } = components.schemas;
  expect(unbounded({ paths, schemas }, 'document')).toEqual([]);
  // Guard: the search does find numbers.
  expect(JSON.stringify({ paths, schemas }).match(/"integer"/g)?.length).toBeGreaterThan(50);
});

test('a number without an upper bound is found', () => {
  expect(unbounded({ a: [{ type: 'integer', minimum: 0 }] }, 'x')).toEqual(['x.a.0']);
});
