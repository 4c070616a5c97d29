// Compiles the contract's answer schemas to compact shapes at build time. Page and worker validate responses and saved
// answers with them (src/offline/answer-shapes.ts), so that neither bundles zod.
import type { Plugin } from 'vite';
import { z } from 'zod';
import { api } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { AnswerShapes, Shape, ShapeNode } from '../contract/shapes.ts';

type JsonSchema = {
  type?: string | string[] | undefined;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
};

/** The shapes of all JSON answers by call; a call without a body has only a status. */
export function answerShapes(): AnswerShapes {
  const nodes: ShapeNode[] = [];
  const known = new Map<string, number>();
  const add = (node: ShapeNode): number => {
    const text = JSON.stringify(node);
    const index = known.get(text) ?? nodes.push(node) - 1;
    known.set(text, index);
    return index;
  };
  const shapeOf = (schema: JsonSchema, name = ''): Shape => {
    if (Array.isArray(schema.type)) {
      const types = schema.type.filter((type) => type !== 'null');
      const shape = shapeOf({ ...schema, type: types.length === 1 ? types[0] : undefined }, name);
      return types.length < schema.type.length ? nullable(shape) : shape;
    }
    const options = schema.anyOf ?? schema.oneOf;
    if (options) {
      const others = options.filter(({ type }) => type !== 'null').map((option) => shapeOf(option, name));
      const [only = 'x'] = others;
      const shape = others.length > 1 ? add({ any: others }) : only;
      return others.length < options.length ? nullable(shape) : shape;
    }
    if (schema.properties) {
      const required = new Set(schema.required);
      const fields = Object.entries(schema.properties).map(([key, field]): [string, Shape] => [
        required.has(key) ? key : `${key}?`,
        shapeOf(field, key),
      ]);
      return add({ fields: Object.fromEntries(fields) });
    }
    if (schema.type === 'array') return add({ items: shapeOf(schema.items ?? {}) });
    if (typeof schema.additionalProperties === 'object')
      return add({ values: shapeOf(schema.additionalProperties) });
    if (schema.type === 'object') return add({ fields: {} });
    return primitiveOf(schema, name);
  };
  const calls = Object.entries<Endpoint>(api)
    .filter(([, { answerType }]) => answerType === undefined)
    .map(([call, { status, answer }]): [string, AnswerShapes['calls'][string]] => [
      call,
      answer === null ? [status] : [status, shapeOf(z.toJSONSchema(answer, options) as JsonSchema)],
    ]);
  return { nodes, calls: Object.fromEntries(calls) };
}

/** The same shapes for the page, shorter: a node that is used once, and not as a nullable one, stands in its place. */
function nested({ nodes, calls }: AnswerShapes): AnswerShapes {
  const indices = [...nodes.flatMap(shapesIn), ...Object.values(calls).map(([, shape]) => shape)];
  const isShared = (index: number) =>
    indices.includes(~index) || indices.indexOf(index) !== indices.lastIndexOf(index);
  const shared: ShapeNode[] = [];
  const places: Shape[] = [];
  const placed = (shape: Shape): Shape => {
    if (typeof shape !== 'number') return shape;
    return shape < 0 ? ~(places[~shape] as number) : (places[shape] as Shape);
  };
  // A node comes after all that it refers to.
  for (const [index, node] of nodes.entries()) {
    const inner = withShapes(node, placed);
    places.push(isShared(index) ? shared.push(inner) - 1 : inner);
  }
  const answers = Object.entries(calls).map(([call, [status, shape]]) => [
    call,
    shape === undefined ? [status] : [status, placed(shape)],
  ]);
  return { nodes: shared, calls: Object.fromEntries(answers) };
}

function shapesIn(node: ShapeNode): Shape[] {
  if ('fields' in node) return Object.values(node.fields);
  if ('any' in node) return node.any;
  return ['items' in node ? node.items : node.values];
}

function withShapes(node: ShapeNode, change: (shape: Shape) => Shape): ShapeNode {
  if ('any' in node) return { any: node.any.map(change) };
  if ('items' in node) return { items: change(node.items) };
  if ('values' in node) return { values: change(node.values) };
  const fields = Object.entries(node.fields).map(([name, shape]) => [name, change(shape)]);
  return { fields: Object.fromEntries(fields) };
}

const options = { io: 'output', unrepresentable: 'any' } as const;

/** A nullable shape: `s?` for a primitive, the bitwise complement of the index for a node. */
const nullable = (shape: Shape): Shape => (typeof shape === 'number' ? ~shape : `${shape}?`);

function primitiveOf(schema: JsonSchema, name: string): Shape {
  // An enum is a string here: a newer server may have values that this page does not know.
  const sample = schema.const ?? schema.enum?.[0];
  const type = schema.type ?? (sample === undefined ? 'any' : typeof sample);
  if (type === 'string') {
    if (schema.format === 'date-time') return 't';
    if (schema.format === 'date') return 'd';
    return name === 'currency' ? 'c' : 's';
  }
  if (type === 'number' || type === 'integer') return 'n';
  return type === 'boolean' ? 'b' : 'x';
}

/** Provides `virtual:answer-shapes` to page, worker and tests. */
export function answerShapesModule(): Plugin {
  const id = 'virtual:answer-shapes';
  return {
    name: 'answer-shapes',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}`
        ? `export const shapes = JSON.parse(${JSON.stringify(JSON.stringify(nested(answerShapes())))})`
        : undefined,
  };
}
