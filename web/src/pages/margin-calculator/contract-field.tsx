/** Chooses a contract from the list of all, searched by code, commodity or exchange in either language. */
import type { Contract } from '@mua/contract/entities/contract';
import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field, labelIdOf } from '#design/ui/controls/field.tsx';
import { controlVariants } from '#design/ui/controls/input.tsx';
import { SEARCH_ROW, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { foundContracts } from '#features/contract-strip/found-contracts.ts';
import { useMarketFormat } from '#i18n/use-format.ts';

export interface ContractFieldProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly onContract: (code: string) => void;
}

export function ContractField({ contract, contracts, onContract }: ContractFieldProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <Field roomy label={t(($) => $.calculator.contract)}>
      {({ id }) => (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger
            id={id}
            aria-labelledby={`${labelIdOf(id)} ${id}`}
            data-testid="calculator-contract"
            className={cn(controlVariants({ size: 'lg' }), 'w-full text-left max-md:h-11')}
          >
            <span className="font-semibold">{contract.code}</span>
            <span className="min-w-0 flex-1 truncate text-fg-2">
              {contract.commodityName[format.language]} · {contract.exchange} · {format.expiry(contract.expiryMonth)}
            </span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-fg-2" />
          </PopoverTrigger>
          <PopoverContent
            align="start"
            className="w-(--radix-popover-trigger-width) p-0"
            aria-label={t(($) => $.desk.strip.choose)}
          >
            <ContractList
              contracts={contracts}
              current={contract.code}
              onChosen={(code) => {
                setOpen(false);
                onContract(code);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </Field>
  );
}

/** Rows of the list visible without scrolling. */
const IN_VIEW = 16;

interface ContractListProps {
  readonly contracts: readonly Contract[];
  readonly current: string;
  readonly onChosen: (code: string) => void;
}

function ContractList({ contracts, current, onChosen }: ContractListProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const [query, setQuery] = useState('');
  const found = useMemo(() => foundContracts(contracts, query, current), [contracts, query, current]);
  const isWhole = useDeferredValue(true, false);
  return (
    <SearchMenu
      query={query}
      onQuery={setQuery}
      label={t(($) => $.desk.strip.search)}
      nothing={found.length === 0 ? t(($) => $.desk.strip.none, { query }) : null}
      className="max-h-[min(320px,40dvh)]"
    >
      <ul>
        {found.slice(0, isWhole ? found.length : IN_VIEW).map(({ code, commodityName, exchange, expiryMonth }) => (
          <li key={code}>
            <button
              type="button"
              aria-current={code === current ? 'true' : undefined}
              onClick={() => onChosen(code)}
              {...SEARCH_ROW}
              className={cn(
                'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-13 outline-offset-[-2px] hover:bg-surface-4 max-md:min-h-11',
                code === current && 'bg-primary-soft',
              )}
            >
              <span className="w-16 shrink-0 font-medium">{code}</span>
              <span className="min-w-0 flex-1 truncate text-12 text-fg-3">
                {commodityName[format.language]} · {exchange}
              </span>
              <span className="shrink-0 text-12 text-fg-3 tabular-nums">{format.expiry(expiryMonth)}</span>
            </button>
          </li>
        ))}
      </ul>
    </SearchMenu>
  );
}
