/**
 * The head of one chart among several: its contract and interval, and the choice of another contract, one of its own or
 * whatever is on the desk.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { ChevronDown, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { SEARCH_ROW } from '#design/ui/dialogs/search-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import { ContractList } from '#features/contract-strip/contract-list.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface CellHeadProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  /** Which chart it is, counted from one. */
  readonly place: number;
  readonly isFollowing: boolean;
  /** Null follows the desk; undefined for the desk's own chart, which has no choice. */
  readonly onContract: ((code: string | null) => void) | undefined;
}

export function CellHead(props: CellHeadProps) {
  const { interval } = useChartInterval();
  const name = useIntervalName()(interval).short;
  const { contract, onContract } = props;
  return (
    <div className="flex h-7 shrink-0 items-center gap-2 border-border border-b px-2 text-12">
      {onContract ? (
        <CellContract {...props} onContract={onContract} />
      ) : (
        <span className="font-medium">{contract.code}</span>
      )}
      <span className="text-fg-3">{name}</span>
    </div>
  );
}

interface CellContractProps extends CellHeadProps {
  readonly onContract: (code: string | null) => void;
}

function CellContract({ contract, contracts, place, isFollowing, onContract }: CellContractProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const choose = (code: string | null) => {
    setOpen(false);
    onContract(code);
  };
  const { code } = contract;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={t(($) => $.chartMore.grid.contract, { place, code })}
        className="-mx-1 flex h-6 items-center gap-1 rounded-sm px-1 font-medium hover:bg-surface-3 data-[state=open]:bg-surface-3"
      >
        {isFollowing && <Link2 aria-hidden className="size-3.5 text-fg-3" />}
        {code}
        <ChevronDown aria-hidden className="size-3.5" />
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-[min(320px,calc(100vw-16px))] p-0"
        aria-label={t(($) => $.desk.strip.choose)}
      >
        <div className="border-border border-b p-1">
          <button
            type="button"
            aria-pressed={isFollowing}
            onClick={() => choose(null)}
            className={cn(ROW, 'flex gap-1.5', isFollowing && 'bg-primary-soft')}
          >
            <Link2 aria-hidden className="size-3.5" />
            {t(($) => $.chartMore.grid.follow)}
          </button>
        </div>
        <ContractList
          contracts={contracts}
          current={isFollowing ? '' : code}
          row={(each, isCurrent) => <Row contract={each} isCurrent={isCurrent} onChoose={choose} />}
        />
      </PopoverContent>
    </Popover>
  );
}

const ROW = 'w-full items-center rounded-sm px-2 py-1 text-left text-13 outline-offset-[-2px] hover:bg-surface-4';

interface RowProps {
  readonly contract: Contract;
  readonly isCurrent: boolean;
  readonly onChoose: (code: string) => void;
}

function Row({ contract, isCurrent, onChoose }: RowProps) {
  const format = useFormat();
  const { code, commodityName, expiryMonth } = contract;
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onChoose(code)}
      {...SEARCH_ROW}
      className={cn(ROW, 'grid grid-cols-[72px_minmax(0,1fr)_auto] gap-2', isCurrent && 'bg-primary-soft')}
    >
      <span className="font-medium">{code}</span>
      <span className="truncate text-12 text-fg-3">{commodityName[format.language]}</span>
      <span className="text-12 text-fg-3 tabular-nums">{format.expiry(expiryMonth)}</span>
    </button>
  );
}
