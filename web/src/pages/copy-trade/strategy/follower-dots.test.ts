import { expect, test } from 'vitest';
import { placedDots } from '#pages/copy-trade/strategy/follower-dots.tsx';

const WIDTH = 480;

test.each([
  ['all of them lost', ['-12.20', '-10.80', '-0.02']],
  ['all of them won', ['0.40', '12.20']],
  ['nobody has moved', ['0.00', '0.00']],
  ['some of each', ['-8.00', '0.00', '31.50']],
])('%s: every dot is between the ends, in order', (_, returns) => {
  const { placed, zeroX } = placedDots(returns, WIDTH);
  const places = placed.map(({ x }) => x);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const x of [...places, zeroX]) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(WIDTH);
  }
});
