/** What the thing itself costs at the mark, in its usual unit; nothing where it has none. */
import type { Contract } from '@mua/contract/entities/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';
import { useMark } from '#market/live-marks.ts';
import { physicalPriceText, physicalUnits } from '#market/physical-price.ts';

export interface PhysicalPriceProps {
  readonly contract: Contract;
  /** Draws it where it stands. */
  readonly children: (price: string) => ReactNode;
}

export function PhysicalPrice({ contract, children }: PhysicalPriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const ticks = useMark(contract.code);
  const [unit] = physicalUnits(contract);
  return unit === undefined ? null : children(physicalPriceText({ t, format }, contract, { ticks, unit }));
}
