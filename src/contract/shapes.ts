// How the shape of an answer is written as data, for the checks of page and worker. Types only.

/**
 * `s` text, `t` instant, `d` day, `c` currency, `n` number, `b` boolean, `x` anything, null too; with `?`
 * it may be null. A number is the index of a node, its complement (`~index`) the same where it may be null.
 */
export type Shape = string | number;

/** An object's fields (with `?` behind a name that may be absent), an array's items, a map's values, or one of several. */
export type ShapeNode =
  | { fields: Record<string, Shape> }
  | { items: Shape }
  | { values: Shape }
  | { any: Shape[] };

/** By call: the one success status, and the shape of its body where there is one. */
export type AnswerShapes = { nodes: ShapeNode[]; calls: Record<string, [status: number, shape?: Shape]> };
