import { expect, test } from 'vitest';
import { depthOf } from '#http/json-body.ts';

test.each([
  ['', 0],
  ['1', 0],
  ['{}', 1],
  ['{"a":[{}]}', 3],
  ['[[],[],[[]]]', 3],
  ['{"a":"[[[[{{{{"}', 1],
  ['{"a":"\\"[[[["}', 1],
  ['{"a":"\\\\"},[[', 2],
  [']]]][', 0],
  ['['.repeat(50_000), 50_000],
])('the depth of %j is %i', (text, depth) => {
  expect(depthOf(text)).toBe(depth);
});
