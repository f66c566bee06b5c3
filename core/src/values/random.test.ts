import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashText, hashTextTwice } from '#values/random.ts';

test('a text that is read once for two seeds has the hashes that it has for each', () => {
  const anyTextAndSeeds = [fc.string({ unit: 'binary' }), fc.integer(), fc.integer()] as const;
  fc.assert(
    fc.property(...anyTextAndSeeds, (text, one, other) => {
      expect(hashTextTwice(text, one, other)).toEqual([hashText(text, one), hashText(text, other)]);
    }),
  );
});
