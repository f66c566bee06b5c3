/**
 * Computes e^x by additions and multiplications alone, because engines may change Math.exp in the last bit and prices
 * must not depend on the version of Node. Relative error below 1e-15 for |x| < 40, far more precise than a price needs.
 */

const LARGEST = 60;
const POWERS_OF_TWO = powersOfTwo();
/** 1/13!, 1/12! … 1: Taylor's series, |r| <= ln2/2. */
const COEFFICIENTS = inverseFactorials(13);

export function exponential(x: number): number {
  const power = Math.round(x / Math.LN2);
  const rest = x - power * Math.LN2;
  let sum = 0;
  for (const coefficient of COEFFICIENTS) sum = sum * rest + coefficient;
  const scale = POWERS_OF_TWO[power + LARGEST];
  if (scale === undefined) throw new RangeError(`e^${x} is no price`);
  return sum * scale;
}

function powersOfTwo(): number[] {
  let lowest = 1;
  for (let i = 0; i < LARGEST; i += 1) lowest /= 2;
  const powers: number[] = [];
  for (let i = 0, value = lowest; i <= 2 * LARGEST; i += 1, value *= 2) powers.push(value);
  return powers;
}

function inverseFactorials(highest: number): number[] {
  const inverses: number[] = [];
  let factorial = 1;
  for (let n = 1; n <= highest; n += 1) {
    inverses.unshift(1 / factorial);
    factorial *= n;
  }
  inverses.unshift(1 / factorial);
  return inverses;
}
