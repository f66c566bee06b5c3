import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeFault } from '#http/json-body.ts';

describe('depth', () => {
  /** The least depth at which the text is not refused. */
  const depthOf = (text: string) => {
    let depth = 0;
    while (shapeFault(text, depth) === 'depth') depth += 1;
    return depth;
  };

  test.each([
    ['', 0],
    ['1', 0],
    ['{}', 1],
    ['{"a":[{}]}', 3],
    ['[[],[],[[]]]', 3],
    ['{"a":"[[[[{{{{"}', 1],
    ['{"a":"\\"[[[["}', 1],
    ['{"a":"\\\\"},[[', 2],
    [']]]][', 1],
    ['['.repeat(500), 500],
  ])('of %j is %i', (text, depth) => {
    expect(depthOf(text)).toBe(depth);
  });
});

describe('a name of two members', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"a":1,"c":[{"d":1 , "d" :1}]}}', 'd'],
    ['{"a":[],"a":{}}', 'a'],
    ['{"a":"x","b":"y","a":"z"}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\"":1,"\\u0022":2}', '"'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":"\\\\","a":1}', 'a'],
    ['\n{\t"a"\r:1,\n"a":1}', 'a'],
  ])('%s', (text, repeated) => {
    expect(shapeFault(text)).toEqual({ repeated });
  });

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a","c":["a","a"]}',
    '{"a":"\\"a\\":1,","b":1}',
    '{"A":1,"a":2}',
    '["a","a"]',
    '"a"',
    '{"a":{"b":1},"b":2}',
    '{"a":["b",{"c":1}],"b":"c","c":1}',
  ])('is not in %s', (text) => {
    expect(shapeFault(text)).toBeUndefined();
  });

  test.each(['{"a', '{"a\\', '{"a\\"', '}{', '{"a":1,"a\\u00":2,"a\\u00":2}', '{,"a","a"'])(
    'is looked for to the end of %j',
    (text) => {
      expect(() => shapeFault(text)).not.toThrow();
    },
  );
});

/** A JSON value of which each object is a list of members, so that names may repeat. */
type Tree =
  | string
  | number
  | boolean
  | null
  | readonly Tree[]
  | { readonly members: readonly (readonly [string, Tree])[] };

const name = fc.oneof(fc.constantFrom('a', 'b', '"', '\\', ',', '{', 'é', '😀', ''), fc.string({ maxLength: 3 }));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.record({ members: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }) }),
  ),
}));

/** Writes it with any spaces, and its texts with any spelling of their letters. */
function written(value: Tree, draw: () => number): string {
  const space = () => ['', ' ', '\n\t', '\r '][draw() % 4] ?? '';
  const quoted = (text: string) =>
    `"${[...Array(text.length).keys()]
      .map((at) => {
        const unit = text.charCodeAt(at);
        const isPlain = draw() % 3 > 0 && unit >= 0x20 && unit !== 0x22 && unit !== 0x5c;
        return isPlain ? text[at] : `\\u${unit.toString(16).padStart(4, '0')}`;
      })
      .join('')}"`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inside = (parts: readonly string[]) => space() + parts.join(`${space()},${space()}`) + space();
  if (!('members' in value)) return `[${inside(value.map((one) => written(one, draw)))}]`;
  return `{${inside(value.members.map(([key, one]) => `${quoted(key)}${space()}:${space()}${written(one, draw)}`))}}`;
}

function repeats(value: Tree): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('members' in value)) return value.some(repeats);
  const names = value.members.map(([key]) => key);
  return new Set(names).size < names.length || value.members.some(([, one]) => repeats(one));
}

test('exactly the texts with a repeated name are found, however they are written', () => {
  let [found, clean] = [0, 0];
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.nat(11)), (value, draws) => {
      const text = written(value, () => draws.next().value ?? 0);
      // The writer of this test writes JSON.
      JSON.parse(text);
      const isFound = typeof shapeFault(text, 100) === 'object';
      if (isFound) found += 1;
      else clean += 1;
      expect(isFound).toBe(repeats(value));
    }),
    { seed: 149, numRuns: 5000 },
  );
  expect(Math.min(found, clean)).toBeGreaterThan(500);
});

test('a long text takes no longer than its length', () => {
  const started = performance.now();
  for (const text of ['"'.repeat(65_536), '\\'.repeat(65_536), '{"\\\\'.repeat(16_000), `"${'\\'.repeat(65_000)}`])
    shapeFault(text);
  shapeFault(`{${Array.from({ length: 7000 }, (_, at) => `"k${at}":1`).join()}}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
