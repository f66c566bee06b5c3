/**
 * Measures what is wrong with a picture of a document, so that somebody can take a better one at once: pure, so that a
 * camera says beforehand what the server will say. The measures and their limits were tuned on drawn documents
 * (docs/identity-documents.md), not on a collection of real photographs: they are advice, and nothing is refused for a
 * fault.
 */
import { type ColourRaster, findOutline, type Outline } from '#document-outline.ts';
import type { PictureFaultCode } from '#entities/registration.ts';

export interface Fault {
  readonly code: PictureFaultCode;
  /** What was measured, in the unit of the limit beside it. */
  readonly measured: number;
  readonly limit: number;
}

/** Pixels along the longer side of the whole picture; below it print of two millimetres has too few to be read. */
export const LEAST_LONG_SIDE = 900;
/** Along the shorter side: a document fills two thirds of what it is long, and a strip of a picture shows none. */
export const LEAST_SHORT_SIDE = 500;
/** Share of the picture that has contrast: of drawn documents a sixth and more, of a wall or an empty sheet nothing. */
export const LEAST_PRINT = 0.04;
/** Lightness from 0 to 255 that nine of ten pixels stay below. */
export const DARKEST = 95;
/** Steepest edges against the contrast around them, both from 0 to 255: a sharp edge takes one or two pixels. */
export const LEAST_SHARPNESS = 0.3;
/** Share of the picture in one burnt-out spot; white paper and the white of a QR code are less bright. */
export const MOST_GLARE = 0.006;
/** Share of a side of the picture that the document may cover. */
export const MOST_COVERED = 0.12;

const BURNT_OUT = 250;
const TILE = 32;

export interface MeasuredPicture {
  /** Of the picture as it is kept. */
  readonly width: number;
  readonly height: number;
  /** The same picture, smaller: about 400 pixels wide. */
  readonly small: ColourRaster;
  /** Lightness at full size, or at 1600 pixels where that is less. */
  readonly grey: { readonly data: Uint8Array; readonly width: number; readonly height: number };
}

export function findFaults({ width, height, small, grey }: MeasuredPicture): Fault[] {
  const lightest = brightness(small, 0.9);
  const { print, sharpness } = measuredPrint(grey);
  const glare = largestSpot(small);
  const outline = findOutline(small);
  const covered = outline ? coveredSide(outline, small) : 0;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const checks: readonly (readonly [boolean, Fault])[] = [
    [print < LEAST_PRINT, { code: 'NO_DOCUMENT', measured: print, limit: LEAST_PRINT }],
    [
      longer < LEAST_LONG_SIDE || shorter < LEAST_SHORT_SIDE,
      longer < LEAST_LONG_SIDE
        ? { code: 'TOO_SMALL', measured: longer, limit: LEAST_LONG_SIDE }
        : { code: 'TOO_SMALL', measured: shorter, limit: LEAST_SHORT_SIDE },
    ],
    [lightest < DARKEST, { code: 'TOO_DARK', measured: lightest, limit: DARKEST }],
    [
      print >= LEAST_PRINT && sharpness < LEAST_SHARPNESS,
      { code: 'BLURRED', measured: sharpness, limit: LEAST_SHARPNESS },
    ],
    [glare > MOST_GLARE, { code: 'GLARE', measured: glare, limit: MOST_GLARE }],
    [covered > MOST_COVERED, { code: 'CORNERS_MISSING', measured: covered, limit: MOST_COVERED }],
  ];
  return checks.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}

/** Lightness below which that share of the picture is. */
function brightness({ data }: ColourRaster, share: number): number {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 3) {
    const light = ((data[at] ?? 0) * 54 + (data[at + 1] ?? 0) * 183 + (data[at + 2] ?? 0) * 19) >> 8;
    histogram[light] = (histogram[light] ?? 0) + 1;
  }
  let count = 0;
  for (let light = 0; light < 256; light += 1) {
    count += histogram[light] ?? 0;
    if (count >= (share * data.length) / 3) return light;
  }
  return 255;
}

/**
 * `print`: the share of tiles that have contrast. `sharpness`: in each of them, the steepest step between two neighbours
 * as a share of the tile's range, and of these the median. It is of the document's print, because a table has no
 * contrast, and it does not ask how light the picture is.
 */
function measuredPrint({ data, width, height }: MeasuredPicture['grey']): { print: number; sharpness: number } {
  const shares: number[] = [];
  let tiles = 0;
  for (let top = 0; top + TILE < height; top += TILE)
    for (let left = 0; left + TILE < width; left += TILE) {
      tiles += 1;
      const share = tileSharpness(data, width, top, left);
      if (share !== undefined) shares.push(share);
    }
  const median = shares.sort((a, b) => a - b)[shares.length >> 1] ?? 0;
  return { print: shares.length / Math.max(1, tiles), sharpness: median };
}

function tileSharpness(data: Uint8Array, width: number, top: number, left: number): number | undefined {
  let darkest = 255;
  let lightest = 0;
  let steepest = 0;
  for (let y = top; y < top + TILE; y += 1)
    for (let x = left; x < left + TILE; x += 1) {
      const here = data[y * width + x] ?? 0;
      darkest = Math.min(darkest, here);
      lightest = Math.max(lightest, here);
      const across = Math.abs(here - (data[y * width + x + 1] ?? 0));
      const down = Math.abs(here - (data[(y + 1) * width + x] ?? 0));
      steepest = Math.max(steepest, across, down);
    }
  const range = lightest - darkest;
  return range < 40 ? undefined : steepest / range;
}

/** The largest connected spot where all three channels are burnt out, as a share of the picture; not along its edges. */
function largestSpot({ data, width, height }: ColourRaster): number {
  const left = new Uint8Array(width * height);
  for (let index = 0; index < left.length; index += 1)
    left[index] =
      Math.min(data[index * 3] ?? 0, data[index * 3 + 1] ?? 0, data[index * 3 + 2] ?? 0) >= BURNT_OUT ? 1 : 0;
  let largest = 0;
  for (let start = 0; start < left.length; start += 1)
    if (left[start]) largest = Math.max(largest, spotSize(left, width, height, start));
  return largest / left.length;
}

/** Empties the spot that it counts; one that runs along an edge is a white table, and counts nothing. */
function spotSize(left: Uint8Array, width: number, height: number, start: number): number {
  const waiting = [start];
  left[start] = 0;
  let size = 0;
  let atEdge = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    size += 1;
    const x = at % width;
    const y = (at - x) / width;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) atEdge += 1;
    for (const next of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width])
      if (left[next]) {
        left[next] = 0;
        waiting.push(next);
      }
  }
  return atEdge > width / 4 ? 0 : size;
}

/** The most covered side, unless the document fills the picture as a scanner cuts it. */
function coveredSide(outline: Outline, { width, height }: ColourRaster): number {
  const fills = (outline.right - outline.left + 1) / width > 0.97 && (outline.bottom - outline.top + 1) / height > 0.97;
  return fills && Math.min(...outline.covered) > 0.6 ? 0 : Math.max(...outline.covered);
}
