/**
 * The picture of the sign-in page: prices of one season fanning out from one point. Drawn from a fixed seed, so that it
 * is the same on every visit and in every screenshot; the prices are not real.
 */
import { linePath, type Place } from '#design/plot/plot.ts';

const LINES = 15;
const POINTS = 70;
const WIDTH = 760;
const HIGHLIGHT = 7;

/** A small generator (mulberry32): a picture needs repeatable noise, not good noise. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random walk from the bundle on the left to its own end on the right. */
function seasonPath(index: number): string {
  const random = noise(2026 + index * 97);
  const start = 306 - index * 2.5;
  const end = 60 + index * 25;
  const roughness = 7 + index * 0.5;
  let drift = 0;
  const points = Array.from({ length: POINTS }, (_, step): Place => {
    const part = step / (POINTS - 1);
    drift = drift * 0.93 + (random() - 0.5) * roughness * 2;
    const eased = part ** 1.35;
    // The noise grows from the calm bundle towards the end.
    const y = start + (end - start) * eased + drift * Math.min(1, 0.35 + part * 1.6);
    return [part * WIDTH, y];
  });
  return linePath(points);
}

const PATHS = Array.from({ length: LINES }, (_, index) => seasonPath(index));

export function SeasonLines({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} 460`} preserveAspectRatio="none" fill="none" className={className}>
      {PATHS.map((d, index) => (
        <path
          key={d}
          d={d}
          className="stroke-primary-text"
          vectorEffect="non-scaling-stroke"
          strokeWidth={index === HIGHLIGHT ? 1.75 : 1}
          strokeOpacity={index === HIGHLIGHT ? 0.9 : 0.12 + index * 0.014}
        />
      ))}
    </svg>
  );
}
