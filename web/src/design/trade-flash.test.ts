import { expect, test } from 'vitest';
import { tradeFlash } from '#design/trade-flash.ts';

test.each([
  [1, 'up', 'motion-safe:bg-up-soft'],
  [-1, 'up', 'motion-safe:bg-surface-3'],
  [1, 'floor', 'motion-safe:bg-surface-3'],
  [-1, 'unchanged', 'motion-safe:bg-down-soft'],
  [0, 'up', 'motion-safe:bg-ref-soft'],
  [null, 'up', null],
])('a move of %s behind a number that stands %s', (move, tone, colour) => expect(tradeFlash(move, tone)).toBe(colour));
