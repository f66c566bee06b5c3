/** The price of a margin level and its distance from the mark; the explanation states its assumptions. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Explained } from '#design/ui/figures/explained.tsx';
import { MINUS, MISSING } from '#i18n/format.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';

export interface MarginLevelPriceProps {
  readonly ticks: Ticks | null;
  readonly percent: number;
  readonly markTicks: Ticks | null;
  readonly contract: Contract | undefined;
  /** For a long position, a price below zero is considered unreachable. */
  readonly isLong: boolean;
}

export function MarginLevelPrice({ ticks, percent, markTicks, contract, isLong }: MarginLevelPriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (ticks === null || markTicks === null || !contract) return <span className="text-fg-3">{MISSING}</span>;
  const level = format.ratio(String(percent), 0);
  const isReached = isLong ? ticks >= markTicks : ticks <= markTicks;
  if (isLong && ticks < 0 && markTicks > 0) {
    return (
      <Explained text={t(($) => $.lists.marginLevelNever, { percent: level })} className="text-fg-3">
        {MISSING}
      </Explained>
    );
  }
  return (
    <Explained text={t(($) => $.lists.marginLevelName, { percent: level })} className="whitespace-nowrap">
      {format.price(ticks, contract.decimalFormat)}
      <span className={isReached ? 'ml-1.5 font-medium text-12 text-danger' : 'ml-1.5 text-12 text-fg-3'}>
        {isReached ? t(($) => $.lists.marginLevelReached) : distanceText(format, ticks - markTicks, markTicks)}
      </span>
    </Explained>
  );
}

/** Whole percentages, with one decimal when near. */
function distanceText(format: Format, ticks: Ticks, markTicks: Ticks): string {
  if (markTicks === 0) return MISSING;
  const tenths = Math.round((Math.abs(ticks) * 1000) / Math.abs(markTicks));
  const decimals = tenths < 100 ? 1 : 0;
  return `${ticks < 0 ? MINUS : '+'}${format.ratio((tenths / 10).toFixed(1), decimals)}`;
}
