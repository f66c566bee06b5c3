/** Chooses up to three other contracts to compare with, searched like the contract list. A sheet on a phone. */
import type { Contract } from '@mua/contract/entities/contract';
import { GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Segment } from '#design/ui/controls/segment.tsx';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { focusSheet, Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { COMPARE_MAX } from '#features/chart/compare/compared-contract.ts';
import type { Comparison } from '#features/chart/compare/use-comparison.ts';
import { COMPARE_MODES, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { useFormat } from '#i18n/use-format.ts';
import { contractSearch } from '#market/contract-search.ts';
import { useContracts } from '#market/contracts.ts';

export interface CompareMenuProps {
  readonly contract: Contract;
  readonly comparison: Comparison;
}

export function CompareMenu({ contract, comparison }: CompareMenuProps) {
  const { t } = useTranslation();
  const title = t(($) => $.chart.compare.title);
  const count = comparison.lines.length;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={title}
        title={title}
        className={cn(
          'flex h-6.5 min-w-7 items-center justify-center gap-1 rounded-sm px-1.5 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          count > 0 && 'text-primary-text',
        )}
      >
        <GitCompareArrows aria-hidden className="size-4" />
        {count > 0 && <span className="tabular-nums @max-[780px]:hidden">{count}</span>}
      </PopoverTrigger>
      <PopoverContent align="start" className="w-80 p-0" aria-label={title}>
        <CompareList contract={contract} comparison={comparison} compact={false} />
      </PopoverContent>
    </Popover>
  );
}

/** Opened from another menu. */
export function CompareSheet({ contract, comparison, onClose }: CompareMenuProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="gap-2 pb-3" onOpenAutoFocus={focusSheet}>
        <SheetTitle className="px-4 pt-2 font-semibold text-16">{t(($) => $.chart.compare.title)}</SheetTitle>
        <SheetDescription className="px-4 text-12 text-fg-2">{t(($) => $.chart.compare.about)}</SheetDescription>
        <CompareList contract={contract} comparison={comparison} compact />
      </SheetContent>
    </Sheet>
  );
}

const SHOWN_MAX = 40;

function CompareList({ contract, comparison, compact }: CompareMenuProps & { readonly compact: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contracts } = useContracts();
  const [query, setQuery] = useState('');
  const { lines, toggle } = comparison;
  const found = useMemo(() => {
    const isFound = contractSearch(query);
    return contracts.filter((other) => other.code !== contract.code && isFound(other)).slice(0, SHOWN_MAX);
  }, [contracts, query, contract.code]);
  const isFull = lines.length >= COMPARE_MAX;
  const { compareMode, setCompareMode } = useChartSettings();
  const nothing = query.trim() === '' ? t(($) => $.chart.compare.nothing) : t(($) => $.desk.strip.none, { query });
  return (
    <>
      <div className={cn('px-2', compact ? 'px-4' : 'pt-2')}>
        <Segment
          label={t(($) => $.chart.compare.mode)}
          value={compareMode}
          onValueChange={setCompareMode}
          columns="fit"
          options={COMPARE_MODES.map((value) => ({ value, label: t(($) => $.chart.compare.modes[value]) }))}
        />
      </div>
      <SearchMenu
        query={query}
        onQuery={setQuery}
        label={t(($) => $.desk.strip.search)}
        note={t(($) => (isFull ? $.chart.compare.full : $.chart.compare.most), { most: COMPARE_MAX })}
        nothing={found.length === 0 ? nothing : null}
        compact={compact}
      >
        <ul>
          {found.map((other) => {
            const isOn = lines.some((known) => known.contract.code === other.code);
            return (
              <SearchChoice
                key={other.code}
                isOn={isOn}
                isDisabled={isFull && !isOn}
                onToggle={() => toggle(other)}
                compact={compact}
              >
                <span className="w-16 shrink-0 font-medium">{other.code}</span>
                <span className="truncate text-12 text-fg-3">
                  {other.commodityName[format.language]} {format.expiry(other.expiryMonth)}
                </span>
              </SearchChoice>
            );
          })}
        </ul>
      </SearchMenu>
    </>
  );
}
