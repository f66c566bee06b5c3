/**
 * What a camera sees, before a picture is taken: the one thing to mend first, by the rule that the server measures the
 * picture with, and whether the hand is still.
 */
import { type ColourRaster, findOutline } from '@mua/contract/document-outline';
import type { PictureFaultCode } from '@mua/contract/entities/registration';
import { findFaults, type MeasuredPicture } from '@mua/contract/picture-faults';

export type LiveFinding = 'dark' | 'fit' | 'glare' | 'moving' | 'blurred' | 'ready';

/** A few, because somebody mends one thing at a time; size is the camera's, and nobody's to mend. */
const MENDED_IN_ORDER = [
  ['TOO_DARK', 'dark'],
  ['CORNERS_MISSING', 'fit'],
  ['GLARE', 'glare'],
  ['BLURRED', 'blurred'],
] as const satisfies readonly (readonly [PictureFaultCode, LiveFinding])[];

/** Pixels across of what is compared with the picture before. */
const SMALL_WIDTH = 400;
/** Along the longer side of what sharpness is measured in. */
const GREY_SIDE = 1600;
/** Lightness from 0 to 255 that a point changes by on the average while a hand moves. */
const STILL = 6;
/** Least share of each side of the picture that a document in the frame takes. */
const FITTED = 0.6;

/** `before`: the picture before, where there was one. */
export function liveFinding(picture: MeasuredPicture, before: ColourRaster | null): LiveFinding {
  const faults = new Set(findFaults(picture).map(({ code }) => code));
  const [, first] = MENDED_IN_ORDER.find(([code]) => faults.has(code)) ?? [];
  if (first === 'dark') return 'dark';
  if (first === 'fit' || !isFitted(picture.small)) return 'fit';
  if (first === 'glare') return 'glare';
  // A picture in motion is blurred as well: the hand comes first.
  const isMoving = before !== null && changeBetween(before, picture.small) > STILL;
  return isMoving ? 'moving' : (first ?? 'ready');
}

/** `pixels`: red, green, blue, alpha, row by row. */
export function measured(pixels: Uint8ClampedArray, width: number, height: number): MeasuredPicture {
  const greyScale = Math.min(1, GREY_SIDE / Math.max(width, height));
  return {
    ...{ width, height },
    small: scaled(pixels, { width, height }, Math.min(1, SMALL_WIDTH / width)),
    grey: greyOf(scaled(pixels, { width, height }, greyScale)),
  };
}

/** The nearest points: a camera's picture is hardly larger than what is wanted. */
function scaled(pixels: Uint8ClampedArray, of: { width: number; height: number }, scale: number): ColourRaster {
  const width = Math.max(1, Math.round(of.width * scale));
  const height = Math.max(1, Math.round(of.height * scale));
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * of.height) / height) * of.width;
    for (let x = 0; x < width; x += 1) {
      const from = (row + Math.floor((x * of.width) / width)) * 4;
      const to = (y * width + x) * 3;
      for (const channel of [0, 1, 2]) data[to + channel] = pixels[from + channel] ?? 0;
    }
  }
  return { data, width, height };
}

function greyOf({ data, width, height }: ColourRaster): MeasuredPicture['grey'] {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = lightnessAt(data, at);
  return { data: grey, width, height };
}

function isFitted(small: ColourRaster): boolean {
  const outline = findOutline(small);
  if (!outline) return false;
  const across = (outline.right - outline.left + 1) / small.width;
  const down = (outline.bottom - outline.top + 1) / small.height;
  return Math.min(across, down) >= FITTED;
}

function changeBetween(before: ColourRaster, now: ColourRaster): number {
  if (before.data.length !== now.data.length) return Number.POSITIVE_INFINITY;
  const count = now.data.length / 3;
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += Math.abs(lightnessAt(before.data, at) - lightnessAt(now.data, at));
  return sum / count;
}

function lightnessAt(data: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0] = [data[at * 3], data[at * 3 + 1], data[at * 3 + 2]];
  return (red * 54 + green * 183 + blue * 19) >> 8;
}
