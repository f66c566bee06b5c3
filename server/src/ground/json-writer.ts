/**
 * JSON of values that may have bigints, which it does not know: `spell` says what stands for them. To look for them is
 * slower than to write, and most have none, so that one writer looks for them from the first one on, which is an error
 * to JSON. One writer is for values of a kind.
 */
import { withoutBigints } from '@mua/core/values';

export function jsonWriter(spell: (bigint: bigint) => unknown): (value: unknown) => string {
  let hasBigints = false;
  return (value) => {
    if (!hasBigints)
      try {
        return JSON.stringify(value);
      } catch {
        hasBigints = true;
      }
    return JSON.stringify(withoutBigints(value, spell));
  };
}
