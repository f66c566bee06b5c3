/**
 * Reads what the twelve digits of a Vietnamese personal number say of its holder: three for the place where the birth was
 * registered, one for century and sex, two for the year, six at random. There is no check digit, so the number confirms
 * nothing of itself; it only contradicts what stands beside it.
 */

export interface NumberFacts {
  readonly sex: 'M' | 'F';
  readonly birthYear: number;
}

/** Undefined of anything but twelve digits. */
export function readIdNumber(idNumber: string): NumberFacts | undefined {
  if (!/^\d{12}$/.test(idNumber)) return undefined;
  // 0 and 1 are men and women of the 1900s, 2 and 3 of the 2000s, and so on to the 2300s.
  const digit = Number(idNumber[3]);
  return {
    sex: digit % 2 === 0 ? 'M' : 'F',
    birthYear: 1900 + 100 * Math.floor(digit / 2) + Number(idNumber.slice(4, 6)),
  };
}
