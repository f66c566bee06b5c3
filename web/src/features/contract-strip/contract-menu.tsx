/** The contract code as a button: it opens the list of contracts, searched by code or by name in either language. */
import type { Contract } from '@mua/contract/entities/contract';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { SEARCH_ROW } from '#design/ui/dialogs/search-menu.tsx';
import { Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { ContractList } from '#features/contract-strip/contract-list.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';

export interface ContractMenuProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
}

export function ContractMenu({ contract, contracts }: ContractMenuProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const name = contract.commodityName[format.language];
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={`${t(($) => $.desk.strip.choose)}: ${contract.code}, ${name}`}
        className="finger-sized -mx-1 rounded-sm px-1 text-left hover:bg-surface-3 data-[state=open]:bg-surface-3"
      >
        <span className="flex items-center gap-1 font-semibold text-16 leading-5.5">
          {contract.code}
          <ChevronDown aria-hidden className="size-3.5" />
        </span>
        <span className="block text-11 text-fg-3 leading-3.5">
          {name} · {contract.exchange} · {format.expiry(contract.expiryMonth)}
        </span>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-[min(392px,calc(100vw-16px))] p-0"
        aria-label={t(($) => $.desk.strip.choose)}
      >
        <ContractList
          contracts={contracts}
          current={contract.code}
          row={(each, isCurrent) => (
            <ContractItem contract={each} isCurrent={isCurrent} onChosen={() => setOpen(false)} />
          )}
        />
      </PopoverContent>
    </Popover>
  );
}

function ContractItem({
  contract,
  isCurrent,
  onChosen,
}: {
  contract: Contract;
  isCurrent: boolean;
  onChosen: () => void;
}) {
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const change = useQuoteChange(code);
  return (
    <Link
      to="/trading/$code"
      params={{ code }}
      onClick={onChosen}
      preload={false}
      aria-current={isCurrent ? 'true' : undefined}
      {...SEARCH_ROW}
      className={cn(
        'grid grid-cols-[72px_minmax(0,1fr)_auto_54px] items-center gap-2 rounded-sm px-2 py-1 text-13 outline-offset-[-2px] hover:bg-surface-4',
        isCurrent && 'bg-primary-soft',
      )}
    >
      <span className="font-medium">{code}</span>
      <span className="flex min-w-0 gap-1.5 text-12 text-fg-3">
        <span className="truncate">{contract.commodityName[format.language]}</span>
        <span className="shrink-0 tabular-nums">{format.expiry(contract.expiryMonth)}</span>
      </span>
      <Price ticks={last} grid={grid} className="text-right tabular-nums" />
      <QuoteChange
        changeTicks={change}
        referenceTicks={settlement}
        grid={grid}
        show="percent"
        className="text-right text-12 tabular-nums"
      />
    </Link>
  );
}
