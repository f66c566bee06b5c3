/**
 * A first look at a camera's picture, before it is taken: only what somebody can mend on the spot. What counts is what
 * the server finds in the picture.
 */

export const LIVE_FINDINGS = ['dark', 'fit', 'blurred', 'ready'] as const;
export type LiveFinding = (typeof LIVE_FINDINGS)[number];

/** Mean lightness below which print can't be told from its ground, of 255. */
const DARK = 60;
/** Spread of lightness below which nothing lies in the frame. */
const EMPTY = 14;
/** Mean step between neighbouring points below which edges are soft. */
const SOFT = 3.2;

/** `pixels`: red, green, blue, alpha, row by row. */
export function liveFinding(pixels: Uint8ClampedArray, width: number): LiveFinding {
  const light = lightnessOf(pixels);
  const mean = light.reduce((sum, one) => sum + one, 0) / light.length;
  if (mean < DARK) return 'dark';
  const spread = Math.sqrt(light.reduce((sum, one) => sum + (one - mean) ** 2, 0) / light.length);
  if (spread < EMPTY) return 'fit';
  return meanStep(light, width) < SOFT ? 'blurred' : 'ready';
}

function lightnessOf(pixels: Uint8ClampedArray): Float32Array {
  const light = new Float32Array(pixels.length / 4);
  for (let at = 0; at < light.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    light[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return light;
}

function meanStep(light: Float32Array, width: number): number {
  let sum = 0;
  for (let at = 1; at < light.length; at += 1) {
    if (at % width !== 0) sum += Math.abs((light[at] ?? 0) - (light[at - 1] ?? 0));
  }
  return sum / light.length;
}
