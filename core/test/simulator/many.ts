/** Many seeds in a row, for `npm run prove`: prints the first that fails and ends with 1. */
import { simulate } from './simulate.ts';

const [seeds, steps] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
for (let seed = 1; seed <= (seeds ?? 0); seed += 1) {
  const result = simulate(seed, steps ?? 0);
  if ('invariant' in result) {
    console.log(JSON.stringify(result));
    process.exit(1);
  }
}
console.log(
  `${seeds} seeds of ${steps} steps, no invariant broken, ${Math.round((performance.now() - startedAt) / 1000)} s`,
);
