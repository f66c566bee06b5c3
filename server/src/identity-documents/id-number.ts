/**
 * Reads what the twelve digits of a Vietnamese personal number say about its holder: three for the place where the
 * birth was registered, one for century and sex, two for the year, six random. There is no check digit, so the number
 * confirms nothing by itself; it can only contradict the other fields.
 */

export interface NumberFacts {
  readonly sex: 'M' | 'F';
  readonly birthYear: number;
}

/** Undefined unless the text is twelve digits. */
export function readIdNumber(idNumber: string): NumberFacts | undefined {
  if (!/^\d{12}$/.test(idNumber)) return undefined;
  // 0 and 1 are men and women born in the 1900s, 2 and 3 in the 2000s, and so on up to the 2300s.
  const digit = Number(idNumber[3]);
  return {
    sex: digit % 2 === 0 ? 'M' : 'F',
    birthYear: 1900 + 100 * Math.floor(digit / 2) + Number(idNumber.slice(4, 6)),
  };
}
