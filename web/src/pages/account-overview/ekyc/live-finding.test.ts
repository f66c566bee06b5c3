/** What a camera's picture is said to lack, by drawn pictures that lack just that. */
import { expect, test } from 'vitest';
import { liveFinding, measured } from '#pages/account-overview/ekyc/live-finding.ts';

const WIDTH = 800;
const HEIGHT = 504;
const TABLE = 60;

type Lightness = (x: number, y: number) => number;

function seen(lightAt: Lightness) {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = (y * WIDTH + x) * 4;
      pixels.fill(lightAt(x, y), at, at + 3);
      pixels[at + 3] = 255;
    }
  }
  return measured(pixels, WIDTH, HEIGHT);
}

/** A card on a table, with print on it, `margin` from the edges of the picture. */
const card =
  (margin: number, print: Lightness): Lightness =>
  (x, y) =>
    x < margin || y < margin || x >= WIDTH - margin || y >= HEIGHT - margin ? TABLE : print(x, y);
const sharp: Lightness = (x) => (x % 16 < 8 ? 130 : 220);
const soft: Lightness = (x) => 175 + 45 * Math.sin(x / 12);
const burnt: Lightness = (x, y) => (Math.hypot(x - 400, y - 250) < 40 ? 255 : sharp(x, y));

test.each([
  ['a card in the frame', card(40, sharp), 'ready'],
  ['the same in the dark', card(40, (x, y) => sharp(x, y) / 5), 'dark'],
  ['a bare table', () => 150, 'fit'],
  ['a card too far away', card(170, sharp), 'fit'],
  ['a card beyond the edges', card(0, (x, y) => (y < 300 ? sharp(x, y) : TABLE)), 'fit'],
  ['a lamp on the card', card(40, burnt), 'glare'],
  ['soft print', card(40, soft), 'blurred'],
] as const)('%s', (_what, lightAt, finding) => {
  expect(liveFinding(seen(lightAt), null)).toBe(finding);
});

test('a hand that moves is told to hold still, and no more once it does', () => {
  const before = seen(card(40, sharp));
  const moved = seen(card(40, (x, y) => sharp(x + 6, y)));
  expect(liveFinding(moved, before.small)).toBe('moving');
  expect(liveFinding(moved, moved.small)).toBe('ready');
});
