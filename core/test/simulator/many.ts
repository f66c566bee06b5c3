/**
 * Runs many seeds in a row, for `npm run prove`: `many.ts <seeds> <steps> [foreign|plain] [first seed]`. Prints the
 * first failing one and exits with 1. Without a behaviour each seed draws its own.
 */
import { isBehaviour } from '#test/simulator/exchange-behaviour.ts';
import { simulate } from '#test/simulator/simulate.ts';

const [seeds = '0', steps = '0', wanted = '', first = '1'] = process.argv.slice(2);
const behaviour = isBehaviour(wanted) ? wanted : undefined;
const last = Number(first) + Number(seeds) - 1;
const startedAt = performance.now();
for (let seed = Number(first); seed <= last; seed += 1) {
  const result = simulate(seed, Number(steps), { behaviour });
  if ('invariant' in result) {
    console.log(JSON.stringify(result));
    process.exit(1);
  }
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
const of = behaviour === undefined ? '' : ` of ${behaviour} behaviour`;
console.log(`${seeds} seeds${of} of ${steps} steps, no invariant broken, ${seconds} s`);
