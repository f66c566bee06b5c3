/** Refuses PINs that are guessed first: one repeated digit, sequences, a short repeated pattern, a date of birth. */

const PAIRS = /^(\d{2})(\d{2})(\d{2})$/;

export function isSimplePin(pin: string): boolean {
  return isRow(pin) || isRepeated(pin) || isDate(pin);
}

/** `111111`, `123456`, `876543`, also over nine: `890123`. */
function isRow(pin: string): boolean {
  const digits = [...pin].map(Number);
  return [0, 1, 9].some((step) =>
    digits.every((digit, at) => at === 0 || digit === ((digits[at - 1] ?? 0) + step) % 10),
  );
}

/** `121212`, `123123`, `112233`: each digit twice is a pattern as well. */
function isRepeated(pin: string): boolean {
  return /^(\d{1,3})\1+$/.test(pin) || /^(?:(\d)\1){3}$/.test(pin);
}

/** Day, month and year of two digits in any of the usual orders. */
function isDate(pin: string): boolean {
  const [, first = '', second = '', third = ''] = PAIRS.exec(pin) ?? [];
  return isDayAndMonth(first, second) || isDayAndMonth(second, first) || isDayAndMonth(third, second);
}

function isDayAndMonth(day: string, month: string): boolean {
  return Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
}
