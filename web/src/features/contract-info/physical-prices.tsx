/** What the thing itself costs at the mark, in every unit that it has; nothing where it has none. */
import type { Contract } from '@mua/contract/entities/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarketFormat } from '#i18n/use-format.ts';
import { useMark } from '#market/live-marks.ts';
import { physicalPriceText, physicalUnits } from '#market/physical-price.ts';

export interface PhysicalPricesProps {
  readonly contract: Contract;
  /** Draws them where they stand. */
  readonly children: (prices: string) => ReactNode;
}

export function PhysicalPrices({ contract, children }: PhysicalPricesProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const ticks = useMark(contract.code);
  const units = physicalUnits(contract);
  if (units.length === 0) return null;
  return children(units.map((unit) => physicalPriceText({ t, format }, contract, { ticks, unit })).join(' · '));
}
