/** What a row of led or copied lots begins with: their side and number, and the contract. */
import type { Side } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { SideText } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface SidedContractProps {
  readonly side: Side;
  readonly lots: number;
  readonly contractCode: string;
}

export function SidedContract({ side, lots, contractCode }: SidedContractProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span className="flex items-baseline gap-2">
      <SideText side={side}>
        {t(($) => $.words.side[side])} {format.volume(lots)}
      </SideText>
      <span className="font-medium">{contractCode}</span>
    </span>
  );
}
