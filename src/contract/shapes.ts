// The shapes of answers as compact data, which app and worker validate answers against. Types only.

/**
 * `s` text, `t` instant, `d` day, `c` currency, `n` number, `b` boolean, `x` anything including null; a `?` suffix makes
 * it nullable. A number is the index of a node, its complement (`~index`) a nullable one. A node that is used once stands
 * in its place.
 */
export type Shape = string | number | ShapeNode;

/** The fields of an object (a `?` suffix marks an optional one), the items of an array, the values of a record, or a union. */
export type ShapeNode =
  | { fields: Record<string, Shape> }
  | { items: Shape }
  | { values: Shape }
  | { any: Shape[] };

/** `calls`: the success status of each call, and the shape of its body, if any. */
export type AnswerShapes = { nodes: ShapeNode[]; calls: Record<string, [status: number, shape?: Shape]> };
