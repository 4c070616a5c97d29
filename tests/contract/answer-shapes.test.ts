// The compiled response validators of page and worker: they accept what the schemas accept and cover every
// field.
import { describe, expect, it } from 'vitest';
import { answerShapes } from '../../src/build/answer-shapes.ts';
import { api } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';

const { nodes, calls } = answerShapes();

describe('the compiled response validators', () => {
  it.each(Object.entries<Endpoint>(api).filter(([, { answerType }]) => answerType === undefined))(
    'cover %s: its status, and a shape where it has a body',
    (call, { status, answer }) => {
      expect(calls[call]?.[0]).toBe(status);
      expect(calls[call]?.[1] !== undefined).toBe(answer !== null);
    },
  );

  it('refer to nodes that exist', () => {
    const refs = nodes.flatMap((node) =>
      'fields' in node
        ? Object.values(node.fields)
        : 'any' in node
          ? node.any
          : ['items' in node ? node.items : node.values],
    );
    const numbers = refs.filter((ref) => typeof ref === 'number').map((ref) => (ref < 0 ? ~ref : ref));
    expect(numbers.filter((index) => nodes[index] === undefined)).toEqual([]);
    expect(numbers.length).toBeGreaterThan(100);
  });

  it('require a field that is never null, so that an empty object is not a valid answer', () => {
    const open = Object.entries(calls).filter(([, [, shape]]) => {
      const node = typeof shape === 'number' ? nodes[shape < 0 ? ~shape : shape] : undefined;
      const isSure = ([name, field]: [string, unknown]) =>
        !name.endsWith('?') && (typeof field === 'number' ? field >= 0 : !String(field).endsWith('?'));
      return node && 'fields' in node && !Object.entries(node.fields).some(isSure);
    });
    expect(open.map(([call]) => call)).toEqual([]);
  });

  it('distinguish instants, days and currencies from other strings', () => {
    const fields = Object.assign({}, ...nodes.map((node) => ('fields' in node ? node.fields : {})));
    expect(fields).toMatchObject({
      startsAt: 't',
      birthDate: 'd?',
      currency: 'c',
      name: 's',
      items: expect.any(Number),
    });
  });
});
