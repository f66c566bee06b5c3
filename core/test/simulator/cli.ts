/**
 * `npm run simulate -- --seed N --steps M [--break name] [--behaviour foreign|plain] [--json]`: one line of JSON, exit 0,
 * or 1 with the seed.
 */
import { parseArgs } from 'node:util';
import { BREAKS, isBreakName } from '#test/simulator/breaks.ts';
import { BEHAVIOURS, isBehaviour } from '#test/simulator/exchange-behaviour.ts';
import { simulate } from '#test/simulator/simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '10000' },
    break: { type: 'string' },
    behaviour: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const steps = Number(values.steps);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(steps) || steps < 1) {
  console.error('--seed and --steps are whole numbers');
  process.exit(2);
}
if (values.break !== undefined && !isBreakName(values.break)) {
  console.error(`--break is one of ${Object.keys(BREAKS).join(', ')}`);
  process.exit(2);
}
if (values.behaviour !== undefined && !isBehaviour(values.behaviour)) {
  console.error(`--behaviour is one of ${BEHAVIOURS.join(', ')}; without it the seed draws them`);
  process.exit(2);
}
const startedAt = performance.now();
const result = simulate(seed, steps, { breakName: values.break, behaviour: values.behaviour });
const seconds = (performance.now() - startedAt) / 1000;
if (!values.json) console.log(`${Math.round(steps / seconds)} steps/s`);
console.log(JSON.stringify(result));
process.exit('invariant' in result ? 1 : 0);
