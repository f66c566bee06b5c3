/** Why trades would not have been copied, counted by reason: `7 lệnh không chép: 5 dưới 1 lot, 2 thiếu ký quỹ.` */
import type { CopySimulation } from '@mua/contract/entities/strategy-figures';
import type { TFunction } from 'i18next';
import type { Format } from '#i18n/use-format.ts';

/** Null where every one was copied. */
export function skippedText(
  { t, format }: { readonly t: TFunction; readonly format: Format },
  { trades, total, copied }: CopySimulation,
): string | null {
  const count = total - copied;
  if (count === 0) return null;
  const counts = new Map<NonNullable<(typeof trades)[number]['skip']>, number>();
  for (const { skip } of trades) if (skip !== null) counts.set(skip, (counts.get(skip) ?? 0) + 1);
  const reasons = [...counts].map(([skip, times]) =>
    t(($) => $.strategies.skipped[skip], { times: format.volume(times) }),
  );
  return t(($) => $.strategies.notCopied, { count, trades: format.volume(count), reasons: reasons.join(', ') });
}
