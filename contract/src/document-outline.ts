/**
 * Finds where in a picture the document lies: what differs from the colour that runs along the picture's edges. It says
 * nothing where that is not clear, because everything that follows from it is advice.
 */

/** Pixels row by row, three bytes each. */
export interface ColourRaster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Outline {
  /** In pixels of the raster; right and bottom are the last ones inside. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Share of each side of the picture that the document covers: top, right, bottom, left. */
  readonly covered: readonly [number, number, number, number];
}

/** In sums over three channels: tables and shadows vary by less. */
const DIFFERENT = 60;
/** Of rows and columns, what must differ for them to belong to the document. */
const FILLED = 0.25;
/** A ring along the edges, as a share of the shorter side. */
const RING = 0.02;

export function findOutline(raster: ColourRaster): Outline | undefined {
  const { width, height } = raster;
  const isDocument = differsFromEdges(raster);
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isDocument[y * width + x]) {
        columns[x] = (columns[x] ?? 0) + 1;
        rows[y] = (rows[y] ?? 0) + 1;
      }
  const across = span(columns);
  const down = span(rows);
  if (!across || !down) return undefined;
  const share = (length: number, at: (step: number) => number): number => {
    let count = 0;
    for (let step = 0; step < length; step += 1) count += isDocument[at(step)] ?? 0;
    return count / length;
  };
  return {
    ...{ left: across[0], right: across[1], top: down[0], bottom: down[1] },
    covered: [
      share(width, (x) => x),
      share(height, (y) => y * width + width - 1),
      share(width, (x) => (height - 1) * width + x),
      share(height, (y) => y * width),
    ],
  };
}

/** One for each pixel of another colour than the median of the edges. */
function differsFromEdges({ data, width, height }: ColourRaster): Uint8Array {
  const ring = Math.max(1, Math.round(RING * Math.min(width, height)));
  const edges: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (y >= ring && y < height - ring && x === ring) x = width - ring;
      for (const channel of [0, 1, 2] as const) edges[channel].push(data[(y * width + x) * 3 + channel] ?? 0);
    }
  const [red, green, blue] = edges.map((values) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0);
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < mask.length; index += 1) {
    const distance =
      Math.abs((data[index * 3] ?? 0) - (red ?? 0)) +
      Math.abs((data[index * 3 + 1] ?? 0) - (green ?? 0)) +
      Math.abs((data[index * 3 + 2] ?? 0) - (blue ?? 0));
    mask[index] = distance > DIFFERENT ? 1 : 0;
  }
  return mask;
}

/** First and last place that is filled, undefined when that is less than half of the picture. */
function span(counts: Uint32Array): [number, number] | undefined {
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const isFilled = (count: number): boolean => count > FILLED * most;
  const first = counts.findIndex(isFilled);
  const last = counts.findLastIndex(isFilled);
  return first === -1 || last - first < counts.length * 0.4 ? undefined : [first, last];
}
