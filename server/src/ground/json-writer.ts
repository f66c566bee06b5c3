/**
 * JSON of values that may have bigints, which it does not know: `bigintAs` says what stands for them, as a replacer does.
 * To ask it about every value is slow and most have none, so that one writer asks it from the first bigint on, without
 * which that is an error. One writer is for values of a kind.
 */
export function jsonWriter(bigintAs: (key: string, value: unknown) => unknown): (value: unknown) => string {
  let hasBigints = false;
  return (value) => {
    if (!hasBigints)
      try {
        return JSON.stringify(value);
      } catch {
        hasBigints = true;
      }
    return JSON.stringify(value, bigintAs);
  };
}
