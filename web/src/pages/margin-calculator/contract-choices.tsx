/** The list behind the field of the contract. */
import type { Contract } from '@mua/contract/entities/contract';
import { cn } from '#design/class-names.ts';
import { SEARCH_ROW } from '#design/ui/dialogs/search-menu.tsx';
import { ContractList } from '#features/contract-strip/contract-list.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';

export interface ContractChoicesProps {
  readonly contracts: readonly Contract[];
  readonly current: string;
  readonly onChosen: (code: string) => void;
}

export function ContractChoices({ contracts, current, onChosen }: ContractChoicesProps) {
  const format = useMarketFormat();
  return (
    <ContractList
      contracts={contracts}
      current={current}
      className="max-h-[min(320px,40dvh)]"
      row={({ code, commodityName, exchange, expiryMonth }, isCurrent) => (
        <button
          type="button"
          aria-current={isCurrent ? 'true' : undefined}
          onClick={() => onChosen(code)}
          {...SEARCH_ROW}
          className={cn(
            'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-13 outline-offset-[-2px] hover:bg-surface-4 max-md:min-h-11',
            isCurrent && 'bg-primary-soft',
          )}
        >
          <span className="w-16 shrink-0 font-medium">{code}</span>
          <span className="min-w-0 flex-1 truncate text-12 text-fg-3">
            {commodityName[format.language]} · {exchange}
          </span>
          <span className="shrink-0 text-12 text-fg-3 tabular-nums">{format.expiry(expiryMonth)}</span>
        </button>
      )}
    />
  );
}
