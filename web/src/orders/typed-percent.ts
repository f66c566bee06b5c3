/** Reads a percentage as it was typed, with or without its sign; undefined if it is no number. */
import { type Decimal, readTypedDecimal } from '@mua/core/values';

export function readTypedPercent(text: string): Decimal | undefined {
  return readTypedDecimal(text.replace(/\s*%\s*$/, ''));
}
