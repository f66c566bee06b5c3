import { expect, test } from 'vitest';
import { randomId } from '#ground/random-id.ts';

test('ids are of one form, and none comes twice', () => {
  const ids = Array.from({ length: 2_000 }, randomId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[\w-]{16}$/.test(id))).toBe(true);
});
