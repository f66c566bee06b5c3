/**
 * Arithmetic on whole numbers. Prices and lots are safe integers, money is bigint; every division says how it rounds,
 * because that is where dong are lost.
 */

/**
 * Throws on a broken invariant: a bug, never a user's situation (that is a refusal). `about` is formatted only then,
 * because most invariants are checked a hundred thousand times a second.
 */
export function assert(condition: boolean, message: string, ...about: readonly (string | number)[]): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${[message, ...about].join(' ')}`);
}

export function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

/** Numerator / denominator to nearest, ties to even: every rounding to the dong except that of margin. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'denominator must be positive');
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n) return quotient;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  const away = twice > denominator || (twice === denominator && quotient % 2n !== 0n);
  if (!away) return quotient;
  return numerator < 0n ? quotient - 1n : quotient + 1n;
}

/** Half-even division for numbers, if both are safe integers: the remainder of two of them is exact. */
export function roundHalfEven(numerator: number, denominator: number): number {
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  const twice = Math.abs(remainder) * 2;
  const away = twice > denominator || (twice === denominator && quotient % 2 !== 0);
  return away ? quotient + Math.sign(numerator) : quotient;
}

/** Numerator / denominator rounded up, towards plus infinity: margin per lot (docs/rules/margin-and-money.md#margin). */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'denominator must be positive');
  const quotient = numerator / denominator;
  return numerator > 0n && numerator % denominator !== 0n ? quotient + 1n : quotient;
}

export function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
