/** What a camera's picture is said to lack, by pictures that lack just that. */
import { expect, test } from 'vitest';
import { liveFinding } from '#pages/account-overview/ekyc/frame-quality.ts';

const WIDTH = 64;
const HEIGHT = 40;

function frame(lightAt: (x: number, y: number) => number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const light = lightAt(x, y);
      pixels.set([light, light, light, 255], (y * WIDTH + x) * 4);
    }
  }
  return pixels;
}

test.each([
  ['print in the light', (x: number) => (x % 4 < 2 ? 90 : 220), 'ready'],
  ['the same in the dark', (x: number) => (x % 4 < 2 ? 15 : 45), 'dark'],
  ['a bare table', () => 150, 'fit'],
  ['soft shapes only', (x: number) => 90 + 2 * x, 'blurred'],
] as const)('%s', (_what, lightAt, finding) => {
  expect(liveFinding(frame(lightAt), WIDTH)).toBe(finding);
});
