/** A contract in the palette: its name and its current price. */
import type { Contract } from '@mua/contract/entities/contract';
import { Command } from 'cmdk';
import { Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';

export interface PaletteContractProps {
  readonly contract: Contract;
  readonly className: string;
  readonly onSelect: () => void;
}

export function PaletteContract({ contract, className, onSelect }: PaletteContractProps) {
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const change = useQuoteChange(code);
  return (
    <Command.Item value={`contract ${code}`} onSelect={onSelect} className={className}>
      <span className="w-18 shrink-0 font-medium">{code}</span>
      <span className="min-w-0 flex-1 truncate text-12 text-fg-3">
        {contract.commodityName[format.language]} · {contract.exchange} · {format.expiry(contract.expiryMonth)}
      </span>
      <Price ticks={last} grid={grid} className="tabular-nums" />
      <QuoteChange
        changeTicks={change}
        referenceTicks={settlement}
        grid={grid}
        show="percent"
        className="w-15 shrink-0 text-right text-12 tabular-nums"
      />
    </Command.Item>
  );
}
