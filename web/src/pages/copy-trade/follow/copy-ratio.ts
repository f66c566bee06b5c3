/** The ratio of a copy as it is chosen or typed. */
import { copyRatio } from '@mua/contract/http/copy-trading';
import { formatDecimal, readTypedDecimal } from '@mua/core/values';

export const USUAL_RATIOS = ['0.25', '0.5', '1'] as const;

/** In wire form; undefined where it is none, or out of its bounds. */
export function readTypedRatio(typed: string): string | undefined {
  const decimal = readTypedDecimal(typed);
  if (!decimal || decimal.units < 0n) return undefined;
  const text = formatDecimal(decimal.units, decimal.scale);
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return copyRatio.safeParse(plain).success ? plain : undefined;
}
