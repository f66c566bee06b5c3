import { expect, test } from 'vitest';
import { figureText } from '#features/chart/studies/study-axis.ts';

test.each([
  [-4_247_322, 0, '−4\u00a0247\u00a0322'],
  [2_000_000, 0, '2\u00a0000\u00a0000'],
  [-0.125, 2, '−0.13'],
  [70, 2, '70.00'],
])('%d with %d decimals is formatted as %s', (value, decimals, text) => expect(figureText(value, decimals)).toBe(text));
