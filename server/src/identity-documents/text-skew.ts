/** Measures how far a picture of text is rotated: at the right angle the lines of text occupy the fewest rows. */

export interface GreyRaster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Degrees to either side; the on-screen frame keeps people within this. */
const WIDEST = 12;
const COARSE_STEP = 1;
const FINE_STEP = 0.2;
const MOST_POINTS = 20_000;
/** How much darker than its surroundings print is, from 0 to 255. */
const DARKER = 16;
const AROUND = 8;

/** Degrees by which the text slopes down to the right; rotating the picture back by as much levels it. */
export function textSkew(raster: GreyRaster): number {
  const points = darkPoints(raster);
  const coarse = bestAngle(points, raster, -WIDEST, WIDEST, COARSE_STEP);
  return bestAngle(points, raster, coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP);
}

function bestAngle(points: Int32Array, raster: GreyRaster, from: number, to: number, step: number): number {
  let best = { angle: 0, score: -1 };
  for (let angle = from; angle <= to + step / 2; angle += step) {
    const score = sharpnessOfRows(points, raster, (angle * Math.PI) / 180);
    if (score > best.score) best = { angle, score };
  }
  return best.angle;
}

/** Sum of the squared row counts: the same points in fewer rows give a larger sum. */
function sharpnessOfRows(points: Int32Array, { width, height }: GreyRaster, radians: number): number {
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const rows = new Float64Array(width + 2 * height);
  for (let at = 0; at < points.length; at += 2) {
    const row = Math.round((points[at + 1] ?? 0) * cosine - (points[at] ?? 0) * sine) + width;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  return rows.reduce((sum, count) => sum + count * count, 0);
}

/** x and y, alternating, of pixels darker than the square around them. */
function darkPoints({ data, width, height }: GreyRaster): Int32Array {
  const sums = sumTable(data, width, height);
  const found: number[] = [];
  const area = (2 * AROUND + 1) ** 2;
  for (let y = AROUND; y < height - AROUND - 1; y += 1)
    for (let x = AROUND; x < width - AROUND - 1; x += 1) {
      const [top, bottom] = [(y - AROUND) * (width + 1), (y + AROUND + 1) * (width + 1)];
      const [left, right] = [x - AROUND, x + AROUND + 1];
      const sum =
        (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
      if ((data[y * width + x] ?? 0) < sum / area - DARKER) found.push(x, y);
    }
  const every = Math.max(1, Math.ceil(found.length / 2 / MOST_POINTS));
  return Int32Array.from(found.filter((_, index) => Math.floor(index / 2) % every === 0));
}

/** The entry at (y, x) is the sum of everything above and to the left. */
function sumTable(data: Uint8Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}
